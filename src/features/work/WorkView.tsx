import { useLingui } from '@lingui/react/macro';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconMinimize,
  IconRotateClockwise,
  IconX,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { markWorkSeen } from '../../db/intents/unseen.ts';
import type { WorkId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { HeartButton } from '../../ui/HeartButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useFullScreen } from '../../ui/useFullScreen.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { useOnceVisible } from '../../ui/useOnceVisible.ts';
import { OriginalNote } from './OriginalNote.tsx';
import { PositionNote } from './PositionNote.tsx';
import { useAlone } from './useAlone.ts';
import type { ListedWork } from './useListedWork.ts';
import { usePreloaded } from './usePreloaded.ts';
import { MediaView } from './MediaView.tsx';
import {
  isWhole,
  larger,
  rotated,
  smaller,
  wholePicture,
  type PictureLook,
} from './picture-look.ts';
import { PictureView } from './PictureView.tsx';
import { useViewerKeys } from './useViewerKeys.ts';
import { useWorkCommands } from './useWorkCommands.tsx';
import { WorkDetails } from './WorkDetails.tsx';
import classes from './WorkView.module.css';
import { useOriginalState } from './useOriginalState.ts';
import { useThumbnail } from '../../live/useMedia.ts';

/** Few works are 3D objects. */
const SolidView = lazy(() =>
  import('./solid/SolidView.tsx').then((module) => ({ default: module.SolidView })),
);

export const viewTransitionName = 'kiln-work';

/**
 * One work: the picture, and beside or below it everything about it.
 * @param onGo turns to a neighbour
 * @param onLeave back to where one came from
 */
export function WorkView({
  viewed,
  form,
  onGo,
  onLeave,
}: {
  viewed: ListedWork;
  form: 'page' | 'dialog';
  onGo: (id: WorkId) => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const { work, previous, next, position } = viewed;
  const view = useRef<HTMLDivElement>(null);
  const { isFull, toggle: toggleFull } = useFullScreen(view, 'layer');
  const isIdle = useAlone(view, isFull);
  const commands = useWorkCommands();
  const online = useOnline();
  const original = useOriginalState(work, online);
  const thumbnail = useThumbnail(work.id)?.blob ?? null;
  const [looked, setLooked] = useState<{ id: WorkId; look: PictureLook }>({
    id: work.id,
    look: wholePicture,
  });
  const look = looked.id === work.id ? looked.look : wholePicture;
  const setLook = (value: PictureLook) => setLooked({ id: work.id, look: value });
  const enlarged = larger(look);
  const kind = mediaKind(work.mediaType);
  const preloadedUrl = usePreloaded(work.id, [previous, next], original.kind !== 'loading');
  useOnceVisible(work.id, () => inPassing(markWorkSeen(work.id)));

  function step(direction: -1 | 1) {
    const target = direction === 1 ? next : previous;
    if (target) onGo(target);
  }

  async function remove() {
    const stayAt = next ?? previous;
    // It goes from the screen when it is written down, not before.
    await commands.remove([work]);
    if (stayAt) onGo(stayAt);
    else onLeave();
  }

  function toggleFavourite() {
    void commands.favourite([work], work.starred === 1 ? 0 : 1);
  }

  useViewerKeys((key, isShift) => {
    if (key === 'f' && !isShift) toggleFavourite();
    else if (key === 'ArrowRight' || key === 'ArrowDown' || key === 's') step(1);
    else if (key === 'ArrowLeft' || key === 'ArrowUp' || key === 'w') step(-1);
    else return false;
    return true;
  }, look.zoom === 'fit');
  useViewerKeys((key, isShift) => {
    if ((key === 'f' && isShift) || (key === 'Escape' && isFull)) toggleFull?.();
    else return false;
    return true;
  }, true);

  return (
    <div
      ref={view}
      className={classes.view}
      data-form={form}
      data-full={isFull || undefined}
      data-idle={isIdle || undefined}
    >
      <div className={classes.frame}>
        {kind === 'video' || kind === 'audio' ? (
          <MediaView
            key={work.id}
            work={work}
            kind={kind}
            original={original.kind === 'here' ? original.blob : null}
            thumbnail={thumbnail}
            onStep={step}
          />
        ) : kind === 'solid' ? (
          <Suspense>
            <SolidView
              key={work.id}
              work={work}
              original={original.kind === 'here' ? original.blob : null}
              thumbnail={thumbnail}
              onStep={step}
            />
          </Suspense>
        ) : (
          <PictureView
            work={work}
            original={kind === 'picture' && original.kind === 'here' ? original.blob : null}
            preloadedUrl={preloadedUrl}
            thumbnail={thumbnail}
            look={look}
            onLook={setLook}
            onStep={step}
            transitionName={viewTransitionName}
          />
        )}
        <div className={classes.corner} data-side="start" hidden={isFull}>
          <IconButton
            onPicture
            label={
              form === 'dialog'
                ? t({ message: 'Close', comment: 'Button that closes a dialog' })
                : t({ message: 'All works', comment: 'Button: back to the history' })
            }
            icon={
              form === 'dialog' ? (
                <IconX size={20} stroke={1.75} aria-hidden />
              ) : (
                <IconArrowLeft size={20} stroke={1.75} aria-hidden />
              )
            }
            onClick={onLeave}
          />
        </div>
        <div className={classes.corner} data-side="end">
          <HeartButton
            label={t({ message: 'Favourite', comment: 'Heart on a work' })}
            pressed={work.starred === 1}
            onPress={toggleFavourite}
          />
          {/* The player of videos has one of its own. */}
          {kind !== 'audio' && kind !== 'video' && (
            <IconButton
              onPicture
              label={
                isFull
                  ? t({ message: 'Leave full screen', comment: 'Button' })
                  : t({ message: 'Full screen', comment: 'Button: shows the work alone' })
              }
              aria-keyshortcuts="Shift+F"
              icon={
                isFull ? (
                  <IconMinimize size={20} stroke={1.75} aria-hidden />
                ) : (
                  <IconMaximize size={20} stroke={1.75} aria-hidden />
                )
              }
              onClick={() => toggleFull?.()}
            />
          )}
          {kind === 'picture' && (
            <>
              {look.zoom !== 'fit' && (
                <IconButton
                  onPicture
                  label={t({ message: 'Smaller', comment: 'Button: zoom out of a picture' })}
                  icon={<IconZoomOut size={20} stroke={1.75} aria-hidden />}
                  onClick={() => setLook({ ...look, zoom: smaller(look) })}
                />
              )}
              {enlarged !== null && (
                <IconButton
                  onPicture
                  label={t({ message: 'Larger', comment: 'Button: zoom into a picture' })}
                  icon={<IconZoomIn size={20} stroke={1.75} aria-hidden />}
                  onClick={() => setLook({ ...look, zoom: enlarged })}
                />
              )}
              <IconButton
                onPicture
                label={t({ message: 'Rotate', comment: 'Button: turns a picture by 90°' })}
                icon={<IconRotateClockwise size={20} stroke={1.75} aria-hidden />}
                onClick={() => setLook(rotated(look, 1))}
              />
              {!isWhole(look) && (
                <IconButton
                  onPicture
                  label={t({
                    message: 'Show all of it',
                    comment: 'Button: a picture or 3D object as at first',
                  })}
                  icon={<IconZoomReset size={20} stroke={1.75} aria-hidden />}
                  onClick={() => setLook(wholePicture)}
                />
              )}
            </>
          )}
        </div>
        <OriginalNote state={original} />
      </div>
      <PositionNote position={position} />
      {/* At the picture's sides on wide screens, within the thumb's reach below it on phones. */}
      <div className={classes.steps}>
        <IconButton
          label={t({ message: 'Previous work', comment: 'Button' })}
          icon={<IconChevronLeft size={22} stroke={1.75} aria-hidden />}
          disabled={!previous}
          onClick={() => step(-1)}
        />
        <IconButton
          label={t({ message: 'Next work', comment: 'Button' })}
          icon={<IconChevronRight size={22} stroke={1.75} aria-hidden />}
          disabled={!next}
          onClick={() => step(1)}
        />
      </div>
      <div className={classes.side} hidden={isFull}>
        <WorkDetails
          work={work}
          neighbours={{ previous, next }}
          commands={commands}
          onDelete={() => void remove()}
          headingLevel={form === 'page' ? 1 : 2}
        />
      </div>
    </div>
  );
}
