import { useId, useState } from 'react';
import classes from './PictureChoice.module.css';

interface Option {
  value: string;
  label: string;
  /** What it does; may be empty. */
  about: string;
  /** Address of a small picture of it; empty without one. */
  picture: string;
}

/** One of several that are told apart by how they look. */
export function PictureChoice({
  label,
  options,
  value,
  disabled,
  onChange,
}: {
  label: string;
  options: readonly Option[];
  value: string | null;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.options}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes.option}
          data-checked={option.value === value || undefined}
        >
          <input
            className={classes.radio}
            type="radio"
            name={group}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={classes.picture}>
            <Picture src={option.picture} />
          </span>
          <span className={classes.name}>{option.label}</span>
          {option.about !== '' && <span className={classes.about}>{option.about}</span>}
        </label>
      ))}
    </div>
  );
}

/** It says nothing that its name does not. */
function Picture({ src }: { src: string }) {
  const [failed, setFailed] = useState(false);
  if (src === '' || failed) return null;
  return <img src={src} alt="" loading="lazy" onError={() => setFailed(true)} />;
}
