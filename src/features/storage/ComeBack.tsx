import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { setKeepOriginals } from '../../db/works/originals.ts';
import { communityOwner } from '../../domain/community.ts';
import type { UserKey } from '../../domain/ids.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import classes from './StoragePage.module.css';

/** Works of which only the small picture is here, and how they come back. */
export function ComeBack({ owner, count }: { owner: UserKey; count: number }) {
  const { wakeQueue } = useAppActions();
  const keeps = useSetting('keepOriginals');
  // Without a platform nobody else has them.
  const canCome = owner !== communityOwner;

  async function bringAll() {
    await setKeepOriginals(owner, 'all');
    wakeQueue();
  }

  return (
    <div className={classes.room}>
      <p>
        {canCome ? (
          <Plural
            value={count}
            one="# work is here as a small preview. Its full size comes back from the studio when you open it, for as long as the studio keeps it."
            other="# works are here as small previews. Their full size comes back from the studio when you open them, for as long as the studio keeps it."
          />
        ) : (
          <Plural
            value={count}
            one="# work is here as a small preview alone; its full size is not kept anywhere."
            other="# works are here as small previews alone; their full size is not kept anywhere."
          />
        )}
      </p>
      {canCome && keeps === 'made-here' && (
        <Button className={classes.action} variant="default" onClick={() => void bringAll()}>
          <Trans comment="Button: fetches the full size of all works">Bring all of them here</Trans>
        </Button>
      )}
      {canCome && keeps === 'all' && (
        <p className={classes.quiet}>
          <Trans>They come by themselves, as long as this device has room.</Trans>
        </p>
      )}
    </div>
  );
}
