import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconCheck,
  IconClockHour4,
  IconCube,
  IconDots,
  IconHeartFilled,
  IconMusic,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useState, type DragEvent } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import type { WorkEntry } from '../../domain/work-entry.ts';
import { workRouteId, type WorkId } from '../../domain/ids.ts';
import { daysLeft } from '../../domain/retention.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { HeartButton } from '../../ui/HeartButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { WallPicture } from '../../ui/wall/WallPicture.tsx';
import { draggedByMouse, showDragged } from '../../ui/wall/drag-picture.ts';
import { useAtRest } from '../../ui/wall/useAtRest.ts';
import { errorWords } from '../../words/errors.ts';
import { formatTime } from '../../words/days.ts';
import { workHeading, workTitle } from '../../words/work-titles.ts';
import type { ListSearch } from './history-search.ts';
import { askForPreview } from './previews.ts';
import classes from './WorkTile.module.css';
import { useWorkWithThumbnail } from '../../live/useWorkWithThumbnail.ts';

/** From here on it is worth saying how long the full size can still be fetched. */
const countdownDays = 7;

/** What a tile of the wall may call. */
export interface TileActions {
  /** @param isRange from the one before up to this one */
  onSelect: (id: WorkId, isRange?: boolean) => void;
  menuOf: (work: WorkRow) => MenuAction[];
  onFavourite: (works: readonly WorkRow[], value: 0 | 1) => Promise<void>;
  /** A mouse drags it: what is selected goes with it. */
  onDrag: (transfer: DataTransfer, id: WorkId) => void;
}

/** One finished work on the wall. Memoised: scrolling renders the wall, not every picture on it. */
export const WorkTile = memo(function WorkTile({
  entry,
  ratio,
  selecting,
  selected,
  onSelect,
  menuOf,
  onFavourite,
  onDrag,
  listSearch,
}: TileActions & {
  entry: WorkEntry;
  ratio: number;
  /** A press selects instead of opening. */
  selecting: boolean;
  selected: boolean;
  /** Goes with the work's address, so that what comes before and after it stays the same there. */
  listSearch: ListSearch;
}) {
  const { t, i18n } = useLingui();
  const { id } = entry;
  const found = useWorkWithThumbnail(id);
  const work = found?.work ?? null;
  const isPreviewMissing = work?.thumbnailWanted === 1;
  useEffect(() => {
    if (isPreviewMissing) askForPreview(id);
  }, [id, isPreviewMissing]);
  const isAtRest = useAtRest();
  // Keys are faster: who tabs on from a picture comes to its buttons.
  const [isReached, setReached] = useState(false);
  const drag = (event: DragEvent<HTMLElement>) => {
    showDragged(event);
    onDrag(event.dataTransfer, id);
  };
  const routeId = workRouteId(id);
  const name = work ? workTitle(work, i18n) : '';
  const picture = (
    <WallPicture
      width={entry.width}
      height={entry.height}
      boxRatio={ratio}
      picture={found?.thumbnail}
      thumbhash={work?.thumbhash}
      alt=""
      failedLabel={t`This preview is damaged`}
    >
      {work && <KindBadge mediaType={work.mediaType} />}
    </WallPicture>
  );

  if (selecting) {
    return (
      <button
        type="button"
        role="checkbox"
        aria-checked={selected}
        aria-label={t({ message: `Select: ${name}`, comment: 'Checkbox on a picture; its prompt' })}
        className={classes.tile}
        data-work={id}
        data-selected={selected || undefined}
        onClick={(event) => onSelect(id, event.shiftKey)}
        {...(selected && draggedByMouse)}
        onDragStart={drag}
      >
        {picture}
        <span className={classes.check} aria-hidden>
          {selected && <IconCheck size={18} stroke={2.5} />}
        </span>
      </button>
    );
  }
  return (
    <div className={classes.tile} data-work={id} onFocus={() => setReached(true)}>
      <Link
        to="."
        search={(before: object) => ({ ...before, work: routeId })}
        mask={{ to: '/work/$id', params: { id: routeId }, search: listSearch }}
        resetScroll={false}
        className={classes.open}
        aria-label={t`Open: ${name}`}
        {...draggedByMouse}
        onDragStart={drag}
      >
        {picture}
      </Link>
      {work && <Countdown work={work} />}
      {work?.err && (
        <span className={classes.trouble}>
          <IconAlertTriangle size={18} aria-hidden />
          <VisuallyHidden>{i18n._(errorWords[work.err].title)}</VisuallyHidden>
        </span>
      )}
      {work?.starred === 1 && (
        <span className={classes.heart}>
          <IconHeartFilled size={18} aria-hidden />
          <VisuallyHidden>{t({ message: 'Favourite', comment: 'Mark on a work' })}</VisuallyHidden>
        </span>
      )}
      {work && (isAtRest || isReached) && (
        <div className={classes.over}>
          <span className={classes.caption} aria-hidden>
            <span>{i18n._(workHeading(work))}</span>
            <time dateTime={new Date(work.createdAtMs).toISOString()}>
              {formatTime(work.createdAtMs)}
            </time>
          </span>
          <span className={classes.buttons}>
            <HeartButton
              label={t({ message: `Favourite: ${name}`, comment: 'Heart on a work; its prompt' })}
              pressed={work.starred === 1}
              onPress={() => void onFavourite([work], work.starred === 1 ? 0 : 1)}
            />
            <ActionMenu label={t`What to do with this work`} actions={() => menuOf(work)}>
              {(trigger) => (
                <IconButton
                  {...trigger}
                  onPicture
                  label={t({
                    message: `Actions: ${name}`,
                    comment: 'Button that opens a menu; a prompt',
                  })}
                  tooltip={false}
                  icon={<IconDots size={20} stroke={1.75} aria-hidden />}
                />
              )}
            </ActionMenu>
          </span>
        </div>
      )}
    </div>
  );
});

/** What is no picture says so: it moves or sounds when it is opened. */
export function KindBadge({ mediaType }: { mediaType: string }) {
  const kind = mediaKind(mediaType);
  if (kind !== 'video' && kind !== 'audio' && kind !== 'solid') return null;
  const Icon = { video: IconPlayerPlayFilled, audio: IconMusic, solid: IconCube }[kind];
  return (
    <span className={classes.kind}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <VisuallyHidden>
        {kind === 'video' ? (
          <Trans comment="Mark on a work">Video</Trans>
        ) : kind === 'solid' ? (
          <Trans comment="Mark on a work">3D object</Trans>
        ) : (
          <Trans comment="Mark on a work">Sound</Trans>
        )}
      </VisuallyHidden>
    </span>
  );
}

/** The last days in which a picture's full size can still be fetched. */
function Countdown({ work }: { work: WorkRow }) {
  const [nowMs] = useState(() => Date.now());
  const { onDevice, remote, expiresAtMs } = work;
  if (onDevice === 1 || remote !== 'kept' || expiresAtMs === null) return null;
  const days = daysLeft(expiresAtMs, nowMs);
  if (days >= countdownDays) return null;
  return (
    <span className={classes.countdown}>
      <IconClockHour4 size={14} stroke={2} aria-hidden />
      <span>
        <Plural value={days} one="# day left" other="# days left" />
      </span>
    </span>
  );
}
