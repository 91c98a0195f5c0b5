import { NativeSelect } from '@mantine/core';
import { settingOf } from '../../../domain/settings.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import type { ControlProps } from './control.ts';
import { FieldHead } from './FieldHead.tsx';
import { ResetButton } from './ResetButton.tsx';
import { SamplerHint } from './SamplerHint.tsx';
import classes from './parameters.module.css';

/** Few short choices lie open; many, or long ones, open as the system's own list. */
export function ChoiceControl({
  field,
  id,
  value,
  changed,
  invalid,
  onChange,
  onReset,
}: ControlProps) {
  const { property } = field;
  const values = property.enum ?? [];
  const options = values.map((entry, index) => ({
    value: String(entry),
    label: property['x-enum-titles']?.[index] ?? String(entry),
  }));
  const readOnly = property['x-readOnly'] === true;
  // Numbers travel as numbers though controls speak text.
  const choose = (text: string) => onChange(values.find((entry) => String(entry) === text) ?? text);
  const letters = options.reduce((sum, option) => sum + [...option.label].length, 0);
  const open = options.length <= 4 && letters <= 28;
  const reset = !readOnly && (
    <ResetButton title={property.title} changed={changed} onReset={onReset} />
  );

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
      {settingOf(field.name, property) === 'sampler' && (
        <SamplerHint sampler={String(value ?? '')} />
      )}
      {property.description && <p className={classes.hint}>{property.description}</p>}
    </div>
  );
}
