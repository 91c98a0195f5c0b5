import sharp from 'sharp';
import { seedMax } from '../../../src/domain/limits.ts';
import { refusedInput } from '../../engines/contract/engine.ts';
import { fillMaxSide } from '../erase/fields.ts';
import { fillHoles, type Pixels } from '../fill/fill.ts';
import { openBounded } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { openPicture } from '../../engines/contract/open-picture.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';

const sides = ['left', 'right', 'top', 'bottom'] as const;
type Margins = Record<(typeof sides)[number], number>;
const none: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

interface Layout {
  ground: Pixels;
  /** 1 for what is still to be made. */
  empty: Uint8Array;
  /** 1 for what is too far from a growing side to be repeated there: the subject, most often. */
  closed: Uint8Array;
}

/** How much of the picture along a side may be repeated: so many margins, within a share of the picture. */
const bandMargins = 1.1;
const bandShare = 0.35;
const bandMin = 72;

/** Puts a picture on a larger ground. */
function layOut(picture: Pixels, margins: Margins): Layout {
  const width = picture.width + margins.left + margins.right;
  const height = picture.height + margins.top + margins.bottom;
  const data = new Uint8Array(width * height * 3);
  const empty = new Uint8Array(width * height).fill(1);
  const closed = new Uint8Array(width * height);
  const band = (margin: number, size: number): number =>
    margin === 0 ? 0 : Math.max(bandMin, Math.min(bandMargins * margin, bandShare * size));
  const bands = {
    left: band(margins.left, picture.width),
    right: picture.width - band(margins.right, picture.width),
    top: band(margins.top, picture.height),
    bottom: picture.height - band(margins.bottom, picture.height),
  };
  for (let y = 0; y < picture.height; y += 1) {
    const to = (margins.top + y) * width + margins.left;
    const row = picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
    data.set(row, to * 3);
    empty.fill(0, to, to + picture.width);
    if (y < bands.top || y >= bands.bottom) continue;
    if (bands.left < bands.right)
      closed.fill(1, to + Math.ceil(bands.left), to + Math.floor(bands.right));
  }
  return { ground: { data, width, height }, empty, closed };
}

/** Goes on past the edges with what the picture has; each picture of a job has its own seed. */
export const runOutpaint: ToolRunner = async (task, report) => {
  const { input } = task;
  const asked = Object.fromEntries(
    sides.map((side) => [side, Math.max(0, Math.round(Number(input[side] ?? 0)))]),
  ) as Margins;
  if (sides.every((side) => asked[side] === 0)) {
    throw refusedInput({ field: null, reason: 'no-growth' }, 'Say how far the picture should grow');
  }
  const opened = await openPicture(task.sources, 'image');
  const across = opened.width + asked.left + asked.right;
  const down = opened.height + asked.top + asked.bottom;
  const scale = Math.min(1, fillMaxSide / Math.max(across, down));
  const innerMax = Math.max(1, Math.floor(Math.max(opened.width, opened.height) * scale));
  const { picture, warnings } = await openBounded(task.sources, 'image', innerMax);
  const margins = Object.fromEntries(
    sides.map((side) => [side, Math.floor(asked[side] * scale)]),
  ) as Margins;
  const grown = sides.filter((side) => margins[side] > 0);
  report(0.04);
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    let current: Pixels = picture;
    // One side after the other, each from what is next to it.
    for (const [turn, side] of grown.entries()) {
      const { ground, empty, closed } = layOut(current, { ...none, [side]: margins[side] });
      const tell = (part: number): void =>
        report(0.04 + (0.94 * (index + (turn + part) / grown.length)) / task.outputs);
      current = { ...ground, data: fillHoles(ground, empty, seed, tell, closed) };
    }
    const { data, width, height } = current;
    const pixels = sharp(data, { raw: { width, height, channels: 3 } });
    const encoded = await encodePicture(pixels, { width, height });
    const parameters = { ...input, n: 1, seed: String(seed) };
    outputs.push({ index, seed: String(seed), parameters, warnings, ...encoded });
  }
  report(1);
  return outputs;
};
