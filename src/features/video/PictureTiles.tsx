import { useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconArrowRight, IconGripVertical, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { useThumbnail } from '../../live/useMedia.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './PictureTiles.module.css';
import { useDragOrder } from './useDragOrder.ts';

/** The same picture may stand in several places; its places are told apart by how often it came before. */
function keysOf(works: readonly WorkRow[]): string[] {
  const counts = new Map<string, number>();
  return works.map(({ id }) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return `${id} ${count}`;
  });
}

const nameOf = ({ prompt }: WorkRow) => prompt.trim().slice(0, 80);

/** The pictures of a video in their order: moved by drag, by buttons or by keys, and taken out. */
export function PictureTiles({
  works,
  disabled,
  onMove,
  onRemove,
}: {
  works: readonly WorkRow[];
  disabled: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  /** The control that has the focus after the next change, by the tile's new place. */
  const focusNext = useRef<{ place: number; control: string; before: string } | null>(null);
  const keys = keysOf(works);
  const order = keys.join(',');

  // A tile that changes places is taken out of the page for a moment, and its button loses the focus.
  useLayoutEffect(() => {
    const wanted = focusNext.current;
    if (!wanted || wanted.before === order) return;
    focusNext.current = null;
    const tile = list.current?.querySelector(`[data-place="${wanted.place}"]`);
    const control = tile?.querySelector<HTMLElement>(`[data-control="${wanted.control}"]`);
    control?.focus();
  });

  function move(from: number, to: number, control: string | null) {
    const target = Math.min(works.length - 1, Math.max(0, to));
    if (target === from || disabled) return;
    if (control) focusNext.current = { place: target, control, before: order };
    onMove(from, target);
    const place = target + 1;
    const count = works.length;
    setSaid(t`Now at place ${place} of ${count}`);
  }

  function remove(place: number) {
    if (disabled) return;
    const left = works.length - 1;
    if (left > 0) {
      focusNext.current = { place: Math.min(place, left - 1), control: 'remove', before: order };
    }
    onRemove(place);
    setSaid(t`Taken out of the video`);
  }

  const { drag, begin } = useDragOrder((from, to) => move(from, to, null));

  return (
    <>
      <ol className={classes.tiles} ref={list}>
        {works.map((work, place) => (
          <Tile
            key={keys[place]}
            work={work}
            place={place}
            of={works.length}
            disabled={disabled}
            isDragged={drag?.from === place}
            drop={dropSide(drag, place)}
            onBegin={(event) => !disabled && begin(event, place)}
            onMove={(to, control) => move(place, to, control)}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
      <span role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </span>
    </>
  );
}

function dropSide(
  drag: { from: number; to: number } | null,
  place: number,
): 'before' | 'after' | undefined {
  if (!drag || drag.to === drag.from || drag.to !== place) return undefined;
  return drag.to < drag.from ? 'before' : 'after';
}

function Tile({
  work,
  place,
  of,
  disabled,
  isDragged,
  drop,
  onBegin,
  onMove,
  onRemove,
}: {
  work: WorkRow;
  place: number;
  of: number;
  disabled: boolean;
  isDragged: boolean;
  drop: 'before' | 'after' | undefined;
  onBegin: (event: PointerEvent<HTMLElement>) => void;
  onMove: (to: number, control: string) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const number = place + 1;
  const name = nameOf(work);
  const label = name
    ? t({ message: `Picture ${number} of ${of}: ${name}`, comment: 'One of a video, in its order' })
    : t({ message: `Picture ${number} of ${of}`, comment: 'One of a video, in its order' });

  function onKeyDown(event: KeyboardEvent) {
    const to = (
      {
        ArrowLeft: place - 1,
        ArrowUp: place - 1,
        ArrowRight: place + 1,
        ArrowDown: place + 1,
        Home: 0,
        End: of - 1,
      } as Record<string, number>
    )[event.key];
    if (to !== undefined) {
      event.preventDefault();
      onMove(to, 'handle');
    } else if (event.key === 'Delete') {
      event.preventDefault();
      onRemove();
    }
  }

  return (
    <li
      className={classes.tile}
      data-place={place}
      data-dragged={isDragged || undefined}
      data-drop={drop}
      aria-label={label}
    >
      <div className={classes.picture}>
        <NearPicture work={work} />
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <span className={classes.handle}>
          <IconButton
            onPicture
            data-control="handle"
            label={t({
              message: `Move picture ${number} of ${of}. Arrow keys change the place, Delete takes it out.`,
              comment: 'Handle of a picture: drag it, or use the keys',
            })}
            icon={<IconGripVertical size={20} stroke={1.75} aria-hidden />}
            aria-disabled={disabled || undefined}
            onPointerDown={onBegin}
            onKeyDown={onKeyDown}
          />
        </span>
      </div>
      <div className={classes.controls}>
        <IconButton
          data-control="earlier"
          label={t({
            message: `Earlier: picture ${number}`,
            comment: 'Button: moves it one place',
          })}
          icon={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
          aria-disabled={disabled || place === 0 || undefined}
          onClick={() => onMove(place - 1, 'earlier')}
        />
        <IconButton
          data-control="later"
          label={t({ message: `Later: picture ${number}`, comment: 'Button: moves it one place' })}
          icon={<IconArrowRight size={20} stroke={1.75} aria-hidden />}
          aria-disabled={disabled || number === of || undefined}
          onClick={() => onMove(place + 1, 'later')}
        />
        <IconButton
          data-control="remove"
          label={t({
            message: `Take out: picture ${number}`,
            comment: 'Button: a picture leaves the video, not the works',
          })}
          icon={<IconX size={20} stroke={1.75} aria-hidden />}
          aria-disabled={disabled || undefined}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

/** Read when it comes near the screen: of two hundred most are never seen at once. */
function NearPicture({ work }: { work: WorkRow }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isNear]);
  const url = useObjectUrl(useThumbnail(isNear ? work.id : null)?.blob);
  return (
    <div ref={box}>
      <AspectPicture
        width={work.width || 1}
        height={work.height || 1}
        boxRatio={1}
        src={url}
        thumbhash={work.thumbhash}
        alt=""
      />
    </div>
  );
}
