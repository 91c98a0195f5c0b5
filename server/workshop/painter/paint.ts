import { developSurface } from './finish.ts';
import { paintForeground } from './foreground.ts';
import { brushOver, washOver } from './media.ts';
import type { Plan, SceneName } from './plan.ts';
import { paintBlossom } from './scenes/blossom.ts';
import { paintCity } from './scenes/city.ts';
import { paintDunes } from './scenes/dunes.ts';
import { paintFlow } from './scenes/flow.ts';
import { paintForest } from './scenes/forest.ts';
import { paintGeometric } from './scenes/geometric.ts';
import { paintInk } from './scenes/ink.ts';
import { paintMarble } from './scenes/marble.ts';
import { paintMeadow } from './scenes/meadow.ts';
import { paintMountains } from './scenes/mountains.ts';
import { paintSea } from './scenes/sea.ts';
import { paintSpace } from './scenes/space.ts';
import { openStudio, type Studio } from './studio.ts';
import { createSurface } from './surface.ts';
import { paintWeather } from './weather.ts';

interface Scene {
  paint(studio: Studio): void;
  /** Has weather, and ground for someone to stand on. */
  outdoors: boolean;
  vignette: number;
}

const scenes: Readonly<Record<SceneName, Scene>> = {
  mountains: { paint: paintMountains, outdoors: true, vignette: 0.3 },
  sea: { paint: paintSea, outdoors: true, vignette: 0.3 },
  dunes: { paint: paintDunes, outdoors: true, vignette: 0.3 },
  meadow: { paint: paintMeadow, outdoors: true, vignette: 0.3 },
  forest: { paint: paintForest, outdoors: true, vignette: 0.3 },
  city: { paint: paintCity, outdoors: true, vignette: 0.3 },
  space: { paint: paintSpace, outdoors: false, vignette: 0.3 },
  blossom: { paint: paintBlossom, outdoors: false, vignette: 0.3 },
  flow: { paint: paintFlow, outdoors: false, vignette: 0.12 },
  marble: { paint: paintMarble, outdoors: false, vignette: 0.15 },
  geometric: { paint: paintGeometric, outdoors: false, vignette: 0.08 },
  ink: { paint: paintInk, outdoors: false, vignette: 0.12 },
};

/**
 * Paints a plan.
 * @returns 8-bit sRGB, 3 channels
 */
export function paintPicture(
  plan: Plan,
  width: number,
  height: number,
  report: (fraction: number) => void,
): Uint8Array {
  const surface = createSurface(width, height);
  const scene = scenes[plan.scene];
  const studio = openStudio(surface, plan, (fraction) => report(0.8 * fraction));
  scene.paint(studio);
  for (const paint of plan.later) paint();
  if (scene.outdoors) {
    paintForeground(studio);
    paintWeather(studio);
  }
  report(0.82);
  if (plan.medium === 'watercolour') washOver(studio);
  if (plan.medium === 'oil') brushOver(studio);
  report(0.95);
  const onPaper = plan.medium === 'watercolour';
  return developSurface(surface, {
    seed: plan.seed,
    grain: onPaper ? 0.5 : 1,
    vignette: onPaper ? 0.04 : scene.vignette,
  });
}
