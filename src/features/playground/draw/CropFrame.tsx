import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { DrawingSize } from '../../../domain/drawing.ts';
import classes from './CropFrame.module.css';
import { moveEdges, type Edges, type Frame } from './frame.ts';

const edges = ['left', 'top', 'right', 'bottom'] as const;
const corners: readonly Edges[] = ['left top', 'right top', 'left bottom', 'right bottom'];

/** A frame on a sheet, to be drawn out and moved; in pixels of the sheet. */
export function CropFrame({
  frame,
  sheet,
  onChange,
}: {
  frame: Frame;
  sheet: DrawingSize;
  onChange: (frame: Frame) => void;
}) {
  const { t } = useLingui();
  const names = {
    left: t({ message: 'Left edge', comment: 'A handle of a frame' }),
    top: t({ message: 'Top edge', comment: 'A handle of a frame' }),
    right: t({ message: 'Right edge', comment: 'A handle of a frame' }),
    bottom: t({ message: 'Bottom edge', comment: 'A handle of a frame' }),
  };

  function drag(event: PointerEvent<HTMLElement>, what: Edges) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const begun = frame;
    const from = { x: event.clientX, y: event.clientY };
    const stage = handle.closest<HTMLElement>('[data-stage]');
    const scale = Number(stage?.style.getPropertyValue('--scale')) || 1;
    const move = (next: globalThis.PointerEvent) => {
      const by = { x: (next.clientX - from.x) / scale, y: (next.clientY - from.y) / scale };
      onChange(moveEdges(begun, sheet, what, by));
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  }

  function press(event: KeyboardEvent, edge: (typeof edges)[number]) {
    const step = event.shiftKey ? 50 : 10;
    const sign = ['ArrowRight', 'ArrowDown'].includes(event.key)
      ? 1
      : ['ArrowLeft', 'ArrowUp'].includes(event.key)
        ? -1
        : 0;
    if (sign === 0) return;
    event.preventDefault();
    onChange(moveEdges(frame, sheet, edge, { x: sign * step, y: sign * step }));
  }

  const at = {
    left: frame.x,
    top: frame.y,
    right: frame.x + frame.width,
    bottom: frame.y + frame.height,
  };
  return (
    <div
      className={classes.frame}
      style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }}
      onPointerDown={(event) => drag(event, 'all')}
    >
      {edges.map((edge) => (
        <div
          key={edge}
          className={classes.edge}
          data-edge={edge}
          role="slider"
          tabIndex={0}
          aria-label={names[edge]}
          aria-orientation={edge === 'left' || edge === 'right' ? 'horizontal' : 'vertical'}
          aria-valuemin={0}
          aria-valuemax={edge === 'left' || edge === 'right' ? sheet.width : sheet.height}
          aria-valuenow={at[edge]}
          onPointerDown={(event) => drag(event, edge)}
          onKeyDown={(event) => press(event, edge)}
        />
      ))}
      {corners.map((corner) => (
        <div
          key={corner}
          className={classes.corner}
          data-corner={corner}
          aria-hidden
          onPointerDown={(event) => drag(event, corner)}
        />
      ))}
    </div>
  );
}
