import * as z from 'zod/mini';
import { modelFileName } from './run.ts';

const whole = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));

/** Squares that a model works in, and how much of each the next one covers once more, in pixels of the source. */
const tiles = { side: whole(16, 4096), overlap: whole(0, 1024) };

/** A picture becomes a larger one: a graph for each factor. */
export const upscaleRun = z.strictObject({
  scales: z
    .array(z.strictObject({ scale: z.union([z.literal(2), z.literal(4)]), graph: modelFileName }))
    .check(z.minLength(1)),
  ...tiles,
});

/** The blur of a shaken camera is cleared. */
export const deblurRun = z.strictObject({ graph: modelFileName, ...tiles });

/** What a model does that works on a picture tile by tile. */
export type TileWork =
  | { task: 'upscale'; run: z.output<typeof upscaleRun> }
  | { task: 'deblur'; run: z.output<typeof deblurRun> };

/** Graphs of such a model. */
export const tileGraphs = (work: TileWork): string[] =>
  work.task === 'deblur' ? [work.run.graph] : work.run.scales.map(({ graph }) => graph);

/** Factors that a picture may be enlarged by; 1 where it keeps its size. */
export const tileScales = (work: TileWork): number[] =>
  work.task === 'deblur' ? [1] : work.run.scales.map(({ scale }) => scale);

/** The graph that makes pictures so much larger, or the first one. */
export function graphFor(work: TileWork, scale: number): string {
  const graphs = tileGraphs(work);
  return graphs[tileScales(work).indexOf(scale)] ?? graphs[0] ?? '';
}
