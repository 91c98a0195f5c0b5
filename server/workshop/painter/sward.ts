import { smoothstep } from './noise.ts';
import { lighten, mix, saturate, type Lab } from './oklab.ts';
import type { Studio } from './studio.ts';
import { fillDisc, fillPolygon, strokeOutline } from './surface.ts';

export interface Sward {
  /** Where blades begin; they grow taller towards the lower edge. */
  fromY: number;
  flowers: boolean;
  /** Blades per picture at full detail. */
  density?: number;
  flowerColours?: readonly Lab[];
}

/** A meadow in perspective: many small strokes, far ones first. */
export function paintSward(studio: Studio, sward: Sward): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('sward');
  const patches = studio.noise('patches');
  const wind = studio.noise('wind');
  const { palette } = plan;
  const wintry = plan.snowCaps && (plan.has('snow') || plan.has('winter'));
  const dark = mix(palette.flora, palette.lit, 0.12);
  const light = wintry ? palette.lit : mix(palette.lit, palette.flora, 0.15);
  const colours = sward.flowerColours ?? palette.accents.slice(0, 3);
  const span = height - sward.fromY;
  const count = Math.round(
    (sward.density ?? 5200) * (0.45 + 0.75 * plan.detail) * Math.min(2, width / height),
  );
  const unit = height / 512;
  for (let blade = 0; blade < count; blade += 1) {
    // In order of depth, so that nearer blades lie over farther ones.
    const depth = ((blade + random.next()) / count) ** 0.72;
    const y = sward.fromY + span * depth * 1.06;
    const x = random.range(-0.02, 1.02) * width;
    const size = (2.2 + 26 * depth ** 1.5) * unit * random.range(0.5, 1.1);
    const patch = patches.fractal(((x / width) * 5) / (0.3 + depth), depth * 9, 3);
    const sway = (0.28 * wind.at((x / width) * 3, depth * 4) + 0.22 * random.normal()) * size;
    const tone = mix(
      dark,
      light,
      Math.min(1, Math.max(0, 0.42 + 0.7 * patch + 0.28 * random.normal())),
    );
    const near = smoothstep(0.55, 1.05, depth);
    const colour = lighten(mix(tone, dark, 0.5 * near), -0.03 * near);
    fillPolygon(
      surface,
      strokeOutline(
        [
          [x, y],
          [x + sway * 0.3, y - size * 0.6],
          [x + sway, y - size],
        ],
        (part) => Math.max(0.3, size * 0.035) * (1 - 0.85 * part),
      ),
      colour,
      0.35 + 0.5 * depth,
    );
    if (!sward.flowers || wintry) continue;
    const bed = patches.fractal(((x / width) * 4) / (0.35 + depth) + 30, depth * 6, 2);
    if (bed < 0.02 || !random.chance(0.34)) continue;
    const which = Math.floor(
      (patches.at((x / width) * 3 + 70, depth * 4) * 0.5 + 0.5) * colours.length * 0.999,
    );
    const petal = saturate(
      lighten(colours[Math.abs(which) % colours.length]!, random.range(-0.05, 0.06)),
      1.05,
    );
    const head = Math.max(0.7, size * random.range(0.1, 0.17));
    paintFlowerHead(studio, x + sway, y - size, head, petal, random.next());
  }
}

/** Five strokes of petals, or a single dot where it is too small to tell. */
function paintFlowerHead(
  studio: Studio,
  x: number,
  y: number,
  radius: number,
  petal: Lab,
  turn: number,
): void {
  const { surface, plan } = studio;
  if (radius < 1.8) {
    fillDisc(surface, x, y, radius, petal, 0.95, 0.5);
    return;
  }
  for (let part = 0; part < 5; part += 1) {
    const angle = (part / 5 + turn) * 2 * Math.PI;
    // Seen from the side, a flower is wider than high.
    const dx = Math.cos(angle) * radius * 0.62;
    const dy = Math.sin(angle) * radius * 0.36;
    fillDisc(
      surface,
      x + dx,
      y + dy,
      radius * 0.52,
      lighten(petal, -0.04 * Math.sin(angle)),
      0.95,
      0.4,
    );
  }
  fillDisc(
    surface,
    x,
    y,
    radius * 0.26,
    mix(plan.palette.sun, plan.palette.accents[0]!, 0.35),
    1,
    0.4,
  );
}
