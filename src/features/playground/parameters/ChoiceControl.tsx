import { NativeSelect } from '@mantine/core';
import { Suspense } from 'react';
import { settingOf } from '../../../domain/settings-of-forms.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import type { ControlProps } from './control.ts';
import { FieldHead } from './FieldHead.tsx';
import { liesOpen } from './lies-open.ts';
import { ResetButton } from './ResetButton.tsx';
import classes from './parameters.module.css';
import { lazyWithWords } from '../../../words/lazy-words.ts';

const SamplerHint = lazyWithWords(() =>
  import('../hints/SamplerHint.tsx').then((module) => module.SamplerHint),
);
const PictureChoice = lazyWithWords(() =>
  import('../hints/PictureChoice.tsx').then((module) => module.PictureChoice),
);

/** Few short choices lie open, many or long ones open as the system's own list; what has pictures shows them. */
export function ChoiceControl({
  field,
  id,
  value,
  changed,
  invalid,
  onChange,
  onReset,
  inKudos = false,
}: ControlProps & {
  /** What is asked for is counted in kudos. */
  inKudos?: boolean;
}) {
  const { property } = field;
  const values = property.enum ?? [];
  const options = values.map((entry, index) => ({
    value: String(entry),
    label: property['x-enum-titles']?.[index] ?? String(entry),
  }));
  const readOnly = property['x-readOnly'] === true;
  const about = property['x-enum-descriptions'];
  const pictures = property['x-enum-pictures'];
  const told = about?.[values.findIndex((entry) => entry === value)];
  // Numbers travel as numbers though controls speak text.
  const choose = (text: string) => onChange(values.find((entry) => String(entry) === text) ?? text);
  const open = liesOpen(options.map(({ label }) => label));
  const reset = !readOnly && (
    <ResetButton title={property.title} changed={changed} onReset={onReset} />
  );

  if (pictures?.some((picture) => picture !== '')) {
    return (
      <div className={classes.field}>
        <FieldHead label={property.title}>{reset}</FieldHead>
        <div id={id} tabIndex={-1} className={classes.group}>
          <Suspense fallback={null}>
            <PictureChoice
              label={property.title}
              options={options.map((option, index) => ({
                ...option,
                about: about?.[index] ?? '',
                picture: pictures[index] ?? '',
              }))}
              value={value === undefined ? null : String(value)}
              disabled={readOnly}
              onChange={choose}
            />
          </Suspense>
        </div>
        {property.description && <p className={classes.hint}>{property.description}</p>}
      </div>
    );
  }

  return (
    <div className={classes.field}>
      <FieldHead htmlFor={open ? undefined : id} label={property.title}>
        {reset}
      </FieldHead>
      {open ? (
        <div id={id} tabIndex={-1} className={classes.group}>
          <Segmented
            label={property.title}
            hideLabel
            full
            options={options.map((option) => ({ ...option, disabled: readOnly }))}
            value={String(value ?? '')}
            onChange={choose}
          />
        </div>
      ) : (
        <NativeSelect
          id={id}
          data={value === undefined ? [{ value: '', label: '' }, ...options] : options}
          value={String(value ?? '')}
          disabled={readOnly}
          error={invalid}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {told && <p className={classes.hint}>{told}</p>}
      {settingOf(field.name, property) === 'sampler' && (
        <Suspense fallback={null}>
          <SamplerHint sampler={String(value ?? '')} inKudos={inKudos} />
        </Suspense>
      )}
      {property.description && <p className={classes.hint}>{property.description}</p>}
    </div>
  );
}
