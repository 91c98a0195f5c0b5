import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import {
  addStep,
  brushRange,
  noSteps,
  redoStep,
  undoStep,
  type Brush,
  type DrawingKind,
  type DrawingStep,
  type DrawingSteps,
  type Stroke,
} from './drawing-steps.ts';
import {
  drawingSize,
  exportDrawing,
  isBlank,
  paintEarlier,
  paintStep,
  paintStroke,
} from './paint.ts';

/** A pen that hardly touches still draws. */
const leastPressure = 0.35;

/**
 * A canvas over a picture and what has been drawn on it. Steps are kept as strokes and played again on undo,
 * so that fifty of them weigh nothing.
 */
export function useDrawing({
  canvasRef,
  kind,
  picture,
  earlier,
  brush,
  size,
}: {
  canvasRef: RefObject<HTMLCanvasElement | null>;
  kind: DrawingKind;
  picture: Blob;
  earlier: Blob | null;
  brush: Brush;
  size: number;
}) {
  const url = useObjectUrl(picture);
  /** What came before the steps that can be taken back. */
  const groundRef = useRef<HTMLCanvasElement | null>(null);
  const strokeRef = useRef<{ stroke: Stroke; pointer: number } | null>(null);
  const [steps, setSteps] = useState<DrawingSteps>(noSteps);
  const [isEmpty, setIsEmpty] = useState(true);

  useEffect(() => {
    let isOver = false;
    void (async () => {
      const [shown, before] = await Promise.all([
        createImageBitmap(picture),
        earlier && createImageBitmap(earlier),
      ]);
      const canvas = canvasRef.current;
      if (isOver || !canvas) return;
      const ground = document.createElement('canvas');
      Object.assign(ground, drawingSize(shown));
      Object.assign(canvas, drawingSize(shown));
      const context = ground.getContext('2d', { willReadFrequently: true });
      if (before && context) {
        paintEarlier(context, before, kind);
        setIsEmpty(isBlank(context));
      }
      canvas.getContext('2d')?.drawImage(ground, 0, 0);
      groundRef.current = ground;
      shown.close();
      if (before) before.close();
    })();
    return () => {
      isOver = true;
    };
  }, [canvasRef, picture, earlier, kind]);

  function play(done: readonly DrawingStep[]) {
    const context = canvasRef.current?.getContext('2d');
    const ground = groundRef.current;
    if (!context || !ground) return;
    context.clearRect(0, 0, ground.width, ground.height);
    context.drawImage(ground, 0, 0);
    for (const step of done) paintStep(context, step);
    setIsEmpty(isBlank(context));
  }

  /** @param isPainted a finger has painted it already */
  function add(step: DrawingStep, isPainted: boolean) {
    const { steps: next, settled } = addStep(steps, step);
    const ground = groundRef.current?.getContext('2d', { willReadFrequently: true });
    if (ground) for (const old of settled) paintStep(ground, old);
    setSteps(next);
    const context = canvasRef.current?.getContext('2d');
    if (!isPainted) play(next.done);
    else if (context) setIsEmpty(isBlank(context));
  }

  function go(next: DrawingSteps) {
    setSteps(next);
    play(next.done);
  }

  function extend(event: PointerEvent<HTMLCanvasElement>) {
    const current = strokeRef.current;
    const canvas = event.currentTarget;
    const context = canvas.getContext('2d');
    if (!current || current.pointer !== event.pointerId || !context) return;
    const { stroke } = current;
    const box = canvas.getBoundingClientRect();
    const from = stroke.points.length / 3;
    // Empty on Firefox for Android, where the event itself is all there is.
    const pieces = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const piece of pieces.length > 0 ? pieces : [event.nativeEvent]) {
      stroke.points.push(
        ((piece.clientX - box.left) / box.width) * canvas.width,
        ((piece.clientY - box.top) / box.height) * canvas.height,
        piece.pointerType === 'pen' ? Math.max(leastPressure, piece.pressure) : 1,
      );
    }
    paintStroke(context, stroke, from);
  }

  function end(event: PointerEvent<HTMLCanvasElement>) {
    const current = strokeRef.current;
    if (!current || current.pointer !== event.pointerId) return;
    strokeRef.current = null;
    add(current.stroke, true);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      // A second finger draws nothing.
      if (strokeRef.current || event.button !== 0 || !groundRef.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { width, height } = event.currentTarget;
      const unit = Math.max(width, height) / brushRange.reference;
      strokeRef.current = {
        pointer: event.pointerId,
        stroke: { kind: 'stroke', brush, size: Math.max(1, size * unit), points: [] },
      };
      extend(event);
    },
    onPointerMove: extend,
    onPointerUp: end,
    onPointerCancel: end,
  };

  return {
    url,
    handlers,
    isEmpty,
    canUndo: steps.done.length > 0,
    canRedo: steps.undone.length > 0,
    undo: () => go(undoStep(steps)),
    redo: () => go(redoStep(steps)),
    invert: () => add({ kind: 'invert' }, false),
    clear: () => add({ kind: 'clear' }, false),
    finish(): Promise<File> {
      const canvas = canvasRef.current;
      if (!canvas) return Promise.reject(new Error('nothing to draw on'));
      return exportDrawing(canvas, kind);
    },
  };
}
