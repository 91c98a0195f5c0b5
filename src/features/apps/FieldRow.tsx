import { Trans, useLingui } from '@lingui/react/macro';
import { isBrought, type AppField } from '../../domain/apps.ts';
import type { FieldReason } from '../../domain/field-reasons.ts';
import type { SchemaProperty } from '../../domain/model.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { RefusalWords } from '../../words/RefusalWords.tsx';
import classes from './Editor.module.css';
import { ValueControl } from './ValueControl.tsx';

/** Whether one field of the model is asked or decided, and with which value. */
export function FieldRow({
  id,
  property,
  field,
  isNeeded,
  problem,
  onChange,
}: {
  id: string;
  property: SchemaProperty;
  field: AppField;
  /** The model can't do without it. */
  isNeeded: boolean;
  problem: FieldReason | null;
  onChange: (field: AppField) => void;
}) {
  const { t } = useLingui();
  const { title } = property;
  const isFile = isBrought(property);
  return (
    <li id={id} className={classes.field} tabIndex={-1}>
      <div className={classes.fieldHead}>
        <span className={classes.fieldName} aria-hidden>
          {title}
        </span>
        <Segmented
          label={title}
          hideLabel
          value={field.shown ? 'asked' : 'decided'}
          options={[
            {
              value: 'asked',
              label: t({ message: 'Asked', comment: 'Of a field of an app: people fill it in' }),
            },
            {
              value: 'decided',
              label: isFile
                ? t({
                    message: 'Left out',
                    comment: 'Of a field of an app: nobody is asked for it',
                  })
                : t({ message: 'Decided', comment: 'Of a field of an app: it can’t be changed' }),
              disabled: isFile && isNeeded,
            },
          ]}
          onChange={(value) => onChange({ ...field, shown: value === 'asked' })}
        />
      </div>
      {isFile ? (
        field.shown && (
          <p className={classes.hint}>
            <Trans>Whoever uses the app brings it.</Trans>
          </p>
        )
      ) : (
        <ValueControl
          label={
            field.shown
              ? t({ message: `${title}: begins with`, comment: 'Label of a value of an app' })
              : t({ message: `${title}: value`, comment: 'Label of a value of an app' })
          }
          property={property}
          value={field.value}
          error={problem !== null}
          onChange={(value) => {
            const { value: _before, ...kept } = field;
            onChange(value === undefined ? kept : { ...kept, value });
          }}
        />
      )}
      {problem && (
        <p className={classes.error}>
          {problem.reason === 'required' ? (
            <Trans>The model needs this: ask for it, or decide it here.</Trans>
          ) : (
            <RefusalWords reason={problem} title={title} />
          )}
        </p>
      )}
    </li>
  );
}
