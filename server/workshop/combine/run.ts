import sharp from 'sharp';
import { refusedInput } from '../../engines/contract/engine.ts';
import { clamp01, smoothstep } from '../painter/noise.ts';
import { createSurface, type Surface } from '../painter/surface.ts';
import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { blur, planeOf, type Values } from '../picture/field.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import { measureStyle, takeStyle, type StyleFacts } from '../same-style/style.ts';
import type { ToolRunner, ToolTask } from '../tool.ts';
import type { Box } from '../vector/outline.ts';
import { blendBands } from './blend.ts';
import { combineFields, combineLayouts, type CombineLayout } from './layouts.ts';

/** Pictures are brought to no more than this before they are cut to their places. */
const openedMaxSide = 2048;

/** So many times wider or taller than its place, a picture has no middle worth looking for. */
const ribbonFrom = 6;

type Opened = Awaited<ReturnType<typeof openBounded>>['picture'];

/** A picture cut to a size, around what stands out most. */
async function cutTo(
  { data, width, height }: Opened,
  size: { width: number; height: number },
): Promise<Surface> {
  const stretch = (width * size.height) / (height * size.width);
  // To find it the whole picture is enlarged first: of a ribbon that would be gigabytes.
  const isRibbon = Math.max(stretch, 1 / stretch) > ribbonFrom;
  const { data: cut } = await sharp(data, {
    raw: { width, height, channels: 3 },
    limitInputPixels: false,
  })
    .resize({
      ...size,
      fit: 'cover',
      position: width === height || isRibbon ? 'centre' : sharp.strategy.attention,
    })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return toSurface({ data: cut, ...size, channels: 3, warnings: [] });
}

function placesOf(
  layout: 'grid' | 'strips',
  count: number,
  width: number,
  height: number,
  gap: number,
): Box[] {
  const split = (from: number, to: number, parts: number): [number, number][] => {
    const each = (to - from - gap * (parts - 1)) / parts;
    return Array.from({ length: parts }, (_, index) => [
      Math.round(from + index * (each + gap)),
      Math.round(from + index * (each + gap) + each),
    ]);
  };
  const box = ([left, right]: [number, number], [top, bottom]: [number, number]): Box => ({
    left,
    right,
    top,
    bottom,
  });
  const [x, y] = [
    [gap, width - gap],
    [gap, height - gap],
  ] as [[number, number], [number, number]];
  if (layout === 'strips') {
    return width >= height
      ? split(...x, count).map((column) => box(column, y))
      : split(...y, count).map((row) => box(x, row));
  }
  if (count === 4)
    return split(...y, 2).flatMap((row) => split(...x, 2).map((column) => box(column, row)));
  // The first one large, the others beside it.
  const wide = width >= height;
  const [large, small] = wide
    ? [
        [gap, Math.round(width * 0.6)],
        [Math.round(width * 0.6) + gap, width - gap],
      ]
    : [
        [gap, Math.round(height * 0.6)],
        [Math.round(height * 0.6) + gap, height - gap],
      ];
  const rest = split(...(wide ? y : x), count - 1);
  return wide
    ? [box(large as [number, number], y), ...rest.map((row) => box(small as [number, number], row))]
    : [
        box(x, large as [number, number]),
        ...rest.map((column) => box(column, small as [number, number])),
      ];
}

/** Which picture shows where: bands side by side, upright or slanting. */
function bandMasks(count: number, width: number, height: number, slant: number): Values[] {
  const wide = width >= height;
  return Array.from({ length: count }, (_, own) => {
    const mask = new Float32Array(width * height);
    for (let index = 0; index < mask.length; index += 1) {
      const x = ((index % width) + 0.5) / width;
      const y = (Math.floor(index / width) + 0.5) / height;
      const along = wide ? x + slant * (y - 0.5) : y + slant * (x - 0.5);
      const place = Math.min(count - 1, Math.max(0, Math.floor(along * count)));
      mask[index] = place === own ? 1 : 0;
    }
    return mask;
  });
}

