/** What a drawing is for: one area that is marked, or hints at what stays and what goes. */
export type DrawingKind = 'mask' | 'strokes';

export type Brush = 'mark' | 'keep' | 'drop' | 'erase';

export interface Stroke {
  kind: 'stroke';
  brush: Brush;
  /** Diameter in pixels of the drawing. */
  size: number;
  /** Triples: x, y, and the share of the diameter that the pressure of a pen leaves. */
  points: number[];
}

/** One step that can be taken back. */
export type DrawingStep = Stroke | { kind: 'invert' } | { kind: 'clear' };

/** Spec 1, section 9: steps that can be taken back. */
export const undoMax = 50;
/** Spec 1, section 9: the brush, in pixels of a drawing whose longer side is 512. */
export const brushRange = { min: 1, max: 50, reference: 512 };
/** Fingers need a broader one than the specification's 10 to begin with. */
export const brushDefault = 24;

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
  const settled = all.slice(0, Math.max(0, all.length - undoMax));
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
