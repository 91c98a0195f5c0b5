import { Trans, useLingui } from '@lingui/react/macro';
import type { KilnError } from '../../domain/errors.ts';
import type { SchemaProperty } from '../../domain/model.ts';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/errors.ts';
import { RefusalWords } from '../../words/RefusalWords.tsx';

/** Why an app was not saved, and that it is still here. */
export function SaveTrouble({
  error,
  fields,
}: {
  error: KilnError;
  fields: readonly (readonly [string, SchemaProperty])[];
}) {
  const { i18n } = useLingui();
  const titles = new Map(fields.map(([name, { title }]) => [name, title]));
  return (
    <Notice tone="warn" announce title={i18n._(errorWords[error.code].title)}>
      {error.reasons.map((reason) => (
        <p key={`${reason.field} ${reason.reason}`}>
          <RefusalWords reason={reason} title={titles.get(reason.field ?? '') ?? null} />
        </p>
      ))}
      <p>
        {error.code === 'forbidden' ? (
          <Trans>
            In this studio only some may make apps. Ask whoever runs it. What you wrote stays on
            this device.
          </Trans>
        ) : error.code === 'conflict' ? (
          <Trans>You have as many apps as there may be. Delete one, then save again.</Trans>
        ) : (
          <Trans>Nothing is lost: the app is kept on this device. Save it again.</Trans>
        )}
      </p>
    </Notice>
  );
}