/** The next picture shows in the shadows of those before it, as on a film that was exposed twice. */
function exposeTwice(pictures: readonly Surface[]): Surface {
  const [first, ...others] = pictures as [Surface, ...Surface[]];
  const { width, height } = first;
  const data = first.data.slice();
  const unit = Math.max(0.5, Math.sqrt(width * height) / 512);
  for (const other of others) {
    const shade = blur(planeOf(data, 0), width, height, 1.5 * unit);
    for (let index = 0; index < shade.length; index += 1) {
      const open = 1 - smoothstep(0.3, 0.72, shade[index]!);
      const at = index * 3;
      const L = data[at]!;
      const under = other.data[at]!;
      data[at] = clamp01(L + (Math.max(L, 1 - (1 - L) * (1 - 0.92 * under)) - L) * open);
      for (const part of [1, 2])
        data[at + part]! += (other.data[at + part]! - data[at + part]!) * 0.85 * open;
    }
  }
  return { width, height, data };
}

async function openAll(task: ToolTask): Promise<{ pictures: Opened[]; warnings: string[] }> {
  const given = combineFields.filter((field) =>
    task.sources.some((source) => source.field === field),
  );
  if (given.length < 2) {
    throw refusedInput(
      { field: combineFields[given.length] ?? null, reason: 'too-few-pictures', values: [2] },
      'Combining takes two pictures at least',
    );
  }
  const pictures: Opened[] = [];
  const warnings = new Set<string>();
  for (const field of given) {
    const opened = await openBounded(task.sources, field, openedMaxSide);
    pictures.push(opened.picture);
    for (const warning of opened.warnings)
      if (warning !== 'source-made-smaller') warnings.add(warning);
  }
  return { pictures, warnings: [...warnings] };
}

/** Two to four pictures as one. */
export const runCombine: ToolRunner = async (task, report) => {
  const { input, seed } = task;
  const width = Number(input['width'] ?? 1024);
  const height = Number(input['height'] ?? 1024);
  const layout: CombineLayout = combineLayouts.find((name) => name === input['layout']) ?? 'grid';
  const harmony = Number(input['harmony'] ?? 0.4);
  const { pictures: opened, warnings } = await openAll(task);
  report(0.1);
  try {
    const count = opened.length;
    const gap = Math.round(0.012 * Math.min(width, height));
    const tiled = layout === 'grid' || layout === 'strips';
    const places = tiled
      ? placesOf(layout, count, width, height, gap)
      : opened.map(() => ({ left: 0, top: 0, right: width, bottom: height }));
    const pictures: Surface[] = [];
    let style: StyleFacts | null = null;
    for (const [index, picture] of opened.entries()) {
      const { left, top, right, bottom } = places[index]!;
      const size = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
      const surface = await cutTo(picture, size);
      // All go some of the way towards the first.
      if (index > 0 && harmony > 0)
        takeStyle(surface, (style ??= measureStyle(pictures[0]!)), harmony, () => undefined);
      pictures.push(surface);
      report(0.1 + (0.5 * (index + 1)) / count);
    }
    let result: Surface;
    if (tiled) {
      result = createSurface(width, height);
      for (let at = 0; at < result.data.length; at += 3) result.data.set([0.975, 0.001, 0.006], at);
      for (const [index, { data, width: across, height: down }] of pictures.entries()) {
        const { left, top } = places[index]!;
        for (let row = 0; row < down; row += 1) {
          result.data.set(
            data.subarray(row * across * 3, (row + 1) * across * 3),
            ((top + row) * width + left) * 3,
          );
        }
      }
    } else if (layout === 'exposure') result = exposeTwice(pictures);
    else {
      const masks = bandMasks(count, width, height, layout === 'diagonal' ? 0.45 : 0);
      result = blendBands(pictures, masks, (part) => report(0.6 + 0.3 * part));
    }
    const encoded = await encodePicture(fromSurface(result), { width, height });
    report(1);
    return [{ index: 0, seed, parameters: { ...input }, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
