import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type ReactNode } from 'react';
import { getSetting, setSetting } from '../../db/settings.ts';
import { countOriginals } from '../../db/storage-use.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Prompt } from '../../ui/Prompt.tsx';
import { isWorthTelling, useFullDisk, useStorageWatch } from './watch.ts';

/** Looks after the room on this device while a page is open, and speaks up when it gets little. */
export function StorageWatch() {
  const originals = useLiveQuery(countOriginals) ?? 0;
  const level = useStorageWatch(originals);
  const { isFull, quiet } = useFullDisk();
  const told = useLiveQuery(async () => ({ last: await getSetting('storageTold') }));
  const [nowMs] = useState(() => Date.now());
  if (isFull) {
    return (
      <RoomPrompt onAnswer={quiet}>
        <Trans>
          This device has no room left. What Kiln could not keep stays with the studio and comes
          when there is room.
        </Trans>
      </RoomPrompt>
    );
  }
  if (!told || level === null || !isWorthTelling(level, told.last, nowMs)) return null;
  const silence = () => void setSetting('storageTold', { level, atMs: Date.now() }).catch(() => {});
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
    <Prompt
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
    </Prompt>
  );
}
