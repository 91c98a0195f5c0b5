import { lerp } from '../painter/noise.ts';
import { blur, edgeFlow, type Values } from '../picture/field.ts';
import { stretched } from '../stylise/drawn.ts';
import { drawLines } from '../stylise/lines.ts';

/** Takes away what is smaller than a stroke of a pen. */
function dropSpecks(marks: Uint8Array, width: number, smallest: number): void {
  const seen = new Uint8Array(marks.length);
  for (let start = 0; start < marks.length; start += 1) {
    if (!marks[start] || seen[start]) continue;
    seen[start] = 1;
    const group = [start];
    for (let at = 0; at < group.length; at += 1) {
      const index = group[at]!;
      const column = index % width;
      for (let dy = -width; dy <= width; dy += width) {
        for (let dx = -1; dx <= 1; dx += 1) {
          if (column + dx < 0 || column + dx >= width) continue;
          const there = index + dy + dx;
          if (!marks[there] || seen[there]) continue;
          seen[there] = 1;
          group.push(there);
        }
      }
    }
    if (group.length < smallest) for (const index of group) marks[index] = 0;
  }
}

/**
 * Broad lines along the main contours, as somebody would scribble them.
 * @returns brightness 0…255 of each pixel, smooth at the lines' edges
 */
export function scribbleLines(
  lightness: Values,
  width: number,
  height: number,
  unit: number,
  detail: number,
): Uint8Array {
  const soft = blur(stretched(lightness), width, height, lerp(2.4, 1, detail) * unit);
  const flow = edgeFlow(soft, width, height, 3 * unit);
  const lines = drawLines(soft, width, height, flow, {
    size: lerp(2.1, 1.3, detail) * unit,
    follow: 6 * unit,
    threshold: lerp(0.014, 0.004, detail),
    gain: 120,
  });
  const marks = Uint8Array.from(lines, (dark) => (dark > 0.3 ? 1 : 0));
  dropSpecks(marks, width, lerp(140, 40, detail) * unit * unit);
  const broad = blur(Float32Array.from(marks), width, height, 1.2 * unit);
  return Uint8Array.from(broad, (value) =>
    Math.round(255 * Math.min(1, Math.max(0, (value - 0.22) * 5))),
  );
}
