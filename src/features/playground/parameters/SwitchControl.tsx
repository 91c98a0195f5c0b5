import { Switch } from '@mantine/core';
import type { ControlProps } from './control.ts';
import { ResetButton } from './ResetButton.tsx';
import classes from './parameters.module.css';

export function SwitchControl({ field, id, value, changed, onChange, onReset }: ControlProps) {
  const { property } = field;
  const readOnly = property['x-readOnly'] === true;
  return (
    <div className={classes.switchRow}>
      <Switch
        id={id}
        className={classes.switch}
        label={property.title}
        description={property.description}
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {!readOnly && <ResetButton title={property.title} changed={changed} onReset={onReset} />}
    </div>
  );
}
