import sharp from 'sharp';
import { paintScene, paintStudio } from '../compose/backdrop.ts';
import { placeSubject } from '../compose/place-subject.ts';
import { fitSubject } from '../compose/subject.ts';
import { cutOut } from '../cutout/cut.ts';
import type { Surface } from '../painter/surface.ts';
import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import type { ToolRunner, ToolTask } from '../tool.ts';

/** Longest side of a scene that is decoded. */
const sceneMaxSide = 2048;

interface Scene {
  surface: Surface;
  warnings: string[];
}

/** The scene's picture, cut to the size, else the painted words; studio paper where there are none. */
async function openScene(task: ToolTask, report: (part: number) => void): Promise<Scene> {
  const { input, seed } = task;
  const width = Number(input['width'] ?? 768);
  const height = Number(input['height'] ?? 768);
  if (task.sources.some((source) => source.field === 'scene')) {
    const { picture, warnings } = await openBounded(task.sources, 'scene', sceneMaxSide);
    const fitted = await sharp(picture.data, {
      raw: { width: picture.width, height: picture.height, channels: 3 },
      limitInputPixels: false,
    })
      .resize({ width, height, fit: 'cover' })
      .raw()
      .toBuffer();
    return { surface: toSurface({ ...picture, data: fitted, width, height }), warnings };
  }
  const prompt = String(input['prompt'] ?? '').trim();
  const negativePrompt = String(input['negative_prompt'] ?? '');
  const wish = { prompt, negativePrompt, seed: Number(seed), width, height };
  const surface = prompt === '' ? paintStudio(wish) : paintScene(wish, report);
  return { surface, warnings: [] };
}

/** The kept subject of one photo in another scene. */
export const runReplace: ToolRunner = async (task, report) => {
  const { input } = task;
  const cutout = await cutOut(task, (part) => report(0.4 * part));
  const { surface, warnings } = await openScene(task, (part) => report(0.4 + 0.4 * part));
  const { width, height } = surface;
  const share = Number(input['size'] ?? 0.8);
  const subject = await fitSubject(cutout, { width: width * share, height: height * share });
  report(0.85);
  placeSubject(surface, subject, {
    across: Number(input['across'] ?? 0.5),
    foot: Number(input['foot'] ?? 0.94),
    shadow: Number(input['shadow'] ?? 0.6),
    tone: Number(input['tone'] ?? 0.2),
  });
  const encoded = await encodePicture(fromSurface(surface), { width, height });
  report(1);
  return [
    {
      index: 0,
      seed: task.seed,
      parameters: { ...input },
      warnings: [...new Set([...cutout.warnings, ...warnings])],
      ...encoded,
    },
  ];
};
