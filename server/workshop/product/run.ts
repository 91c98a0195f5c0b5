import { seedMax } from '../../../src/domain/limits.ts';
import {
  addTable,
  asksForScene,
  paintScene,
  paintStudio,
  softened,
  type BackdropWish,
} from '../compose/backdrop.ts';
import { placeSubject } from '../compose/place-subject.ts';
import { fitSubject } from '../compose/subject.ts';
import { cutOut } from '../cutout/cut.ts';
import type { Surface } from '../painter/surface.ts';
import { fromSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';

/** Where a table begins, and where things stand on it. */
const tableEdge = 0.68;
const foot = 0.87;

function backdropFor(wish: BackdropWish, report: (part: number) => void): Surface {
  if (!asksForScene(wish.prompt)) return paintStudio(wish);
  const scene = softened(paintScene(wish, report), Math.max(wish.width, wish.height) * 0.008);
  addTable(scene, tableEdge);
  return scene;
}

/** The product of a photo on another backdrop; each picture has its own seed and so its own backdrop. */
export const runProduct: ToolRunner = async (task, report) => {
  const { input } = task;
  const width = Number(input['width'] ?? 1024);
  const height = Number(input['height'] ?? 1024);
  const cutout = await cutOut(task, (part) => report(0.3 * part));
  const share = Number(input['size'] ?? 0.66);
  const subject = await fitSubject(cutout, {
    width: width * Math.min(0.95, share * 1.15),
    height: height * Math.min(share, foot - 0.04),
  });
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    const wish: BackdropWish = {
      prompt: String(input['prompt'] ?? ''),
      negativePrompt: String(input['negative_prompt'] ?? ''),
      seed,
      width,
      height,
    };
    const surface = backdropFor(wish, (part) =>
      report(0.3 + (0.7 * (index + 0.8 * part)) / task.outputs),
    );
    const shadow = Number(input['shadow'] ?? 0.7);
    placeSubject(surface, subject, { across: 0.5, foot, shadow, tone: 0.03 });
    const encoded = await encodePicture(fromSurface(surface), { width, height });
    const parameters = { ...input, n: 1, seed: String(seed) };
    outputs.push({
      index,
      seed: String(seed),
      parameters,
      warnings: cutout.warnings,
      ...encoded,
    });
    report(0.3 + (0.7 * (index + 1)) / task.outputs);
  }
  return outputs;
};
