import type { Surface } from '../painter/surface.ts';
import { blur, planeOf, type Values } from '../picture/field.ts';

/** Deviations of the bands that are blended each over its own width, in 1/512 of the picture. */
const scales = [2, 6, 18] as const;

/**
 * Blends pictures of one size by masks that add up to 1 everywhere: coarse light over a wide seam, fine detail
 * over a narrow one (Burt and Adelson 1983), so that neither a ghost nor an edge shows.
 */
export function blendBands(
  pictures: readonly Surface[],
  masks: readonly Values[],
  report: (part: number) => void,
): Surface {
  const { width, height } = pictures[0]!;
  const unit = Math.max(0.5, Math.sqrt(width * height) / 512);
  const data = new Float32Array(width * height * 3);
  for (const [index, { data: own }] of pictures.entries()) {
    const soft = scales.map((scale) => blur(masks[index]!, width, height, scale * unit));
    for (const part of [0, 1, 2] as const) {
      const plane = planeOf(own, part);
      let from = plane;
      for (const [band, scale] of scales.entries()) {
        const coarse = blur(plane, width, height, scale * unit);
        const mask = soft[band]!;
        for (let at = 0; at < plane.length; at += 1) {
          data[at * 3 + part]! += (from[at]! - coarse[at]!) * mask[at]!;
        }
        from = coarse;
      }
      const widest = blur(soft.at(-1)!, width, height, 2 * scales.at(-1)! * unit);
      for (let at = 0; at < plane.length; at += 1) data[at * 3 + part]! += from[at]! * widest[at]!;
    }
    report((index + 1) / pictures.length);
  }
  return { width, height, data };
}
