import type { Plan } from './plan.ts';
import { createNoise, type Noise } from './noise.ts';
import { createRandom, type Random } from './random.ts';
import type { Surface } from './surface.ts';

/** What every part of a picture works with. */
export interface Studio {
  surface: Surface;
  plan: Plan;
  width: number;
  height: number;
  random(name: string): Random;
  noise(name: string): Noise;
  /** 0…1 of this picture. */
  report(fraction: number): void;
}

export function openStudio(
  surface: Surface,
  plan: Plan,
  report: (fraction: number) => void,
): Studio {
  return {
    surface,
    plan,
    width: surface.width,
    height: surface.height,
    random: (name) => createRandom(plan.seed, name),
    noise: (name) => createNoise(plan.seed, name),
    report,
  };
}

/** Where sun or moon stands, in pixels. */
export interface Celestial {
  x: number;
  y: number;
  radius: number;
}
