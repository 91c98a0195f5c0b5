import { useId, useState, type ReactNode } from 'react';
import classes from './NumberSlider.module.css';

export interface NumberSliderProps {
  label: ReactNode;
  /** Null while none is chosen: the slider then rests at its least, faintly. */
  value: number | null;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  hint?: ReactNode;
  /** After the number, e.g. "px". */
  unit?: string;
  disabled?: boolean;
  /** Between label and number: a small action on the value. */
  aside?: ReactNode;
}

/** Nearest value the range allows, without float dust. */
function settle(value: number, min: number, max: number, step: number): number {
  const stepped = min + Math.round((value - min) / step) * step;
  return Number(Math.min(max, Math.max(min, stepped)).toFixed(4));
}

/** A slider for the feel and a number for the exact value; what is typed settles on leaving the field. */
export function NumberSlider({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  hint,
  unit,
  disabled,
  aside,
}: NumberSliderProps) {
  const id = useId();
  // Half-typed text ("1", "12", "") is not a value yet and must not be corrected under the fingers.
  const [typed, setTyped] = useState<string | null>(null);
  const at = value ?? min;
  const share = max > min ? (at - min) / (max - min) : 0;

  function commit() {
    if (typed === null) return;
    if (typed.trim() === '' && value === null) {
      setTyped(null);
      return;
    }
    const parsed = Number(typed.replace(',', '.'));
    // An empty or unreadable field falls back to the least, as the specification asks.
    onChange(
      typed.trim() === '' || !Number.isFinite(parsed) ? min : settle(parsed, min, max, step),
    );
    setTyped(null);
  }

  return (
    <div className={classes.root} data-disabled={disabled || undefined}>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        <span className={classes.value}>
          {aside}
          <input
            className={classes.number}
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            size={Math.max(3, String(max).length)}
            disabled={disabled}
            value={typed ?? (value === null ? '' : String(value))}
            placeholder={value === null ? '–' : undefined}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === 'Enter') commit();
              if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
                event.preventDefault();
                setTyped(null);
                onChange(settle(at + (event.key === 'ArrowUp' ? step : -step), min, max, step));
              }
            }}
          />
          {unit && <span className={classes.unit}>{unit}</span>}
        </span>
      </div>
      <input
        className={classes.slider}
        type="range"
        aria-labelledby={`${id}-label`}
        min={min}
        max={max}
        step={step}
        value={at}
        aria-valuetext={value === null ? '–' : undefined}
        data-unset={value === null || undefined}
        disabled={disabled}
        style={{ '--share': share }}
        onChange={(event) => {
          setTyped(null);
          onChange(settle(Number(event.currentTarget.value), min, max, step));
        }}
      />
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
