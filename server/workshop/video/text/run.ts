import { seedMax } from '../../../../src/domain/limits.ts';
import { paintPicture } from '../../painter/paint.ts';
import { planPicture } from '../../painter/plan.ts';
import { createRandom } from '../../painter/random.ts';
import { pictureError } from '../../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../../tool.ts';
import { chooseMove } from '../camera.ts';
import { shootFilm, transitions, type Shot } from '../film.ts';
import { chooseAir } from '../particles.ts';
import { reserve } from '../planes.ts';
import { splitShots } from './shots.ts';

const paintingShare = 0.25;

/** Paints a picture for each shot and moves a camera through it; shots have seeds one after the other. */
export const runTextFilm: ToolRunner = async (task, report, surroundings) => {
  const { input } = task;
  const size = { width: Number(input['width'] ?? 768), height: Number(input['height'] ?? 448) };
  const width = 2 * Math.round((size.width * reserve) / 2);
  const height = 2 * Math.round((size.height * reserve) / 2);
  const prompts = splitShots(String(input['prompt'] ?? ''));
  const transition =
    transitions.find((name) => name === input['transition']) ?? ('crossfade' as const);
  try {
    const shots = prompts.map((prompt, index): Shot => {
      const seed = (Number(task.seed) + index) % (seedMax + 1);
      const air = chooseAir(input['atmosphere'], prompt);
      const plan = planPicture({
        prompt,
        negativePrompt: String(input['negative_prompt'] ?? ''),
        steps: Number(input['steps'] ?? 30),
        cfgScale: Number(input['cfg_scale'] ?? 7),
        seed,
      });
      // What falls moves through the film; painted, it would hang in the air.
      if (air !== 'none') Object.assign(plan, { rain: false, snowfall: false });
      const pixels = paintPicture(plan, width, height, (part) =>
        report((paintingShare * (index + part)) / prompts.length),
      );
      return {
        picture: { data: Buffer.from(pixels), width, height, channels: 3, warnings: [] },
        move: chooseMove(input['camera'], prompt, createRandom(seed, 'camera')),
        depth: Number(input['depth'] ?? 0.5),
        air,
        seed,
      };
    });
    const wish = { size, seconds: Number(input['duration'] ?? 5), transition };
    const film = await shootFilm(
      shots,
      wish,
      (part) => report(paintingShare + (1 - paintingShare) * part),
      surroundings,
    );
    const parameters = { ...input, seed: task.seed };
    const file = { ...film, ...size };
    return [{ index: 0, seed: task.seed, parameters, warnings: [], ...file }];
  } catch (error) {
    throw pictureError(error);
  }
};
