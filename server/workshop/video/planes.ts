import sharp from 'sharp';
import type { BoundedPicture } from '../picture/canvas.ts';

/** One channel of a picture, row by row. */
export interface Plane {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A picture as video codecs take it: full light, half the colour (4:2:0), BT.709, limited range. */
export interface Planes {
  y: Plane;
  u: Plane;
  v: Plane;
}

/** Both even. */
export interface Size {
  width: number;
  height: number;
}

const plane = (width: number, height: number): Plane => ({
  data: new Uint8Array(width * height),
  width,
  height,
});

export function createPlanes({ width, height }: Size): Planes {
  return {
    y: plane(width, height),
    u: plane(width / 2, height / 2),
    v: plane(width / 2, height / 2),
  };
}

/** The planes one after the other in one buffer, as an encoder wants a frame. */
export function framePlanes({ width, height }: Size): { frame: Uint8Array; planes: Planes } {
  const frame = new Uint8Array((width * height * 3) / 2);
  const quarter = (width * height) / 4;
  const part = (from: number, length: number, side: Size): Plane => ({
    data: frame.subarray(from, from + length),
    ...side,
  });
  const half = { width: width / 2, height: height / 2 };
  return {
    frame,
    planes: {
      y: part(0, 4 * quarter, { width, height }),
      u: part(4 * quarter, quarter, half),
      v: part(5 * quarter, quarter, half),
    },
  };
}

/**
 * 8-bit sRGB, 3 channels, to planes.
 * @param data of an even width and height
 */
export function toPlanes(data: Uint8Array, size: Size): Planes {
  const { width, height } = size;
  const planes = createPlanes(size);
  const { y, u, v } = planes;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let part = 0; part < 4; part += 1) {
        const pixel = (row + (part >> 1)) * width + column + (part & 1);
        const r = data[pixel * 3]!;
        const g = data[pixel * 3 + 1]!;
        const b = data[pixel * 3 + 2]!;
        y.data[pixel] = 16.5 + 0.18259 * r + 0.61423 * g + 0.06201 * b;
        red += r;
        green += g;
        blue += b;
      }
      const at = (row >> 1) * u.width + (column >> 1);
      u.data[at] = 128.5 + (-0.10064 * red - 0.33857 * green + 0.43922 * blue) / 4;
      v.data[at] = 128.5 + (0.43922 * red - 0.39894 * green - 0.04027 * blue) / 4;
    }
  }
  return planes;
}

/** Narrower or flatter than this, a video is cut to it: players and encoders dislike ribbons. */
const widestRatio = 2.4;
/** A macroblock: encoders pad everything else. */
const block = 16;

/** The size of a video in the shape of a picture, its longer side `longSide`. */
export function videoSize(width: number, height: number, longSide: number): Size {
  const ratio = Math.min(widestRatio, Math.max(1 / widestRatio, width / height));
  const fit = (side: number): number => Math.max(block, Math.round(side / block) * block);
  return ratio >= 1
    ? { width: fit(longSide), height: fit(longSide / ratio) }
    : { width: fit(longSide * ratio), height: fit(longSide) };
}

/** How much larger than the video a picture is kept, so that a camera that comes closer still sees detail. */
export const reserve = 1.25;

/** A picture cut to the video's shape, at the size the camera wants. */
export async function fitPicture(
  { data, width, height }: BoundedPicture['picture'],
  video: Size,
): Promise<{ data: Uint8Array } & Size> {
  const even = (side: number): number => 2 * Math.round((side * reserve) / 2);
  const size = { width: even(video.width), height: even(video.height) };
  const fitted = await sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .resize({ ...size, fit: 'cover', kernel: 'lanczos3' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data: fitted, ...size };
}
