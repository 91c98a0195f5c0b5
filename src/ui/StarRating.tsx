import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './StarRating.module.css';

/**
 * Stars from 1 to `max`, radio buttons underneath. Pressing the star that is set, or Delete, takes them back.
 * @param value 0 while there are none
 */
export function StarRating({
  label,
  starLabel,
  value,
  max,
  onChange,
}: {
  label: string;
  /** Name of one star's choice, as "3 stars". */
  starLabel: (stars: number) => string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.root}>
      <legend className={classes.legend}>{label}</legend>
      {Array.from({ length: max }, (_, index) => index + 1).map((stars) => (
        <label key={stars} className={classes.star} data-lit={stars <= value || undefined}>
          <input
            type="radio"
            name={name}
            value={stars}
            checked={stars === value}
            aria-label={starLabel(stars)}
            onChange={() => onChange(stars)}
            onClick={() => {
              if (stars === value) onChange(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') onChange(0);
            }}
          />
          {stars <= value ? (
            <IconStarFilled size={22} aria-hidden />
          ) : (
            <IconStar size={22} stroke={1.75} aria-hidden />
          )}
        </label>
      ))}
    </fieldset>
  );
}
