import { clamp01, smoothstep } from '../noise.ts';
import { lighten, mix, ramp } from '../oklab.ts';
import type { Studio } from '../studio.ts';
import { fillSurface } from '../surface.ts';

/** Paint that was poured and folded: noise bent by noise, with thin veins of metal along the folds. */
export function paintMarble(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('marble');
  const noise = studio.noise('marble');
  const veins = studio.noise('veins');
  const { palette } = plan;
  const stops = [
    palette.sky[0],
    palette.accents[2]!,
    palette.accents[1]!,
    palette.accents[0]!,
    palette.paper,
  ];
  if (random.chance(0.5)) stops.reverse();
  const shift = random.range(0, 90);
  const scale = random.range(0.9, 1.5);
  const fold = random.range(1.1, 1.9);
  const octaves = 4 + 3 * plan.detail;
  const gold = mix([0.83, 0.02, 0.12], palette.glow, 0.3);
  const unit = Math.min(width, height);
  fillSurface(surface, (x, y, out) => {
    const u = (x / unit) * scale + shift;
    const v = (y / unit) * scale;
    const firstX = noise.fractal(u, v, 4);
    const firstY = noise.fractal(u + 5.2, v + 1.3, 4);
    const secondX = noise.fractal(u + fold * firstX + 1.7, v + fold * firstY + 9.2, octaves);
    const secondY = noise.fractal(u + fold * firstX + 8.3, v + fold * firstY + 2.8, 4);
    const value = noise.fractal(u + fold * secondX, v + fold * secondY, octaves);
    let colour = ramp(stops, clamp01(0.5 + 0.95 * value + 0.25 * firstX));
    // A silky sheen across the folds.
    colour = lighten(colour, 0.1 * secondX + 0.05 * Math.sin((value + secondY) * 22));
    colour = mix(colour, palette.sky[1], 0.35 * smoothstep(0.15, 0.7, Math.abs(secondY)));
    const vein = Math.abs(secondX + 0.22 * veins.fractal(u * 3, v * 3, 4));
    const line = 1 - smoothstep(0.004, 0.017, vein);
    colour = mix(
      colour,
      lighten(gold, 0.12 * veins.at(u * 40, v * 40)),
      line * 0.85 * smoothstep(-0.1, 0.35, firstY),
    );
    out.set(colour);
    if (x === 0) studio.report(y / height);
  });
}
