import { Trans } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import type { FormField } from '../form-plan.ts';
import zone from '../SourceField.module.css';

/** A file that the model brings itself: nothing of the person's goes there. */
export function FixedSource({ field: { property } }: { field: FormField }) {
  const { title, description } = property;
  return (
    <div className={zone.zone} role="group" aria-label={title}>
      <span className={zone.arch} aria-hidden>
        <IconLock size={28} stroke={1.5} />
      </span>
      <p className={zone.title}>{title}</p>
      <p className={zone.hint}>
        {description} <Trans>The model brings its own; there is nothing to choose.</Trans>
      </p>
    </div>
  );
}
