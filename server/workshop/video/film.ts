import sharp from 'sharp';
import type { BoundedPicture } from '../picture/canvas.ts';
import type { ToolSurroundings } from '../tool.ts';
import { ease, viewAt, type Move } from './camera.ts';
import { guessDepth } from './depth.ts';
import type { FilmType } from './container.ts';
import { openVideo } from './encode.ts';
import { createAir, type Air } from './particles.ts';
import {
  createPlanes,
  fitPicture,
  framePlanes,
  toPlanes,
  type Planes,
  type Size,
} from './planes.ts';
import { takeView } from './warp.ts';
import { framesPerSecond } from './writer.ts';

export const transitions = ['crossfade', 'black', 'slide', 'none'] as const;
export type Transition = (typeof transitions)[number];

export interface Shot {
  picture: BoundedPicture['picture'];
  move: Exclude<Move, 'auto'>;
  /** 0…1, how deep the room looks. */
  depth: number;
  air: Air;
  seed: number;
}

/** At most this long, and never more than a third of a shot. */
const transitionSeconds = 0.7;
const posterMaxSide = 1024;
const coverMaxSide = 512;

/** Lays the next shot over the one before. @param part 0…1 of the way */
function join(under: Planes, over: Planes, transition: Transition, part: number): void {
  for (const name of ['y', 'u', 'v'] as const) {
    const to = under[name];
    const from = over[name].data;
    const nothing = name === 'y' ? 16 : 128;
    if (transition === 'crossfade') {
      const weight = Math.round(256 * ease(part));
      for (let at = 0; at < from.length; at += 1) {
        to.data[at] = (to.data[at]! * (256 - weight) + from[at]! * weight + 128) >> 8;
      }
    } else if (transition === 'black') {
      const shown = part < 0.5 ? to.data : from;
      const weight = Math.round(256 * Math.abs(2 * part - 1));
      for (let at = 0; at < from.length; at += 1) {
        to.data[at] = (nothing * (256 - weight) + shown[at]! * weight + 128) >> 8;
      }
    } else {
      const edge = Math.round(to.width * (1 - ease(part)));
      for (let row = 0; row < to.height; row += 1) {
        const start = row * to.width;
        to.data.copyWithin(start, start + to.width - edge, start + to.width);
        to.data.set(from.subarray(start, start + to.width - edge), start + edge);
      }
    }
  }
}

/** One shot, ready to be looked at from any moment. */
async function prepareShot(shot: Shot, size: Size): Promise<(part: number, to: Planes) => void> {
  const fitted = await fitPicture(shot.picture, size);
  const planes = toPlanes(fitted.data, fitted);
  const depth = guessDepth({
    ...fitted,
    data: Buffer.from(fitted.data),
    channels: 3,
    warnings: [],
  });
  return (part, to) => takeView(planes, depth, viewAt(shot.move, part, shot.depth), to);
}

/**
 * Shoots a film, one still picture per shot.
 * @returns the film and its first picture as WebP
 */
export async function shootFilm(
  shots: readonly Shot[],
  wish: { size: Size; seconds: number; transition: Transition },
  report: (fraction: number) => void,
  surroundings: ToolSurroundings,
): Promise<{ data: Uint8Array; mediaType: FilmType; poster: Uint8Array }> {
  const { size, transition } = wish;
  const frames = Math.round(wish.seconds * framesPerSecond);
  const perShot = frames / shots.length;
  const overlap =
    transition === 'none' || shots.length === 1
      ? 0
      : Math.min(transitionSeconds * framesPerSecond, perShot / 3);
  const prepared = await Promise.all(shots.map((shot) => prepareShot(shot, size)));
  const airs = shots.map((shot) => createAir(shot.air, size, shot.seed));
  const { frame, planes } = framePlanes(size);
  const next = createPlanes(size);
  const video = await openVideo(size, surroundings);
  /** A shot begins half a transition before its turn and ends half one after it. */
  const shoot = (index: number, at: number, to: Planes): void => {
    const from = index * perShot - overlap / 2;
    prepared[index]!((at - from) / Math.max(1, perShot + overlap - 1), to);
    airs[index]!(to, at / framesPerSecond);
  };
  try {
    let poster: Uint8Array | null = null;
    for (let at = 0; at < frames; at += 1) {
      const turn = Math.min(shots.length - 1, Math.floor(at / perShot));
      const before = at - turn * perShot < overlap / 2 && turn > 0;
      const after = (turn + 1) * perShot - at <= overlap / 2 && turn < shots.length - 1;
      const first = before ? turn - 1 : turn;
      shoot(first, at, planes);
      if (before || after) {
        shoot(first + 1, at, next);
        const begin = (first + 1) * perShot - overlap / 2;
        join(planes, next, transition, (at - begin) / overlap);
      }
      await video.add(frame);
      poster ??= await toPoster(planes, size);
      report((at + 1) / frames);
    }
    const cover = await sharp(poster!)
      .resize({
        width: coverMaxSide,
        height: coverMaxSide,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .jpeg({ quality: 80 })
      .toBuffer();
    const { mediaType } = video;
    return { data: await video.finish(cover), mediaType, poster: poster! };
  } finally {
    await video.close();
  }
}

/** A frame as a picture: BT.709, limited range, back to sRGB. */
async function toPoster({ y, u, v }: Planes, { width, height }: Size): Promise<Uint8Array> {
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const light = 1.16438 * (y.data[row * width + column]! - 16);
      const at = (row >> 1) * u.width + (column >> 1);
      const blue = u.data[at]! - 128;
      const red = v.data[at]! - 128;
      const pixel = (row * width + column) * 3;
      pixels[pixel] = light + 1.79274 * red;
      pixels[pixel + 1] = light - 0.21325 * blue - 0.53291 * red;
      pixels[pixel + 2] = light + 2.1124 * blue;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({
      width: posterMaxSide,
      height: posterMaxSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 84 })
    .toBuffer();
}
