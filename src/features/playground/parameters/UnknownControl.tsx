import { Trans } from '@lingui/react/macro';
import type { FormField } from '../form-plan.ts';
import { FieldHead } from './FieldHead.tsx';
import classes from './parameters.module.css';

/** A setting of a kind that this app does not know: it says so instead of being left out. */
export function UnknownControl({ field, id }: { field: FormField; id: string }) {
  const { property, required } = field;
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={property.title} className={classes.field}>
      <FieldHead label={property.title} />
      <p className={classes.hint}>
        {required && property.default === undefined ? (
          <Trans>
            The model needs this, and this version of the app can't set it. Choose another model.
          </Trans>
        ) : (
          <Trans>This version of the app can't set this. The model's own value is used.</Trans>
        )}
      </p>
    </div>
  );
}
