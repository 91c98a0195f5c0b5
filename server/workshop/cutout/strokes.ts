import type { EngineSource } from '../../engines/contract/engine.ts';
import { decodePicture, openPicture } from '../../engines/contract/open-picture.ts';

/** What was said of a pixel. */
export const unsaid = 0;
export const keep = 1;
export const drop = 2;

/** How much a colour has to lean to count as green or red, of 255. */
const leaning = 40;
const strokesMaxSide = 2048;

/**
 * Reads the strokes that say what stays: green or white keeps, red drops; dark strokes on nothing drop too. On
 * a picture without transparency the dark ground says nothing, so that a plain white-on-black mask works.
 * @returns `unsaid`, `keep` or `drop`, one byte a pixel of `size`; null without strokes
 * @throws EngineError as `openPicture`
 */
export async function readStrokes(
  sources: EngineSource[],
  size: { width: number; height: number },
): Promise<Uint8Array | null> {
  if (!sources.some((source) => source.field === 'strokes')) return null;
  const opened = await openPicture(sources, 'strokes');
  const { pipeline, hasAlpha } = opened;
  const isLarge = Math.max(opened.width, opened.height) > strokesMaxSide;
  const bounded = isLarge
    ? pipeline.resize({
        width: strokesMaxSide,
        height: strokesMaxSide,
        fit: 'inside',
        kernel: 'nearest',
      })
    : pipeline;
  const raw = await decodePicture({ ...opened, pipeline: bounded });
  const said = new Uint8Array(size.width * size.height);
  for (let y = 0; y < raw.height; y += 1) {
    const toY = Math.min(size.height - 1, Math.floor(((y + 0.5) * size.height) / raw.height));
    for (let x = 0; x < raw.width; x += 1) {
      const at = (y * raw.width + x) * raw.channels;
      if (raw.channels === 4 && raw.data[at + 3]! < 128) continue;
      const red = raw.data[at]!;
      const green = raw.data[at + 1]!;
      const blue = raw.data[at + 2]!;
      let meaning = unsaid;
      if (green - Math.max(red, blue) > leaning) meaning = keep;
      else if (red - Math.max(green, blue) > leaning) meaning = drop;
      else if (red + green + blue >= 3 * 128) meaning = keep;
      else if (hasAlpha) meaning = drop;
      if (meaning === unsaid) continue;
      const toX = Math.min(size.width - 1, Math.floor(((x + 0.5) * size.width) / raw.width));
      said[toY * size.width + toX] = meaning;
    }
  }
  return said.some((meaning) => meaning !== unsaid) ? said : null;
}
