import { useLingui } from '@lingui/react/macro';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { markWorkSeen } from '../../db/intents/unseen.ts';
import type { WorkId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { HeartButton } from '../../ui/HeartButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { useOnceVisible } from '../../ui/useOnceVisible.ts';
import { OriginalNote } from './OriginalNote.tsx';
import { MediaView } from './MediaView.tsx';
import { PictureView, type Zoom } from './PictureView.tsx';
import { useWorkCommands } from './useWorkCommands.tsx';
import { WorkDetails } from './WorkDetails.tsx';
import classes from './WorkView.module.css';
import { useOriginalState } from './useOriginalState.ts';
import { useThumbnail } from '../../live/useMedia.ts';
import type { ViewedWork } from '../../live/useViewedWork.ts';

export const viewTransitionName = 'kiln-work';

const zoomSteps: readonly Zoom[] = ['fit', 1, 2, 4];

/** Keys belong to what is being typed in, chosen from or scrolled. Players and sliders have no letters. */
function isTakenByTarget(target: EventTarget | null, isLetter: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('video, audio, input[type="range"]') !== null) return !isLetter;
  return target.closest('input, textarea, select, [role="menu"], [contenteditable]') !== null;
}

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
  viewed: ViewedWork;
  form: 'page' | 'dialog';
  onGo: (id: WorkId) => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const { work, previous, next } = viewed;
  const commands = useWorkCommands();
  const online = useOnline();
  const original = useOriginalState(work, online);
  const thumbnail = useThumbnail(work.id)?.blob ?? null;
  const [zoomed, setZoomed] = useState<{ id: WorkId; zoom: Zoom }>({ id: work.id, zoom: 'fit' });
  const zoom = zoomed.id === work.id ? zoomed.zoom : 'fit';
  const setZoom = (value: Zoom) => setZoomed({ id: work.id, zoom: value });
  const zoomAt = zoomSteps.indexOf(zoom);
  const kind = mediaKind(work.mediaType);
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

  useKeys((key) => {
    if (key === 'f') toggleFavourite();
    else if (key === 'ArrowRight' || key === 'ArrowDown' || key === 's') step(1);
    else if (key === 'ArrowLeft' || key === 'ArrowUp' || key === 'w') step(-1);
    else return false;
    return true;
  }, zoom === 'fit');

  return (
    <div className={classes.view} data-form={form}>
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
        ) : (
          <PictureView
            work={work}
            // A solid is shown by the picture that stands for it.
            original={kind === 'picture' && original.kind === 'here' ? original.blob : null}
            thumbnail={thumbnail}
            zoom={zoom}
            onZoom={setZoom}
            onStep={step}
            transitionName={viewTransitionName}
          />
        )}
        <div className={classes.corner} data-side="start">
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
          {zoomAt > 0 && (
            <IconButton
              onPicture
              label={t({ message: 'Smaller', comment: 'Button: zoom out of a picture' })}
              icon={<IconZoomOut size={20} stroke={1.75} aria-hidden />}
              onClick={() => setZoom(zoomSteps[zoomAt - 1] ?? 'fit')}
            />
          )}
          {kind === 'picture' && zoomAt < zoomSteps.length - 1 && (
            <IconButton
              onPicture
              label={t({ message: 'Larger', comment: 'Button: zoom into a picture' })}
              icon={<IconZoomIn size={20} stroke={1.75} aria-hidden />}
              onClick={() => setZoom(zoomSteps[zoomAt + 1] ?? 'fit')}
            />
          )}
        </div>
        <OriginalNote state={original} />
      </div>
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
      <div className={classes.side}>
        <WorkDetails
          work={work}
          commands={commands}
          onDelete={() => void remove()}
          headingLevel={form === 'page' ? 1 : 2}
        />
      </div>
    </div>
  );
}

/** Keys of the whole window, for as long as the viewer is there. */
function useKeys(onKey: (key: string) => boolean, enabled: boolean) {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTakenByTarget(event.target, event.key.length === 1 && event.key !== ' ')
      )
        return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (latest.current(key)) event.preventDefault();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [enabled]);
}
