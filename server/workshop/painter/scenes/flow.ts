import { clamp01 } from '../noise.ts';
import { lighten, mix, ramp, type Lab } from '../oklab.ts';
import type { Studio } from '../studio.ts';
import { fillPolygon, fillSurface, strokeOutline, type Point } from '../surface.ts';

/** Long strokes that follow one field and never cross: broad ones first, thin ones fill what is left. */
export function paintFlow(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('flow');
  const field = studio.noise('field');
  const tone = studio.noise('tone');
  const dark = plan.has('dark') || plan.palette.night || random.chance(0.3);
  const ground = dark ? lighten(plan.palette.sky[0], -0.02) : plan.palette.paper;
  fillSurface(surface, (x, y, out) => {
    const cloud = 0.012 * tone.fractal((x / height) * 3, (y / height) * 3, 4);
    out.set(lighten(ground, cloud));
  });
  const colours = strokeColours(studio, dark);
  const unit = Math.min(width, height);
  const cell = Math.max(1, unit / 400);
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const taken = new Uint8Array(columns * rows);
  const scale = random.range(0.7, 1.5);
  const swirl = random.range(0.7, 1.5) * Math.PI;
  const turn = random.range(0, 2 * Math.PI);
  const shift = random.range(0, 80);
  const angleAt = (x: number, y: number): number =>
    turn + swirl * field.fractal((x / unit) * scale + shift, (y / unit) * scale + shift, 2);
  const free = (x: number, y: number, reach: number): boolean => {
    const span = Math.ceil(reach / cell);
    const centreColumn = Math.floor(x / cell);
    const centreRow = Math.floor(y / cell);
    for (let row = centreRow - span; row <= centreRow + span; row += 1) {
      for (let column = centreColumn - span; column <= centreColumn + span; column += 1) {
        if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
        const apart = Math.hypot(column - centreColumn, row - centreRow) * cell;
        if (apart <= reach && taken[row * columns + column] === 1) return false;
      }
    }
    return true;
  };
  const take = (path: readonly Point[], half: number): void => {
    const span = Math.ceil(half / cell);
    for (const [x, y] of path) {
      for (let row = Math.floor(y / cell) - span; row <= Math.floor(y / cell) + span; row += 1) {
        for (
          let column = Math.floor(x / cell) - span;
          column <= Math.floor(x / cell) + span;
          column += 1
        ) {
          if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
          taken[row * columns + column] = 1;
        }
      }
    }
  };
  const widths = [0.046, 0.028, 0.016, 0.009, 0.005].map(
    (part) => part * unit * (plan.has('calm') ? 1.2 : 1),
  );
  const tries = [120, 420, 1300, 3200, 6000];
  for (const [size, full] of widths.entries()) {
    const count = Math.round(
      tries[size]! * (0.5 + plan.detail) * Math.max(1, (width * height) / unit ** 2),
    );
    for (let attempt = 0; attempt < count; attempt += 1) {
      const half = (full / 2) * random.range(0.75, 1.15);
      let x = random.range(-0.05, 1.05) * width;
      let y = random.range(-0.05, 1.05) * height;
      const start: Point = [x, y];
      const path: Point[] = [];
      const longest = random.range(0.35, 1.1) * unit;
      const stride = Math.max(1.5, half * 0.7);
      for (let length = 0; length < longest; length += stride) {
        if (!free(x, y, half + full * 0.22 + cell)) break;
        path.push([x, y]);
        const angle = angleAt(x, y);
        x += Math.cos(angle) * stride;
        y += Math.sin(angle) * stride;
      }
      if (path.length * stride < half * 7) continue;
      take(path, half);
      const place = clamp01(
        0.5 + 0.75 * tone.fractal((start[0] / unit) * 1.4, (start[1] / unit) * 1.4, 2),
      );
      const base = random.chance(0.75) ? ramp(colours, place) : random.pick(colours);
      const shade = lighten(base, random.range(-0.035, 0.035));
      const round = (part: number): number => {
        const fromEnd = Math.min(part, 1 - part) * path.length * stride;
        return fromEnd >= half ? half : Math.sqrt(Math.max(0, half * half - (half - fromEnd) ** 2));
      };
      fillPolygon(surface, strokeOutline(path, round), shade);
    }
    studio.report(0.1 + (0.85 * (size + 1)) / widths.length);
  }
}

function strokeColours(studio: Studio, dark: boolean): Lab[] {
  const { palette } = studio.plan;
  const colours = [...palette.accents, palette.sky[1], palette.sky[2]];
  // Strokes must stand off their ground.
  return colours.map((colour) =>
    dark
      ? colour[0] < 0.45
        ? mix(colour, palette.accents[0]!, 0.5)
        : colour
      : colour[0] > 0.9
        ? lighten(colour, -0.14)
        : colour,
  );
}
