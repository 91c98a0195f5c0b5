import { EngineError, refusedInput, type EngineSource } from '../../engines/contract/engine.ts';
import { depthOfHoles } from '../fill/level.ts';
import { openPicture } from '../../engines/contract/open-picture.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';

/** From this brightness on, a pixel of a mask is marked. */
const maskThreshold = 128;

/**
 * What is marked on a picture: white on its mask, or strokes on nothing.
 * @param size of the picture that is worked on
 * @returns 1 for marked, one byte a pixel
 * @throws EngineError `invalid-input` when nothing is marked; otherwise as `openPicture`
 */
export async function readMask(
  sources: EngineSource[],
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const { pipeline } = await openPicture(sources, 'mask');
  try {
    const levels = await pipeline
      .flatten({ background: '#000000' })
      .greyscale()
      .resize({ ...size, fit: 'fill' })
      .threshold(maskThreshold)
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer();
    const marked = Uint8Array.from(levels, (level) => (level > 0 ? 1 : 0));
    if (!marked.includes(1)) throw nothingMarked();
    return marked;
  } catch (error) {
    throw pictureError(error);
  }
}

function nothingMarked(): EngineError {
  return refusedInput(
    { field: 'mask', reason: 'nothing-marked' },
    'Please mark the area to be inpainted',
  );
}

/** Widens what is marked, in pixels, rounded at corners. */
export function growMask(
  marked: Uint8Array,
  width: number,
  height: number,
  radius: number,
): Uint8Array {
  if (radius <= 0) return marked;
  const away = depthOfHoles(
    marked.map((value) => 1 - value),
    width,
    height,
  );
  return marked.map((_, pixel) => (away[pixel]! <= radius ? 1 : 0));
}
