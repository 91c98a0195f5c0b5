import { startView } from '../../domain/solids/orbit.ts';
import { encodeSmall, thumbnailMaxPixels } from '../pictures.ts';
import type { SolidStage } from './stage.ts';

export interface SolidPicture {
  blob: Blob;
  width: number;
  height: number;
}

/** A quiet ground, light in the middle: a dark thing and a light one both stand out from it. */
function paintGround(context: OffscreenCanvasRenderingContext2D, side: number): void {
  const ground = context.createRadialGradient(side / 2, side * 0.45, 0, side / 2, side / 2, side);
  ground.addColorStop(0, '#9a9187');
  ground.addColorStop(1, '#57504a');
  context.fillStyle = ground;
  context.fillRect(0, 0, side, side);
}

/**
 * What stands for a 3D object among other works: seen from the front, on a ground of its own.
 * @param canvas what the stage draws on; in what size it is left is the caller's to mend in the same turn
 */
export function pictureOf(stage: SolidStage, canvas: OffscreenCanvas): Promise<SolidPicture> {
  const side = thumbnailMaxPixels;
  stage.draw(startView, { width: side, height: side, motion: 0, motionSeconds: 0 });
  const picture = new OffscreenCanvas(side, side);
  const context = picture.getContext('2d');
  if (!context) throw new Error('No 2d context');
  paintGround(context, side);
  context.drawImage(canvas, 0, 0);
  return encodeSmall(picture).then((blob) => ({ blob, width: side, height: side }));
}
