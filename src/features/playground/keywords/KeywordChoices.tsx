import { useId } from 'react';
import classes from './KeywordChoices.module.css';

/** One of several names, all in sight. Radio buttons underneath: one stop of the Tab key, arrows within. */
export function KeywordChoices({
  label,
  names,
  value,
  onChange,
  column,
}: {
  label: string;
  names: readonly string[];
  /** Index of the chosen one. */
  value: number;
  onChange: (index: number) => void;
  /** Below each other. */
  column?: boolean;
}) {
  const name = useId();
  return (
    <div
      className={classes.choices}
      data-column={column || undefined}
      role="radiogroup"
      aria-label={label}
    >
      {names.map((text, index) => (
        <label key={text} className={classes.choice} data-checked={index === value || undefined}>
          <input
            className={classes.radio}
            type="radio"
            name={name}
            checked={index === value}
            onChange={() => onChange(index)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
