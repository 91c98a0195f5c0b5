import sharp from 'sharp';
import type { Surface } from '../painter/surface.ts';
import { cutoutPixels, type Cutout } from '../cutout/cut.ts';
import { toSurface } from '../picture/canvas.ts';
import type { Values } from '../picture/field.ts';

/** A subject as large as it will stand in the new picture. */
export interface Subject extends Surface {
  alpha: Values;
  /** The photo ends where the subject does not: it has no foot to stand on. */
  isCutBelow: boolean;
}

/** Below this opacity nothing is seen. */
const visible = 0.03;

interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around what is seen; the whole where nothing is. */
function boundsOf({ alpha, width, height }: Cutout): Bounds {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    if (alpha[pixel]! < visible) continue;
    const x = pixel % width;
    const y = (pixel - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0) return { left: 0, top: 0, width, height };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Takes the subject alone and brings it to a size.
 * @param room that it may fill, in pixels
 */
export async function fitSubject(
  cutout: Cutout,
  room: { width: number; height: number },
): Promise<Subject> {
  const { width, height, alpha } = cutout;
  const bounds = boundsOf(cutout);
  const scale = Math.min(room.width / bounds.width, room.height / bounds.height);
  const size = {
    width: Math.max(1, Math.round(bounds.width * scale)),
    height: Math.max(1, Math.round(bounds.height * scale)),
  };
  const rgba = await sharp(cutoutPixels(cutout), {
    raw: { width, height, channels: 4 },
    limitInputPixels: false,
  })
    .extract(bounds)
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  const rgb = Buffer.alloc(size.width * size.height * 3);
  const opacity = new Float32Array(size.width * size.height);
  for (let pixel = 0; pixel < opacity.length; pixel += 1) {
    rgb.set(rgba.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
    opacity[pixel] = rgba[pixel * 4 + 3]! / 255;
  }
  let atFoot = 0;
  const lastRow = (height - 1) * width;
  for (let x = 0; x < width; x += 1) if (alpha[lastRow + x]! > 0.5) atFoot += 1;
  return {
    ...toSurface({ data: rgb, ...size, channels: 3, warnings: [] }),
    alpha: opacity,
    isCutBelow: atFoot > 0.25 * bounds.width,
  };
}
