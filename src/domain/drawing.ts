import {
  brushSizeRange,
  canvasSideDefault,
  canvasSideRange,
  drawingUndoMax,
  maskReferenceSide,
} from './limits.ts';

/** What a drawing becomes: a picture of its own, one area that is marked, or hints at what stays and what goes. */
export type DrawingKind = 'picture' | 'mask' | 'strokes';

/** `#rrggbb` */
export type Colour = `#${string}`;

export type Brush = 'mark' | 'keep' | 'drop' | 'erase' | Colour;

export interface Stroke {
  kind: 'stroke';
  brush: Brush;
  /** Diameter in pixels of the drawing. */
  size: number;
  /** Triples: x, y, and the share of the diameter that the pressure of a pen leaves. */
  points: number[];
}

/** Another sheet in the coordinates of the one before: cut out of it, or wider than it. */
export interface FrameStep {
  kind: 'frame';
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One step that can be taken back. */
export type DrawingStep =
  | Stroke
  | FrameStep
  | { kind: 'invert' }
  | { kind: 'clear' }
  /** What lies beneath everything; null is see-through. */
  | { kind: 'paper'; colour: Colour | null };

/** What is drawn on. */
export interface Sheet {
  width: number;
  height: number;
  /** Its corner in the coordinates of the sheet that the drawing was begun on. */
  x: number;
  y: number;
  paper: Colour | null;
}

export interface DrawingSize {
  width: number;
  height: number;
}

/** The longer side of a mask: finer than any finger, small enough to travel at once. */
const maskMaxSide = 1_024;

export const blankSheet: Sheet = {
  width: canvasSideDefault,
  height: canvasSideDefault,
  x: 0,
  y: 0,
  paper: '#ffffff',
};

/** The sheet over a picture has its proportions. */
export function sheetOver(picture: DrawingSize, kind: DrawingKind): Sheet {
  const most = kind === 'picture' ? canvasSideRange.max : maskMaxSide;
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
    x: 0,
    y: 0,
    paper: null,
  };
}

export function isCanvasSide(value: number): boolean {
  return Number.isInteger(value) && value >= canvasSideRange.min && value <= canvasSideRange.max;
}

/** The sheet as some steps leave it. */
export function sheetAfter(sheet: Sheet, steps: readonly DrawingStep[]): Sheet {
  let now = sheet;
  for (const step of steps) {
    if (step.kind === 'paper') now = { ...now, paper: step.colour };
    if (step.kind === 'frame') {
      const { x, y, width, height } = step;
      now = { ...now, x: now.x + x, y: now.y + y, width, height };
    }
  }
  return now;
}

/** How many pixels of a drawing one pixel of a brush is: what is large is drawn on with broader brushes. */
export function brushUnit(sheet: DrawingSize, kind: DrawingKind): number {
  const longer = Math.max(sheet.width, sheet.height);
  return kind === 'picture' ? Math.max(1, longer / canvasSideDefault) : longer / maskReferenceSide;
}

/** A size that a brush can have. */
export function brushSize(wanted: number): number {
  return Math.min(brushSizeRange.max, Math.max(brushSizeRange.min, Math.round(wanted)));
}

export interface DrawingSteps {
  done: readonly DrawingStep[];
  undone: readonly DrawingStep[];
}

export const noSteps: DrawingSteps = { done: [], undone: [] };

/** @returns the steps, and those that can no longer be taken back and belong to the ground from now on */
export function addStep(
  { done }: DrawingSteps,
  step: DrawingStep,
): { steps: DrawingSteps; settled: readonly DrawingStep[] } {
  const all = [...done, step];
  const settled = all.slice(0, Math.max(0, all.length - drawingUndoMax));
  return { steps: { done: all.slice(settled.length), undone: [] }, settled };
}

export function undoStep({ done, undone }: DrawingSteps): DrawingSteps {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
}

export function redoStep({ done, undone }: DrawingSteps): DrawingSteps {
  const next = undone.at(-1);
  return next ? { done: [...done, next], undone: undone.slice(0, -1) } : { done, undone };
}

/**
 * Kept steps as they can be taken back.
 * @param count how many of them are done; those behind were taken back
 */
export function resumeSteps(
  kept: readonly DrawingStep[],
  count: number,
): { steps: DrawingSteps; settled: readonly DrawingStep[] } {
  const done = kept.slice(0, count);
  const first = Math.max(0, done.length - drawingUndoMax);
  return {
    steps: { done: done.slice(first), undone: kept.slice(count).toReversed() },
    settled: done.slice(0, first),
  };
}

/** Whether steps leave something to use: a drawing that was cleared is as good as none. */
export function leavesSomething(steps: readonly DrawingStep[], hadSomething: boolean): boolean {
  let something = hadSomething;
  for (const step of steps) {
    if (step.kind === 'clear') something = false;
    else if (step.kind !== 'stroke' || step.brush !== 'erase') something = true;
  }
  return something;
}
