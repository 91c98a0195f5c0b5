import { clamp01, smoothstep } from '../noise.ts';
import { lighten, mix, saturate, type Lab } from '../oklab.ts';
import type { Random } from '../random.ts';
import type { Studio } from '../studio.ts';
import { fillDisc, fillPolygon, type Point } from '../surface.ts';

export interface Flower {
  x: number;
  y: number;
  radius: number;
  petal: Lab;
  heart: Lab;
  form: 'round' | 'pointed' | 'narrow' | 'full';
}

interface PetalRing {
  petals: number;
  length: number;
  wide: number;
  tone: number;
}

function ringsOf(flower: Flower, detail: number): PetalRing[] {
  switch (flower.form) {
    case 'round':
      return [
        { petals: 5, length: 1, wide: 0.86, tone: -0.03 },
        { petals: 5, length: 0.78, wide: 0.72, tone: 0.03 },
      ];
    case 'pointed':
      return [
        { petals: 9, length: 1, wide: 0.44, tone: -0.06 },
        { petals: 8, length: 0.84, wide: 0.42, tone: 0 },
        { petals: 6, length: 0.62, wide: 0.4, tone: 0.06 },
      ];
    case 'narrow':
      return [
        { petals: 21, length: 1, wide: 0.2, tone: -0.05 },
        { petals: 17, length: 0.9, wide: 0.19, tone: 0.02 },
      ];
    case 'full': {
      const rings = Math.round(5 + 3 * detail);
      return Array.from({ length: rings }, (_, ring) => {
        const part = ring / (rings - 1);
        return {
          petals: Math.max(4, 9 - Math.round(5 * part)),
          length: 1 - 0.8 * part,
          wide: 0.78 + 0.12 * part,
          tone: -0.09 + 0.16 * part,
        };
      });
    }
  }
}

export function paintFlower(studio: Studio, random: Random, flower: Flower): void {
  const { surface, plan } = studio;
  // A soft shadow lifts it off what is behind.
  fillDisc(
    surface,
    flower.x + flower.radius * 0.05,
    flower.y + flower.radius * 0.1,
    flower.radius * 1.12,
    plan.palette.flora,
    0.28,
    0.9,
  );
  let turn = random.range(0, 2 * Math.PI);
  for (const ring of ringsOf(flower, plan.detail)) {
    for (let petal = 0; petal < ring.petals; petal += 1) {
      const angle = turn + ((petal + random.range(-0.12, 0.12)) * 2 * Math.PI) / ring.petals;
      paintPetal(studio, random, flower, ring, angle);
    }
    turn += Math.PI / ring.petals + random.range(-0.2, 0.2);
  }
  paintHeart(studio, random, flower);
}

/** A petal, shaded from its root to its rim, with fine veins. */
function paintPetal(
  studio: Studio,
  random: Random,
  flower: Flower,
  ring: PetalRing,
  angle: number,
): void {
  const { surface } = studio;
  const veins = studio.noise('petal veins');
  const length = flower.radius * ring.length * random.range(0.92, 1.06);
  const half = (flower.radius * ring.wide * ring.length ** 0.7) / 2;
  const blunt = flower.form === 'round' || flower.form === 'full' ? 0.62 : 0.95;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const wave = random.range(0.02, 0.05);
  const phase = random.range(0, 6);
  const steps = 22;
  const outline: Point[] = [];
  for (let step = 0; step <= 2 * steps; step += 1) {
    const part = step <= steps ? step / steps : (2 * steps - step) / steps;
    const side = step <= steps ? 1 : -1;
    const shape = Math.sin(Math.PI * part ** (blunt < 0.8 ? 1.35 : 1)) ** blunt;
    const ripple = 1 + wave * Math.sin(part * 17 + phase * side);
    const across = side * half * shape * ripple;
    const along = length * part * (1 - 0.04 * shape * Math.abs(Math.sin(phase)));
    outline.push([
      flower.x + cosine * along - sine * across,
      flower.y + sine * along + cosine * across,
    ]);
  }
  const own = random.range(-0.025, 0.025);
  const hue = saturate(flower.petal, 1.05);
  const rim = lighten(saturate(flower.petal, 0.6), 0.12);
  fillPolygon(surface, outline, (column, row) => {
    const dx = column + 0.5 - flower.x;
    const dy = row + 0.5 - flower.y;
    const along = clamp01((dx * cosine + dy * sine) / length);
    const across = (dy * cosine - dx * sine) / half;
    const vein = veins.fractal(across * 5 + phase, along * 1.4 + phase, 3);
    const fold = Math.exp(-((across / 0.13) ** 2)) * 0.03;
    const shadow = -0.17 * (1 - smoothstep(0, 0.55, along));
    const edge = -0.07 * smoothstep(0.55, 1, Math.abs(across));
    // Light falls from the upper left.
    const light = 0.04 * (-cosine * 0.6 - sine * 0.8) - 0.03 * across * (cosine * 0.8 - sine * 0.6);
    const tone = lighten(
      mix(hue, rim, smoothstep(0.35, 1, along) * 0.75),
      shadow + edge + light - fold + own + ring.tone + 0.035 * vein,
    );
    return tone;
  });
}

function paintHeart(studio: Studio, random: Random, flower: Flower): void {
  const { surface } = studio;
  if (flower.form === 'full') return;
  const size = flower.radius * (flower.form === 'narrow' ? 0.27 : 0.13);
  const dark = lighten(mix(flower.heart, flower.petal, 0.3), -0.2);
  fillDisc(surface, flower.x, flower.y, size, dark, 1, 0.25);
  const dots = flower.form === 'narrow' ? 190 : 46;
  for (let dot = 0; dot < dots; dot += 1) {
    // The sunflower's own order.
    const angle = dot * 2.39996;
    const away = Math.sqrt(dot / dots) * size * (flower.form === 'narrow' ? 0.98 : 1.9);
    const x = flower.x + Math.cos(angle) * away;
    const y = flower.y + Math.sin(angle) * away;
    const light = 0.1 * (1 - away / (size * 2)) - 0.1 * random.next();
    fillDisc(
      surface,
      x,
      y,
      Math.max(0.6, size * (flower.form === 'narrow' ? 0.062 : 0.1)),
      lighten(flower.heart, light),
      0.95,
      0.5,
    );
  }
}
