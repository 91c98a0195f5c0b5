import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { releaseOriginals } from '../../db/works/device-copies.ts';
import type { OriginalsByFate } from '../../db/media/storage-use.ts';
import { communityOwner } from '../../domain/community.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { UserKey } from '../../domain/ids.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatBytes } from '../../words/intl.ts';
import classes from './StoragePage.module.css';

/** Frees originals that the studio has too. What exists only here never goes from here. */
export function MakeRoom({
  owner,
  fate,
  releasing,
}: {
  owner: UserKey;
  fate: OriginalsByFate;
  /** Asked for already; they go once the studio has answered. */
  releasing: number;
}) {
  const { i18n } = useLingui();
  const { wakeQueue } = useAppActions();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ErrorCode | null>(null);
  const { freeable, pinned, onlyHere } = fate;
  const size = formatBytes(freeable.bytes, i18n.locale);

  async function free() {
    setAsking(false);
    try {
      await releaseOriginals(owner, freeable.ids);
      setProblem(null);
      wakeQueue();
    } catch (error) {
      setProblem(errorCodeOf(error));
    }
  }

  return (
    <div className={classes.room}>
      {releasing > 0 ? (
        <p role="status">
          {online ? (
            <Plural
              value={releasing}
              one="# work goes as soon as the studio says that it keeps it."
              other="# works go as soon as the studio says that it keeps them."
            />
          ) : (
            <Plural
              value={releasing}
              one="# work goes once there is a network and the studio says that it keeps it."
              other="# works go once there is a network and the studio says that it keeps them."
            />
          )}
        </p>
      ) : freeable.count > 0 ? (
        <>
          <p>
            <Plural
              value={freeable.count}
              one="The studio has # of these works, too. Its full size can go from here; its small preview stays."
              other="The studio has # of these works, too. Their full size can go from here; the small previews stay."
            />
          </p>
          <Button className={classes.action} variant="default" onClick={() => setAsking(true)}>
            <Trans comment="Button: frees storage; {size} like 12 MB">Free {size}</Trans>
          </Button>
        </>
      ) : owner === communityOwner ? (
        <p>
          <Trans>To make room, download the works you want to keep, and delete them here.</Trans>
        </p>
      ) : (
        <p>
          <Trans>There is nothing here that the studio has, too, and that could go.</Trans>
        </p>
      )}
      {onlyHere.count > 0 && (
        <p className={classes.quiet}>
          <Plural
            value={onlyHere.count}
            one="# work exists only on this device. It stays until you delete it."
            other="# works exist only on this device. They stay until you delete them."
          />
        </p>
      )}
      {pinned.count > 0 && (
        <p className={classes.quiet}>
          <Plural
            value={pinned.count}
            one="# work stays because you want it here."
            other="# works stay because you want them here."
          />
        </p>
      )}
      {problem && (
        <Notice tone="danger" announce title={i18n._(errorWords[problem].title)}>
          {i18n._(errorWords[problem].advice)}
        </Notice>
      )}
      <ConfirmDialog
        opened={asking}
        tone="plain"
        title={<Trans>Free {size} on this device?</Trans>}
        confirmLabel={<Trans comment="Button: frees storage">Free it</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={() => void free()}
      >
        <p>
          <Trans>
            Your works stay in the list, in small. Opening one fetches its full size again, for as
            long as the studio keeps it; each work says until when that is.
          </Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}
