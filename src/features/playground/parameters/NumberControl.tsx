import { TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { numberBounds } from '../../../domain/number-bounds.ts';
import { parameterRange } from '../../../domain/parameters.ts';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import type { ControlProps } from './control.ts';
import { FieldHead } from './FieldHead.tsx';
import { ResetButton } from './ResetButton.tsx';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import classes from './parameters.module.css';

const UnsetHint = lazyWithWords(() =>
  import('../hints/UnsetHint.tsx').then((module) => module.UnsetHint),
);

/** A slider where the ends are known, a plain number where they are not. */
export function NumberControl({
  field,
  id,
  value,
  changed,
  invalid,
  onChange,
  onReset,
}: ControlProps) {
  const { property, name } = field;
  const range = parameterRange(name);
  const step = property.multipleOf ?? range?.step ?? (property.type === 'integer' ? 1 : 0.05);
  const bounds = numberBounds(property, step);
  const min = bounds.min ?? range?.min;
  const max = bounds.max ?? range?.max;
  const readOnly = property['x-readOnly'] === true;
  const isSet = typeof value === 'number';
  const reset = readOnly ? undefined : (
    <ResetButton title={property.title} changed={changed} onReset={onReset} />
  );

  if (min !== undefined && max !== undefined && max > min) {
    return (
      <div id={id} tabIndex={-1} className={classes.group}>
        <NumberSlider
          label={property.title}
          value={isSet ? value : null}
          min={min}
          max={max}
          step={step}
          hint={
            isSet ? (
              property.description
            ) : (
              <>
                <Suspense fallback={null}>
                  <UnsetHint />
                </Suspense>{' '}
                {property.description}
              </>
            )
          }
          disabled={readOnly}
          aside={reset}
          onChange={onChange}
        />
      </div>
    );
  }
  return (
    <div className={classes.field}>
      <FieldHead htmlFor={id} label={property.title}>
        {reset}
      </FieldHead>
      <LooseNumber
        id={id}
        value={value}
        integer={property.type === 'integer'}
        disabled={readOnly}
        invalid={invalid}
        onChange={onChange}
      />
      {property.description && <p className={classes.hint}>{property.description}</p>}
    </div>
  );
}

function LooseNumber({
  id,
  value,
  integer,
  disabled,
  invalid,
  onChange,
}: Pick<ControlProps, 'id' | 'value' | 'invalid' | 'onChange'> & {
  integer: boolean;
  disabled: boolean;
}) {
  // "-", "1." and "" are on the way to a number and must not be corrected under the fingers.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      id={id}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      disabled={disabled}
      error={invalid}
      value={typed ?? (typeof value === 'number' ? String(value) : '')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const parsed = Number(text.replace(',', '.'));
        onChange(
          text.trim() === '' || !Number.isFinite(parsed)
            ? null
            : integer
              ? Math.round(parsed)
              : parsed,
        );
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
