import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconDice5, IconHistory } from '@tabler/icons-react';
import { seedMax } from '../../../domain/limits.ts';
import type { ControlProps } from './control.ts';
import { FieldHead } from './FieldHead.tsx';
import { ResetButton } from './ResetButton.tsx';
import classes from './parameters.module.css';

function randomSeed(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(1));
  return String(Math.min(seedMax, numbers[0] ?? 0));
}

/** Empty means a new one each time; a kept seed makes the same picture again. */
export function SeedControl({
  field,
  id,
  value,
  changed,
  invalid,
  onChange,
  onReset,
  lastSeed,
}: ControlProps & { lastSeed: string | null }) {
  const { t } = useLingui();
  const text = value === undefined || value === null ? '' : String(value);
  const readOnly = field.property['x-readOnly'] === true;
  return (
    <div className={classes.field}>
      <FieldHead htmlFor={id} label={field.property.title}>
        {!readOnly && (
          <ResetButton title={field.property.title} changed={changed} onReset={onReset} />
        )}
      </FieldHead>
      <TextInput
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t({
          message: 'Random',
          comment: 'Placeholder of an empty seed: a new one each time',
        })}
        value={text}
        disabled={readOnly}
        error={invalid}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s/g, ''))}
      />
      {!readOnly && (
        <div className={classes.rowActions}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDice5 size={18} stroke={1.75} aria-hidden />}
            onClick={() => onChange(randomSeed())}
          >
            <Trans comment="Button: choose a random seed now and keep it">Roll one</Trans>
          </Button>
          {lastSeed !== null && lastSeed !== text && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconHistory size={18} stroke={1.75} aria-hidden />}
              onClick={() => onChange(lastSeed)}
            >
              <Trans comment="Button: use the seed of the last result">Use the last</Trans>
            </Button>
          )}
        </div>
      )}
      <p className={classes.hint} id={`${id}-hint`}>
        {text === '' ? (
          <Trans>Each request gets a new seed.</Trans>
        ) : (
          <Trans>Same seed and settings, same result.</Trans>
        )}
      </p>
    </div>
  );
}
