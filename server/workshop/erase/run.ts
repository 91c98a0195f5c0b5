import sharp from 'sharp';
import { seedMax } from '../../../src/domain/limits.ts';
import { refusedInput } from '../../engines/contract/engine.ts';
import { fillHoles } from '../fill/fill.ts';
import { openBounded, type BoundedPicture } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { growMask, readMask } from '../picture/mask.ts';
import type { ToolOutput, ToolRunner, ToolTask } from '../tool.ts';
import { fillMaxSide } from './fields.ts';

export interface MaskedPicture extends BoundedPicture {
  /** 1 for marked. */
  marked: Uint8Array;
}

/**
 * Opens a job's picture and what is marked on it.
 * @throws EngineError `invalid-input` when nothing or everything is marked; otherwise as `openPicture`
 */
export async function openMasked(task: ToolTask): Promise<MaskedPicture> {
  const opened = await openBounded(task.sources, 'image', fillMaxSide);
  const { width, height } = opened.picture;
  const mask = await readMask(task.sources, { width, height });
  if (!mask.includes(0)) {
    throw refusedInput(
      { field: 'mask', reason: 'everything-marked' },
      'Leave something of the picture unmarked',
    );
  }
  const grown = growMask(mask, width, height, Number(task.input['grow'] ?? 0));
  return { ...opened, marked: grown.includes(0) ? grown : mask };
}

/** Fills what is marked from its surroundings; the search of each picture has its own seed. */
export const runErase: ToolRunner = async (task, report) => {
  const { picture, marked, warnings } = await openMasked(task);
  const { width, height } = picture;
  report(0.04);
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    const data = fillHoles(picture, marked, seed, (part) =>
      report(0.04 + (0.94 * (index + part)) / task.outputs),
    );
    const pixels = sharp(data, { raw: { width, height, channels: 3 } });
    const encoded = await encodePicture(pixels, { width, height });
    const parameters = { ...task.input, n: 1, seed: String(seed) };
    outputs.push({ index, seed: String(seed), parameters, warnings, ...encoded });
  }
  report(1);
  return outputs;
};
