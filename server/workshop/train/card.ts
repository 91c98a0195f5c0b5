import sharp from 'sharp';
import { lineOutline, setLine } from '../lettering/set-line.ts';
import { paintPicture } from '../painter/paint.ts';
import { planPicture } from '../painter/plan.ts';
import type { Surface } from '../painter/surface.ts';
import { fromSurface, toSurface } from '../picture/canvas.ts';
import { takeStyle, type StyleFacts } from '../same-style/style.ts';
import type { Lab } from '../painter/oklab.ts';
import { hexOf } from '../vector/colour.ts';
import { toSvg, type Drawing } from '../vector/drawing.ts';
import { roundedBox } from '../vector/outline.ts';

export const cardSide = 768;
const margin = 40;
const paper = '#fbf8f2';
const ink = '#26221d';

/** Scenes as unlike each other as the painter knows: what the style makes of a land, of a town, of things close by. */
const scenes = [
  'mountain lake, trees, day, clouds',
  'city street, buildings, evening',
  'flowers in a vase',
] as const;

/** A scene by the painter in the style: what it will look like. */
function sampleOf(
  style: StyleFacts,
  prompt: string,
  seed: number,
  width: number,
  height: number,
): Surface {
  const plan = planPicture({
    prompt,
    negativePrompt: '',
    steps: 30,
    cfgScale: 7,
    seed,
  });
  const pixels = paintPicture(plan, width, height, () => undefined);
  const surface = toSurface({
    data: Buffer.from(pixels),
    width,
    height,
    channels: 3,
    warnings: [],
  });
  takeStyle(surface, style, 1, () => undefined);
  return surface;
}

/**
 * A picture that stands for a trained style: samples, its colours, its name.
 * @returns PNG
 */
export async function drawCard(
  style: StyleFacts,
  words: { name: string; count: number },
  colours: readonly Lab[],
  thumbnails: readonly Buffer[],
  seed: number,
): Promise<Buffer> {
  const wide = cardSide - 2 * margin;
  const gap = 10;
  const [first, ...others] = scenes;
  const large = 448;
  const small = wide - large - gap;
  const high = (400 - gap * (others.length - 1)) / others.length;
  const samples = [
    { surface: sampleOf(style, first, seed, large, 400), left: margin, top: margin },
    ...others.map((scene, index) => ({
      surface: sampleOf(style, scene, seed + index + 1, small, high),
      left: margin + large + gap,
      top: margin + index * (high + gap),
    })),
  ];
  const drawing: Drawing[number][] = [];
  const swatch = (wide - 10 * (colours.length - 1)) / colours.length;
  for (const [index, colour] of colours.entries()) {
    const left = margin + index * (swatch + 10);
    drawing.push({
      outline: roundedBox({ left, top: 456, right: left + swatch, bottom: 506 }, 8),
      fill: hexOf(colour),
    });
  }
  const name = await setLine(words.name, { face: 'serif', weight: 700 });
  const size = Math.min(58, wide / Math.max(0.1, name.width));
  drawing.push({ outline: lineOutline(name, size, margin, 588), fill: ink });
  const note = await setLine(`KILN · ${words.count}`, {
    face: 'round',
    weight: 600,
    tracking: 0.16,
  });
  drawing.push({
    outline: lineOutline(note, 17, cardSide - margin - note.width * 17, 588),
    fill: '#8a8175',
  });
  const side = 104;
  const pictures = thumbnails.map((input, index) => ({
    input,
    left: margin + Math.round(index * ((wide - side) / 5)),
    top: 624,
  }));
  return sharp(Buffer.from(toSvg(drawing, { width: cardSide, height: cardSide }, paper)))
    .composite([
      ...(await Promise.all(
        samples.map(async ({ surface, left, top }) => ({
          input: await fromSurface(surface).png().toBuffer(),
          left,
          top,
        })),
      )),
      ...pictures,
    ])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

export const thumbnailSide = 104;
