import { clamp01, smoothstep } from '../painter/noise.ts';
import type { Surface } from '../painter/surface.ts';
import { blur, edgeFlow, planeOf, sample } from '../picture/field.ts';
import type { BoundedPicture } from '../picture/canvas.ts';
import { stretched } from '../stylise/drawn.ts';
import { flattenAlongFlow } from '../stylise/smooth.ts';
import { depthAt, guessDepth } from '../video/depth.ts';
import type { Heights } from './relief.ts';

export type ReliefKind = 'relief' | 'lithophane';

/**
 * Heights from a picture. A relief rises where things seem near and light falls; a lithophane is thick where
 * the picture is dark, so that light behind it shows the picture.
 * @param cells along the longer side
 * @param detail 0 smooth … 1 with everything
 */
export function heightsOf(
  picture: BoundedPicture['picture'],
  surface: Surface,
  kind: ReliefKind,
  cells: number,
  detail: number,
): Heights {
  const { width, height } = surface;
  const unit = Math.max(0.5, Math.sqrt(width * height) / 512);
  const L = stretched(planeOf(surface.data, 0));
  const flow = edgeFlow(L, width, height, 2 * unit);
  const flat = flattenAlongFlow(
    surface,
    flow,
    { size: (4 - 2.5 * detail) * unit, tolerance: 0.09 - 0.05 * detail, rounds: 2 },
    () => undefined,
  );
  const clean = blur(stretched(planeOf(flat, 0)), width, height, (1.6 - detail) * unit);
  const depth = kind === 'relief' ? guessDepth(picture) : null;
  const fine = depth ? blur(L, width, height, 6 * unit) : null;
  const scale = cells / Math.max(width, height);
  const columns = Math.max(2, Math.round(width * scale));
  const rows = Math.max(2, Math.round(height * scale));
  const data = new Float32Array(columns * rows);
  for (let index = 0; index < data.length; index += 1) {
    const u = (index % columns) / (columns - 1);
    const v = Math.floor(index / columns) / (rows - 1);
    const [x, y] = [u * (width - 1), v * (height - 1)];
    const tone = sample(clean, width, height, x, y);
    if (!depth || !fine) {
      data[index] = 1 - clamp01(tone);
      continue;
    }
    // Light areas rise a little over their surroundings, as if lit from the front.
    const relative = tone - sample(fine, width, height, x, y);
    data[index] = clamp01(
      0.5 * depthAt(depth, u, v) + 0.3 * tone + (0.2 + 0.35 * detail) * relative,
    );
  }
  // Steeper than a cell is wide would be a saw's teeth, and a plain rim makes plain sides.
  const smooth = blur(data, columns, rows, 0.9);
  const rim = Math.max(1, 0.02 * cells);
  for (let index = 0; index < smooth.length; index += 1) {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const inwards = Math.min(column, columns - 1 - column, row, rows - 1 - row);
    smooth[index]! *= smoothstep(0, rim, inwards);
  }
  return { data: smooth, columns, rows };
}
