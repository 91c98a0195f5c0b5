import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ControlProps } from './control.ts';
import { FieldHead } from './FieldHead.tsx';
import { readList } from './read-list.ts';
import { ResetButton } from './ResetButton.tsx';
import classes from './parameters.module.css';

/** A line of text; a list is typed with commas. */
export function TextControl({
  field,
  id,
  value,
  changed,
  invalid,
  onChange,
  onReset,
}: ControlProps) {
  const { t } = useLingui();
  const { property, role } = field;
  const readOnly = property['x-readOnly'] === true;
  const list = role === 'list';
  // While typing, "a, " must stay "a, " though it is the list ["a"].
  const [typed, setTyped] = useState<string | null>(null);
  const stored = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return (
    <div className={classes.field}>
      <FieldHead htmlFor={id} label={property.title}>
        {!readOnly && <ResetButton title={property.title} changed={changed} onReset={onReset} />}
      </FieldHead>
      <TextInput
        id={id}
        value={typed ?? stored}
        disabled={readOnly}
        error={invalid}
        placeholder={list ? t`Several, with commas between` : undefined}
        onChange={(event) => {
          const text = event.currentTarget.value;
          if (!list) {
            onChange(text);
            return;
          }
          setTyped(text);
          onChange(readList(property, text));
        }}
        onBlur={() => setTyped(null)}
      />
      {property.description && <p className={classes.hint}>{property.description}</p>}
    </div>
  );
}
