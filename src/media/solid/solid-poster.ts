import { readSolid } from './read-solid.ts';
import { pictureOf, type SolidPicture } from './small-picture.ts';
import { SolidStage } from './stage.ts';

/**
 * The small picture of a 3D object, drawn in the thread that asks.
 * @throws SolidError, where the file is none or the device draws none
 */
export async function posterOfSolid(file: Blob, mediaType: string): Promise<SolidPicture> {
  const canvas = new OffscreenCanvas(1, 1);
  const stage = new SolidStage(canvas, await readSolid(await file.bytes(), mediaType));
  try {
    return await pictureOf(stage, canvas);
  } finally {
    stage.dispose();
  }
}
