import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatBytes } from '../../words/intl.ts';
import { hasSavePicker } from './save-picker.ts';

/** Told before it begins, not in its middle. */
export function NoRoom({
  neededBytes,
  freeBytes,
}: {
  neededBytes: number;
  freeBytes: number | null;
}) {
  const { i18n } = useLingui();
  const needed = formatBytes(neededBytes, i18n.locale);
  const free = formatBytes(freeBytes ?? 0, i18n.locale);
  return (
    <Notice
      tone="warn"
      announce
      title={<Trans>This device has not enough room for it</Trans>}
      actions={
        <ButtonLink size="sm" variant="default" to="/storage">
          <Trans comment="Button: goes to the page about room on this device">Make room</Trans>
        </ButtonLink>
      }
    >
      {hasSavePicker() ? (
        <Trans>
          While it is written, it needs {needed} in the browser, which has {free} left. Write it
          straight to a file, take fewer works, or make room.
        </Trans>
      ) : (
        <Trans>
          While it is written, it needs {needed} in the browser, which has {free} left. Take fewer
          works, or make room.
        </Trans>
      )}
    </Notice>
  );
}
