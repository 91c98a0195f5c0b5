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
export type Mark = Stroke | { kind: 'invert' } | { kind: 'clear' };

/** Spec 1, section 9: steps that can be taken back. */
export const undoMax = 50;
/** Spec 1, section 9: the brush, in pixels of a drawing whose longer side is 512. */
export const brushRange = { min: 1, max: 50, reference: 512 };
/** Fingers need a broader one than the specification's 10 to begin with. */
export const brushDefault = 24;

export interface Marks {
  done: readonly Mark[];
  undone: readonly Mark[];
}

export const noMarks: Marks = { done: [], undone: [] };

/** @returns the marks, and those that can no longer be taken back and belong to the ground from now on */
export function addMark({ done }: Marks, mark: Mark): { marks: Marks; settled: readonly Mark[] } {
  const all = [...done, mark];
  const settled = all.slice(0, Math.max(0, all.length - undoMax));
  return { marks: { done: all.slice(settled.length), undone: [] }, settled };
}

export function undoMark({ done, undone }: Marks): Marks {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
}

export function redoMark({ done, undone }: Marks): Marks {
  const next = undone.at(-1);
  return next ? { done: [...done, next], undone: undone.slice(0, -1) } : { done, undone };
}
