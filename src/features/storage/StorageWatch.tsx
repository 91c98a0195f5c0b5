import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { setSetting } from '../../db/settings.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useOriginalCount } from '../../live/useTableUse.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { useLostRequests } from './useLostRequests.ts';
import { useFullDisk } from './useFullDisk.ts';
import { isWorthTelling, useStorageWatch } from './useStorageWatch.ts';

/** Looks after the room on this device while a page is open, and speaks up when it gets little. */
export function StorageWatch() {
  const { t } = useLingui();
  const originals = useOriginalCount() ?? 0;
  const level = useStorageWatch(originals);
  const { isFull, quiet } = useFullDisk();
  const told = useSetting('storageTold');
  const [nowMs] = useState(() => Date.now());
  const { lost, forget } = useLostRequests();
  if (lost > 0) {
    return (
      <Banner
        actions={
          <Button size="sm" variant="subtle" onClick={forget}>
            {t({ message: 'OK', comment: 'Button: it was read' })}
          </Button>
        }
      >
        <Plural
          value={lost}
          one="This device's store was emptied, perhaps by the browser. # request that had not left is gone. What the studio keeps comes back when you sign in."
          other="This device's store was emptied, perhaps by the browser. # requests that had not left are gone. What the studio keeps comes back when you sign in."
        />
      </Banner>
    );
  }
  if (isFull) {
    return (
      <RoomPrompt onAnswer={quiet}>
        <Trans>
          This device has no room left. Finished works stay with the studio and come when there is
          room. What you were just asking for may not be saved: ask again then.
        </Trans>
      </RoomPrompt>
    );
  }
  if (told === undefined || level === null || !isWorthTelling(level, told, nowMs)) return null;
  const silence = () => inPassing(setSetting('storageTold', { level, atMs: Date.now() }));
  return (
    <RoomPrompt onAnswer={silence}>
      {level === 'nearly-full' ? (
        <Trans>Kiln has hardly any room left on this device. Nothing is lost.</Trans>
      ) : (
        <Trans>The room for Kiln on this device is filling up.</Trans>
      )}
    </RoomPrompt>
  );
}

function RoomPrompt({ children, onAnswer }: { children: ReactNode; onAnswer: () => void }) {
  return (
    <Banner
      actions={
        <>
          <ButtonLink size="sm" to="/storage" onClick={onAnswer}>
            <Trans comment="Button: to the storage page">Make room</Trans>
          </ButtonLink>
          <Button size="sm" variant="subtle" onClick={onAnswer}>
            <Trans comment="Button: not now">Later</Trans>
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  );
}
