import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { setSetting } from '../../db/settings.ts';
import { communityOwner } from '../../domain/community.ts';
import { useSession } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useOriginalCount } from '../../live/useOriginalCount.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { useLostStore, type LostStore } from './useLostStore.ts';
import { useFullDisk } from './useFullDisk.ts';
import { useKeepsFiles } from './useKeepsFiles.ts';
import { isWorthTelling, useStorageWatch } from './useStorageWatch.ts';

/** Looks after the room on this device while a page is open, and speaks up when it gets little. */
export function StorageWatch() {
  const originals = useOriginalCount() ?? 0;
  const keeps = useKeepsFiles(originals);
  const [isRead, setIsRead] = useState(false);
  const level = useStorageWatch(originals);
  const { isFull, quiet } = useFullDisk();
  const told = useSetting('storageTold');
  const [nowMs] = useState(() => Date.now());
  const { lost, forget } = useLostStore(originals);
  const session = useSession();
  const isOnlyHere = session?.userKey === communityOwner;
  if (lost) {
    const { requests } = lost;
    return (
      <Banner actions={<ReadButton onRead={forget} />}>
        {lost.isAlone ? (
          <LostOnlyCopies {...lost} />
        ) : (
          <Plural
            value={requests}
            one="This device's store was emptied, perhaps by the browser. # request that had not left is gone. What the studio keeps comes back when you sign in."
            other="This device's store was emptied, perhaps by the browser. # requests that had not left are gone. What the studio keeps comes back when you sign in."
          />
        )}
      </Banner>
    );
  }
  if (!keeps && !isRead) {
    return (
      <Banner actions={<ReadButton onRead={() => setIsRead(true)} />}>
        {isOnlyHere ? (
          <Trans>
            This window keeps no pictures, as private windows of Safari do. Open Kiln in a normal
            window before you make something.
          </Trans>
        ) : (
          <Trans>
            This window keeps no pictures, as private windows of Safari do. What you make stays with
            the studio: open Kiln in a normal window and sign in to see it there.
          </Trans>
        )}
      </Banner>
    );
  }
  if (isFull) {
    return (
      <RoomPrompt onAnswer={quiet}>
        {isOnlyHere ? (
          <Trans>
            This device has no room left. Make some soon: what volunteers finish is kept for this
            device for a short while only. What you were just asking for may not be saved: ask again
            then.
          </Trans>
        ) : (
          <Trans>
            This device has no room left. Finished works stay with the studio and come when there is
            room. What you were just asking for may not be saved: ask again then.
          </Trans>
        )}
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

function ReadButton({ onRead }: { onRead: () => void }) {
  const { t } = useLingui();
  return (
    <Button size="sm" variant="subtle" onClick={onRead}>
      {t({ message: 'OK', comment: 'Button: it was read' })}
    </Button>
  );
}

/** Of a device that asks volunteers by itself: nobody else had what was here. */
function LostOnlyCopies({ works, requests }: LostStore) {
  return (
    <>
      {works > 0 ? (
        <Plural
          value={works}
          one="This device's store was emptied, perhaps by the browser, and with it # work that was only here."
          other="This device's store was emptied, perhaps by the browser, and with it # works that were only here."
        />
      ) : (
        <Trans>This device's store was emptied, perhaps by the browser.</Trans>
      )}{' '}
      {requests > 0 && (
        <>
          <Plural
            value={requests}
            one="# request that had not left is gone."
            other="# requests that had not left are gone."
          />{' '}
        </>
      )}
      <Trans>Download what you want to keep; an installed Kiln is emptied less easily.</Trans>
    </>
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
