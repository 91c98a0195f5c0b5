import type { Surface } from '../painter/surface.ts';

/** What a look is laid over. */
export interface LookSheet {
  surface: Surface;
  width: number;
  height: number;
  /** Pixels of 1/512 of the picture. */
  unit: number;
  seed: number;
}
