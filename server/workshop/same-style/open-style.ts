import { open } from 'node:fs/promises';
import { trainedStyleField, type InputValues } from '../../../src/domain/model.ts';
import type { EngineSource } from '../../engines/contract/engine.ts';
import { openBounded, toSurface } from '../picture/canvas.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolTask } from '../tool.ts';
import { readStyle, type TrainedStyle } from './card.ts';
import { measureStyle, type StyleFacts } from './style.ts';

/** A style is measured on no more than this, in pixels a side. */
const modelMaxSide = 1024;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The style of a job's style picture: what was trained into it, else what it looks like.
 * @throws EngineError as `openPicture`
 */
export async function openStyle(
  sources: EngineSource[],
  field: string,
): Promise<StyleFacts | TrainedStyle> {
  const source = sources.find((candidate) => candidate.field === field);
  const trained = source && (await headOf(source.path).then(readStyle, () => null));
  if (trained) return trained;
  const { picture } = await openBounded(sources, field, modelMaxSide);
  try {
    return measureStyle(toSurface(picture));
  } catch (error) {
    throw pictureError(error);
  }
}

export interface StyleBeside {
  style: StyleFacts;
  /** 0…1. */
  amount: number;
  /** What a result says of it beside its other parameters. */
  parameters: InputValues;
}

/** The style that a task names beside its words, and how far it goes; null where it names none. */
export async function styleBeside({ sources, input }: ToolTask): Promise<StyleBeside | null> {
  if (!sources.some(({ field }) => field === trainedStyleField)) return null;
  const amount = Number(input['style_strength'] ?? 0.6);
  const style = await openStyle(sources, trainedStyleField);
  const name = 'name' in style ? style.name : '';
  return { style, amount, parameters: name ? { trained_style: name } : {} };
}
