import { useLingui } from '@lingui/react/macro';
import { IconArrowsHorizontal } from '@tabler/icons-react';
import { useRef, useState, type PointerEvent } from 'react';
import type { WorkRow } from '../../../db/schema.ts';
import { useWorkName } from '../useWorkName.ts';
import { OriginalNote } from '../OriginalNote.tsx';
import classes from './Compare.module.css';
import { Room } from './Room.tsx';
import { isSmallOnly, useShownPicture } from './useShownPicture.ts';
import type { SharedLook } from './useSharedLook.ts';

/** One picture over the other, and a divider between them that is moved by finger, mouse and arrow keys. */
export function SliderView({ a, b, look }: { a: WorkRow; b: WorkRow; look: SharedLook }) {
  const { t, i18n } = useLingui();
  const [at, setAt] = useState(50);
  const box = useRef<HTMLDivElement>(null);
  /** The pointer that moves the divider; none once a second finger makes it a pinch. */
  const dragging = useRef<{ id: number; x: number; y: number; isSure: boolean } | null>(null);
  const [first, second] = [useShownPicture(a), useShownPicture(b)];
  const [firstName, secondName] = [useWorkName(a), useWorkName(b)];
  const ratio = a.width > 0 && a.height > 0 ? a.width / a.height : 1;
  // One of them says it for both: they are small for the same reason most of the time.
  const told = isSmallOnly(first) ? first : second;
  const share = i18n.number(at / 100, { style: 'percent' });

  function move(event: PointerEvent) {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    setAt(Math.round(Math.min(100, Math.max(0, ((event.clientX - left) / width) * 100))));
  }

  return (
    <div
      ref={box}
      className={classes.slider}
      style={{ '--at': `${at}%`, '--ratio': ratio }}
      onPointerDown={(event) => {
        // As long as nothing is enlarged, a drag anywhere is meant for the divider; then it moves the pictures.
        const isOurs = look.scale === 1 && event.isPrimary && event.button === 0;
        const { pointerId: id, clientX: x, clientY: y } = event;
        // A finger may be about to scroll the page or to pinch: it has to go across first, or to have been a tap.
        const isSure = event.pointerType !== 'touch';
        dragging.current = isOurs ? { id, x, y, isSure } : null;
        if (!isOurs) return;
        event.currentTarget.setPointerCapture(id);
        if (isSure) move(event);
      }}
      onPointerMove={(event) => {
        const drag = dragging.current;
        if (drag?.id !== event.pointerId) return;
        drag.isSure ||= Math.abs(event.clientX - drag.x) > Math.abs(event.clientY - drag.y);
        if (drag.isSure) move(event);
      }}
      onPointerUp={(event) => {
        if (dragging.current?.id === event.pointerId) move(event);
        dragging.current = null;
      }}
      onPointerCancel={() => {
        dragging.current = null;
      }}
    >
      <input
        className={classes.field}
        type="range"
        min={0}
        max={100}
        value={at}
        aria-label={t({ message: 'Divider between A and B', comment: 'Slider over two pictures' })}
        aria-valuetext={t({
          message: `${share} of A`,
          comment: 'How much of picture A shows, e.g. 50% of A',
        })}
        onChange={(event) => setAt(Number(event.currentTarget.value))}
      />
      <Room
        ratio={ratio}
        look={look}
        over={
          <>
            <div className={classes.upper}>
              <div className={classes.moved}>
                {second.url && (
                  <img
                    className={classes.picture}
                    src={second.url}
                    alt={secondName}
                    draggable={false}
                  />
                )}
              </div>
            </div>
            <div
              className={classes.divider}
              // The field over it is for keys and screen readers.
              aria-hidden
              onPointerDown={(event) => {
                event.stopPropagation();
                event.currentTarget.setPointerCapture(event.pointerId);
                move(event);
              }}
              onPointerMove={(event) => {
                if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
                event.stopPropagation();
                move(event);
              }}
            >
              <IconArrowsHorizontal size={20} stroke={1.75} aria-hidden />
            </div>
            <span className={classes.letter} data-side="start" aria-hidden>
              A
            </span>
            <span className={classes.letter} data-side="end" aria-hidden>
              B
            </span>
            <OriginalNote state={told.state} />
          </>
        }
      >
        {first.url && (
          <img className={classes.picture} src={first.url} alt={firstName} draggable={false} />
        )}
      </Room>
    </div>
  );
}
