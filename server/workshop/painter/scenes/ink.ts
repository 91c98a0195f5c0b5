import { clamp01, smoothstep } from '../noise.ts';
import { lighten, mix, type Lab } from '../oklab.ts';
import type { Random } from '../random.ts';
import type { Studio } from '../studio.ts';
import {
  blend,
  fillDisc,
  fillPolygon,
  fillSurface,
  strokeOutline,
  type Point,
} from '../surface.ts';
import {
  paintBranch,
  paintFlight,
  paintSkiff,
  ricePaper,
  soot,
  stampSeal,
  vermilion,
} from './ink-details.ts';

/** Mountains and water in ink: washes that fade into mist, much empty paper, a seal in red. */
export function paintInk(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('ink');
  const fibre = studio.noise('rice paper');
  fillSurface(surface, (x, y, out) => {
    const stain = fibre.fractal((x / height) * 1.6, (y / height) * 1.6, 4);
    out.set(lighten(ricePaper, 0.018 * stain));
  });
  const colours = plan.palette.accents;
  const tinted =
    plan.has('spring') || plan.has('autumn') || plan.has('vivid') || plan.has('sunset');
  const wash = mix(soot, tinted ? colours[0]! : plan.palette.water, tinted ? 0.35 : 0.16);
  const bodies = plan.celestial !== 'none' || random.chance(0.5);
  const sunX = width * random.range(0.22, 0.78);
  if (bodies) {
    const moon = plan.palette.night || plan.has('moon');
    const radius = Math.min(width, height) * 0.055;
    const colour = moon ? lighten(ricePaper, 0.04) : mix(vermilion, ricePaper, 0.25);
    fillDisc(surface, sunX, height * random.range(0.14, 0.26), radius, colour, 0.8, 0.12);
  }
  const layers = Math.round(4 + 2 * plan.detail);
  for (let layer = 0; layer < layers; layer += 1) {
    paintRidge(studio, layer, layer / (layers - 1), wash);
    studio.report(0.1 + (0.7 * (layer + 1)) / layers);
  }
  paintShoreStrokes(studio, random, wash);
  if (plan.has('boat') || plan.water || random.chance(0.6)) {
    paintSkiff(
      studio,
      width * random.range(0.3, 0.7),
      height * random.range(0.84, 0.9),
      height * 0.05,
    );
  }
  paintFlight(studio, random);
  const branchSide = sunX > width / 2 ? 1 : -1;
  if (plan.has('flower') || plan.has('spring') || plan.has('winter') || random.chance(0.45)) {
    paintBranch(studio, branchSide);
  }
  stampSeal(studio, random, branchSide);
}

function paintRidge(studio: Studio, layer: number, near: number, wash: Lab): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random(`ink ridge ${layer}`);
  const line = studio.noise(`ink line ${layer}`);
  const grain = studio.noise(`ink grain ${layer}`);
  const base = height * (0.36 + 0.36 * near);
  const tall = height * (0.3 - 0.1 * near) * random.range(0.8, 1.25);
  const shift = random.range(0, 60);
  const frequency = random.range(1.1, 1.9);
  const strength = (0.26 + 0.62 * near) * (1 - 0.25 * plan.fog);
  const reach = 0.1 + 0.09 * (1 - near) + 0.05 * random.next();
  const centre = random.range(0.2, 0.8);
  const octaves = 5 + 3 * plan.detail;
  for (let x = 0; x < width; x += 1) {
    const u = x / height;
    const massif = Math.exp(-(((x / width - centre) / 0.36) ** 2));
    const peak = line.ridged(u * frequency + shift, layer * 7, octaves);
    const ridge = base + height * 0.07 - tall * (peak * 1.15 - 0.2) * (0.32 + 0.8 * massif);
    for (let y = Math.max(0, Math.floor(ridge - 4)); y < height; y += 1) {
      const depth = (y - ridge) / height;
      const fade = Math.exp(-Math.max(0, depth) / reach);
      if (fade < 0.012) break;
      const v = y / height;
      // Wet edges bleed; the brush leaves dry streaks that follow the slope.
      const edge = smoothstep(-0.004, 0.004, depth + 0.004 * grain.at(u * 60, v * 60));
      const pooled = grain.fractal(u * 3 + 9, v * 3, 4);
      const streak = grain.ridged(u * 12 + depth * 18, v * 5 - depth * 9, 4);
      const texture = clamp01(0.62 + 0.42 * pooled + 0.85 * (streak - 0.34) * (0.4 + 0.6 * near));
      const rim = Math.exp(-Math.max(0, depth) / 0.006) * 0.3;
      blend(surface, y * width + x, wash, clamp01(edge * strength * (fade * texture + rim)));
    }
  }
}

function paintShoreStrokes(studio: Studio, random: Random, wash: Lab): void {
  const { surface, width, height } = studio;
  for (let stroke = 0; stroke < 16; stroke += 1) {
    const y = height * random.range(0.8, 0.97);
    const x = width * random.range(-0.05, 0.95);
    const length = width * random.range(0.05, 0.26);
    const sag = height * random.range(-0.004, 0.004);
    const path: Point[] = [0, 0.25, 0.5, 0.75, 1].map((part) => [
      x + length * part,
      y + sag * Math.sin(part * 5),
    ]);
    const half = height * random.range(0.0008, 0.0035);
    fillPolygon(
      surface,
      strokeOutline(path, (part) => half * Math.sin(Math.PI * part) + 0.2),
      wash,
      random.range(0.12, 0.4),
    );
  }
}
