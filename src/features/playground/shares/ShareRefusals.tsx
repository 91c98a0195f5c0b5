import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { SharedThing } from '../../../db/schema.ts';
import { sharedAtOnceMax, uploadMaxBytes } from '../../../domain/limits.ts';
import type { ShareRefusal, ShareTrouble } from '../../../domain/shares.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { formatBytes } from '../../../words/intl.ts';

/** What of a share could not be kept, by name and with the reason. */
export function ShareRefusals({ refused }: { refused: readonly SharedThing[] }) {
  const named = refused.filter((thing) => thing.kind === 'refused');
  if (named.length === 0) return null;
  return (
    <Notice tone="warn" title={<Trans>Not everything could be kept</Trans>}>
      {named.map(({ name, refusal }, index) => (
        <div key={index}>
          <Reason name={name} refusal={refusal} />
        </div>
      ))}
    </Notice>
  );
}

function Reason({ name, refusal }: { name: string; refusal: ShareRefusal }) {
  const { i18n } = useLingui();
  const size = formatBytes(uploadMaxBytes, i18n.locale);
  const most = sharedAtOnceMax;
  switch (refusal) {
    case 'no-picture':
      return <Trans>“{name}” is no picture. Kiln takes pictures and words from other apps.</Trans>;
    case 'too-large':
      return (
        <Trans>
          “{name}” is too large: up to {size} fit.
        </Trans>
      );
    case 'too-many':
      return (
        <Trans>
          {most} pictures fit at a time; “{name}” and those after it were left out.
        </Trans>
      );
    case 'no-room':
      return (
        <Trans>
          There was no room for “{name}” beside the pictures that wait here. Use them or throw them
          away, then share it again.
        </Trans>
      );
    case 'link-only':
      return (
        <Trans>“{name}” is a link. Share the picture itself, or words that describe one.</Trans>
      );
  }
}

/** Nothing of a share could be kept, not even a word about it: the address says why. */
export function ShareTroubleNotice({ trouble }: { trouble: ShareTrouble }) {
  const navigate = useNavigate();
  return (
    <Notice
      tone={trouble === 'storage-full' ? 'danger' : 'warn'}
      announce
      title={<Trans>What you shared did not arrive</Trans>}
      actions={
        <Button
          variant="default"
          size="sm"
          onClick={() => void navigate({ to: '.', search: {}, replace: true })}
        >
          <Trans comment="Button: closes a note">Close</Trans>
        </Button>
      }
    >
      {trouble === 'no-room' ? (
        <Trans>
          Too much waits here already. Use it or throw it away, then share the picture again.
        </Trans>
      ) : trouble === 'storage-full' ? (
        <Trans>This device has no room left. Free some space, then share the picture again.</Trans>
      ) : (
        <Trans>Share it once more from the app that has it.</Trans>
      )}
    </Notice>
  );
}
