import { developSurface } from './finish.ts';
import type { Plan, SceneName } from './plan.ts';
import { paintCity } from './scenes/city.ts';
import { paintDunes } from './scenes/dunes.ts';
import { paintFlow } from './scenes/flow.ts';
import { paintForest } from './scenes/forest.ts';
import { paintGeometric } from './scenes/geometric.ts';
import { paintMarble } from './scenes/marble.ts';
import { paintMeadow } from './scenes/meadow.ts';
import { paintMountains } from './scenes/mountains.ts';
import { paintSea } from './scenes/sea.ts';
import { paintSpace } from './scenes/space.ts';
import { openStudio, type Studio } from './studio.ts';
import { createSurface } from './surface.ts';

const scenes: Partial<Record<SceneName, (studio: Studio) => void>> = {
  mountains: paintMountains,
  sea: paintSea,
  dunes: paintDunes,
  meadow: paintMeadow,
  forest: paintForest,
  city: paintCity,
  space: paintSpace,
  flow: paintFlow,
  marble: paintMarble,
  geometric: paintGeometric,
};

export function paintPicture(plan: Plan, width: number, height: number, report: (fraction: number) => void): Uint8Array {
  const surface = createSurface(width, height);
  const studio = openStudio(surface, plan, report);
  (scenes[plan.scene] ?? paintMountains)(studio);
  return developSurface(surface, { seed: plan.seed, grain: 1, vignette: 0.3 });
}
