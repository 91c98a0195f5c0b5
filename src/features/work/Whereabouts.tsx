import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { daysLeft } from '../../domain/retention.ts';
import { formatDay } from '../../words/days.ts';

/** Where the full size of a work is, and how long the studio keeps it for a device that does not have it. */
export function Whereabouts({ work }: { work: WorkRow }) {
  const { i18n } = useLingui();
  // Days don't change while one looks.
  const [nowMs] = useState(() => Date.now());
  const { onDevice, pinned, remote, expiresAtMs } = work;
  if (onDevice === 1) {
    if (remote !== 'kept') return <Trans>Only on this device</Trans>;
    return pinned === 1 ? <Trans>Stays on this device</Trans> : <Trans>On this device</Trans>;
  }
  if (remote !== 'kept') return <Trans>No longer kept</Trans>;
  if (expiresAtMs === null) return <Trans>In the studio</Trans>;
  const days = daysLeft(expiresAtMs, nowMs);
  return (
    <>
      <Trans comment="How long the large version of a picture is kept; a date">
        In the studio until {formatDay(expiresAtMs, i18n.locale)}
      </Trans>
      {' · '}
      <Plural value={days} one="# day left" other="# days left" />
    </>
  );
}
