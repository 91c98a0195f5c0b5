import type { RawPicture } from '../../engines/contract/open-picture.ts';
import type { Plane } from './denoise.ts';

/** BT.601 lightness of a range of rows, 0…255. */
export function lightnessRows(picture: RawPicture, from: number, to: number): Plane {
  const { data, width, channels } = picture;
  const plane = new Float32Array(width * (to - from));
  for (let index = 0, at = from * width * channels; index < plane.length; index += 1) {
    plane[index] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    at += channels;
  }
  return { data: plane, width, height: to - from };
}

/** Colour difference to lightness of one channel (0 red, 2 blue) at half size: the eye asks no more. */
export function halfColour(picture: RawPicture, channel: 0 | 2): Plane {
  const { data, width, height, channels } = picture;
  const halfWidth = Math.ceil(width / 2);
  const halfHeight = Math.ceil(height / 2);
  const plane = new Float32Array(halfWidth * halfHeight);
  for (let y = 0; y < halfHeight; y += 1) {
    const top = 2 * y * width;
    const bottom = Math.min(height - 1, 2 * y + 1) * width;
    for (let x = 0; x < halfWidth; x += 1) {
      const left = 2 * x;
      const right = Math.min(width - 1, left + 1);
      let sum = 0;
      for (const pixel of [top + left, top + right, bottom + left, bottom + right]) {
        const at = pixel * channels;
        const light = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
        sum += data[at + channel]! - light;
      }
      plane[y * halfWidth + x] = 128 + sum / 4;
    }
  }
  return { data: plane, width: halfWidth, height: halfHeight };
}

/** Bilinear read of a half-size plane at a full-size pixel; 128 is no colour. */
export function readHalf(plane: Plane, x: number, y: number): number {
  const { data, width, height } = plane;
  const column = Math.min(width - 1, Math.max(0, x / 2 - 0.25));
  const row = Math.min(height - 1, Math.max(0, y / 2 - 0.25));
  const left = Math.floor(column);
  const top = Math.floor(row);
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1) * width;
  const fx = column - left;
  const fy = row - top;
  const upper = data[top * width + left]! * (1 - fx) + data[top * width + right]! * fx;
  const lower = data[bottom + left]! * (1 - fx) + data[bottom + right]! * fx;
  return upper * (1 - fy) + lower * fy;
}
