import { openBounded } from '../../picture/canvas.ts';
import { pictureError } from '../../../engines/contract/picture-error.ts';
import { createRandom } from '../../painter/random.ts';
import type { ToolRunner } from '../../tool.ts';
import { chooseMove } from '../camera.ts';
import { shootFilm } from '../film.ts';
import { chooseAir } from '../particles.ts';
import { reserve, videoSize } from '../planes.ts';

/** Moves a camera through a picture. */
export const runImageFilm: ToolRunner = async (task, report, surroundings) => {
  const { input } = task;
  const prompt = String(input['prompt'] ?? '');
  const longSide = Number(input['resolution'] ?? 768);
  const seed = Number(task.seed);
  // A ribbon is cut at the middle: what is beyond needs no pixels.
  const { picture, warnings } = await openBounded(task.sources, 'image', 4 * longSide * reserve);
  report(0.03);
  try {
    const size = videoSize(picture.width, picture.height, longSide);
    const shot = {
      picture,
      move: chooseMove(input['camera'], prompt, createRandom(seed, 'camera')),
      depth: Number(input['depth'] ?? 0.5),
      air: chooseAir(input['atmosphere'], prompt),
      seed,
    };
    const wish = { size, seconds: Number(input['duration'] ?? 4), transition: 'none' } as const;
    const film = await shootFilm([shot], wish, (part) => report(0.03 + 0.97 * part), surroundings);
    const parameters = { ...input, camera: shot.move, atmosphere: shot.air, seed: task.seed };
    const file = { ...film, ...size };
    return [{ index: 0, seed: task.seed, parameters, warnings, ...file }];
  } catch (error) {
    throw pictureError(error);
  }
};
