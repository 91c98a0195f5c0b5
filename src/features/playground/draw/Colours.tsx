import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Colour } from '../../../domain/drawing.ts';
import classes from './Colours.module.css';
import { commonColours } from './colours.ts';

/** One colour of a few, of those used last, or any other. */
export function Colours({
  label,
  quiet,
  value,
  recent = [],
  none,
  onChange,
  onPassing,
  onOther,
}: {
  label: string;
  /** Says by itself what it is, where there is little room. */
  quiet?: boolean;
  value: Colour | null;
  recent?: readonly Colour[];
  /** Where there may be no colour at all. */
  none?: { label: string; onChoose: () => void };
  onChange: (colour: Colour) => void;
  /** A colour that a hand passes by while it looks for one, where that is no choice yet. */
  onPassing?: (colour: Colour) => void;
  /** A colour that is not among the common ones was settled on. */
  onOther?: (colour: Colour) => void;
}) {
  const { t, i18n } = useLingui();
  const name = useId();
  const known = new Set<string>(commonColours.map(({ colour }) => colour));
  const others = recent.filter((colour) => !known.has(colour));
  const isOther = value !== null && !known.has(value) && !others.includes(value);
  const swatch = (colour: Colour | null, words: string, choose: () => void) => (
    <label key={words} className={classes.swatch} title={words}>
      <input
        className={classes.radio}
        type="radio"
        name={name}
        aria-label={words}
        checked={value === colour}
        onChange={choose}
      />
      <span
        className={classes.dot}
        data-none={colour === null || undefined}
        style={{ '--colour': colour ?? undefined }}
        aria-hidden
      />
    </label>
  );
  return (
    <fieldset className={classes.root} data-quiet={quiet || undefined}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.row}>
        {none && swatch(null, none.label, none.onChoose)}
        {commonColours.map(({ colour, name: words }) =>
          swatch(colour, i18n._(words), () => onChange(colour)),
        )}
        {others.map((colour) => swatch(colour, t`Colour ${colour}`, () => onChange(colour)))}
        <label className={classes.swatch} data-checked={isOther || undefined} title={t`Any colour`}>
          <input
            className={classes.any}
            type="color"
            aria-label={t`Any colour`}
            value={value ?? '#ffffff'}
            // React hears of every change; the browser tells the last one with `change`.
            ref={(element) => {
              if (!element || !onOther) return;
              const settle = () => onOther(element.value as Colour);
              element.addEventListener('change', settle);
              return () => element.removeEventListener('change', settle);
            }}
            onChange={(event) => (onPassing ?? onChange)(event.currentTarget.value as Colour)}
          />
          <span
            className={classes.dot}
            data-any={!isOther || undefined}
            style={{ '--colour': isOther ? value : undefined }}
            aria-hidden
          />
        </label>
      </div>
    </fieldset>
  );
}
