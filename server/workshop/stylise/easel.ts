import type { Surface } from '../painter/surface.ts';

/** What a manner of drawing works on; it leaves its picture in `surface`. */
export interface Easel {
  /** OKLab triples of the photo. */
  surface: Surface;
  width: number;
  height: number;
  /** Pixels per 1/512 of the picture's size: strokes keep their share of the picture. */
  unit: number;
  seed: number;
  /** 0 broad … 1 fine. */
  detail: number;
  /** 0…1 of the manner's work. */
  report: (part: number) => void;
}
