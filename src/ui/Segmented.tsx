import { useId, type ReactNode } from 'react';
import classes from './Segmented.module.css';

/** One of a few, all visible. Real radio buttons underneath, so arrows and forms work as everywhere. */
export function Segmented<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  pending = null,
  onChange,
  full = false,
}: {
  label: ReactNode;
  hideLabel?: boolean;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode; disabled?: boolean }[];
  value: Value;
  /** Chosen, but not written down yet: it shows the press, and the one before holds until it is. */
  pending?: Value | null;
  onChange: (value: Value) => void;
  /** Takes the whole width. */
  full?: boolean;
}) {
  const name = useId();
  return (
    <fieldset
      className={classes.root}
      data-full={full || undefined}
      aria-busy={pending !== null || undefined}
    >
      <legend className={classes.legend} data-hidden={hideLabel || undefined}>
        {label}
      </legend>
      <div className={classes.options}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes.option}
            data-checked={option.value === value || undefined}
            data-pending={option.value === pending || undefined}
          >
            <input
              className={classes.radio}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
