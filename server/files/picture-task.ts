import sharp, { type Sharp } from 'sharp';

import { uploadMaxPixels } from '../../src/domain/limits.ts';

/** What is done to a picture beside the platform: plain data, it crosses to a process. */
export type PictureTask =
  | { kind: 'measure'; path: string }
  /** A WebP at most so wide, written to `target`. */
  | { kind: 'shrink'; path: string; width: number; target: string };

export interface Size {
  width: number;
  height: number;
}

/** Null: no decoder reads it. */
export type PictureResult = Size | null;

/** A small picture of one that lies on the disk or is held by us. */
export const shrink = (source: string | Uint8Array, width: number): Sharp =>
  sharp(source, { limitInputPixels: uploadMaxPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 });

export async function runPictureTask(task: PictureTask): Promise<PictureResult> {
  try {
    if (task.kind === 'shrink') return await shrink(task.path, task.width).toFile(task.target);
    // The limit is ours to check, so that the answer can say which one was broken. As it is seen: a photo may
    // carry its rotation beside its pixels.
    const { autoOrient } = await sharp(task.path, { limitInputPixels: false }).metadata();
    return autoOrient;
  } catch {
    return null;
  }
}
