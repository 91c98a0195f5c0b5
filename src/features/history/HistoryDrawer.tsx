import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { noFilter } from '../../domain/history-filter.ts';
import { workRouteId, type UserKey } from '../../domain/ids.ts';
import type { WorkEntry } from '../../domain/work-entry.ts';
import { useHistory } from '../../live/useHistory.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { useWorkWithThumbnail } from '../../live/useWorkWithThumbnail.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { WallPicture } from '../../ui/wall/WallPicture.tsx';
import { Wall } from '../../ui/wall/Wall.tsx';
import { workTitle } from '../../words/work-titles.ts';
import classes from './HistoryDrawer.module.css';
import { askForPreview } from './previews.ts';
import { wallTiles } from './tiles.ts';
import { KindBadge } from './WorkTile.tsx';

/** Spec 2, section 2: what one has made, at the side of whatever one does; 690 px, or 97 % of a narrow screen. */
export function HistoryDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const owner = useMakingOwner();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t({ message: 'Works', comment: 'Title of the history' })}
      width={690}
      isSide
      headerAction={
        <ButtonLink to="/history" size="sm" variant="subtle" onClick={onClose}>
          <Trans comment="Link: to the page with all works">Open the whole page</Trans>
        </ButtonLink>
      }
    >
      {opened && owner && <Drawn key={owner} owner={owner} />}
    </Sheet>
  );
}

function Drawn({ owner }: { owner: UserKey }) {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const { state, entries, loadMore } = useHistory(
    { owner, order: 'newest', filter: noFilter },
    true,
  );
  const tiles = wallTiles([], entries, false).flatMap((tile) => (tile.kind === 'work' ? tile : []));
  return (
    <div ref={scroller} className={classes.scroller}>
      {tiles.length > 0 ? (
        <Wall
          label={t({ message: 'Works', comment: 'Title of the history' })}
          tiles={tiles}
          onNearEnd={loadMore}
          scroller={scroller}
        >
          {({ entry, ratio }) => <DrawerTile entry={entry} ratio={ratio} />}
        </Wall>
      ) : state === 'loading' ? (
        <div role="status" aria-label={t`Loading`} />
      ) : (
        <EmptyState
          title={
            state === 'failed' ? (
              <Trans>Your works can't be read just now</Trans>
            ) : (
              <Trans>Nothing here yet</Trans>
            )
          }
        >
          {state === 'failed' ? (
            <Trans>Nothing is lost. Close this and open it again.</Trans>
          ) : (
            <Trans>What you make comes here by itself, and stays on this device.</Trans>
          )}
        </EmptyState>
      )}
    </div>
  );
}

/** One work, which is a link to its page. */
const DrawerTile = memo(function DrawerTile({ entry, ratio }: { entry: WorkEntry; ratio: number }) {
  const { t, i18n } = useLingui();
  const { id, width, height } = entry;
  const found = useWorkWithThumbnail(id);
  const work = found?.work ?? null;
  const isPreviewMissing = work?.thumbnailWanted === 1;
  useEffect(() => {
    if (isPreviewMissing) askForPreview(id);
  }, [id, isPreviewMissing]);
  const name = work ? workTitle(work, i18n) : '';
  return (
    <Link
      to="/work/$id"
      params={{ id: workRouteId(id) }}
      className={classes.tile}
      aria-label={t`Open: ${name}`}
    >
      <WallPicture
        width={width}
        height={height}
        boxRatio={ratio}
        picture={found?.thumbnail}
        thumbhash={work?.thumbhash}
        alt=""
        failedLabel={t`This preview is damaged`}
      >
        {work && <KindBadge mediaType={work.mediaType} />}
      </WallPicture>
    </Link>
  );
});
