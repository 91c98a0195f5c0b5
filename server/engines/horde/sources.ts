import sharp, { type Sharp, type WebpOptions } from 'sharp';
import type { PreparedSources } from '../../../src/horde/request.ts';
import type { InputValues } from '../../../src/domain/model.ts';
import { bordersOf, outpaintPlan } from '../../../src/horde/outpaint.ts';
import { openPicture } from '../contract/open-picture.ts';
import { refusedInput, type EngineSource } from '../contract/engine.ts';
import { alchemySize } from '../../../src/horde/alchemy.ts';
import { sizeFor, type ModelTraits } from '../../../src/horde/baselines.ts';

// Runs in processes beside the platform (picture-call.ts).

export interface PictureSize {
  width: number;
  height: number;
}

/** Nearly no loss, a fraction of the bytes; the Horde itself encodes anew at a lower quality. */
const webp = { quality: 92, effort: 3 } as const;
const maskThreshold = 128;

const nothingMarked = () =>
  refusedInput({ field: 'mask', reason: 'nothing-marked' }, 'nothing is marked');

async function toBase64(pipeline: Sharp, options: WebpOptions): Promise<string> {
  return (await pipeline.webp(options).toBuffer()).toString('base64');
}

/** The size that was chosen, or else one in the picture's shape that suits the model. */
function targetOf(input: InputValues, shape: PictureSize, model: ModelTraits): PictureSize {
  const suited = sizeFor(shape, model);
  const side = (name: 'width' | 'height'): number | null => {
    const given = input[name];
    return typeof given === 'number' ? given : null;
  };
  return { width: side('width') ?? suited.width, height: side('height') ?? suited.height };
}

/** Fills the target; what of another shape stands over is cut at the middle. */
async function fitted(sources: EngineSource[], field: string, target: PictureSize): Promise<Sharp> {
  const { pipeline } = await openPicture(sources, field);
  return pipeline.resize({ ...target, fit: 'cover' });
}

export async function prepareRedraw(
  sources: EngineSource[],
  input: InputValues,
  model: ModelTraits,
): Promise<PreparedSources> {
  const { width, height } = await openPicture(sources, 'image');
  const target = targetOf(input, { width, height }, model);
  const picture = await fitted(sources, 'image', target);
  return {
    ...target,
    source_image: await toBase64(picture.flatten({ background: '#ffffff' }), webp),
  };
}

/** One byte a pixel, 255 where to paint: from the mask's light parts, or where the picture is see-through. */
async function maskOf(sources: EngineSource[], target: PictureSize): Promise<Buffer> {
  if (sources.some((source) => source.field === 'mask')) {
    const mask = await fitted(sources, 'mask', target);
    // Strokes on a see-through ground count as strokes.
    return mask
      .flatten({ background: '#000000' })
      .greyscale()
      .threshold(maskThreshold)
      .raw({ depth: 'uchar' })
      .toBuffer();
  }
  const { hasAlpha } = await openPicture(sources, 'image');
  if (!hasAlpha) {
    throw nothingMarked();
  }
  const picture = await fitted(sources, 'image', target);
  return picture
    .ensureAlpha()
    .extractChannel('alpha')
    .negate()
    .threshold(maskThreshold)
    .raw({ depth: 'uchar' })
    .toBuffer();
}

/** @throws EngineError `invalid-input` when nothing is marked */
export async function prepareInpainting(
  sources: EngineSource[],
  input: InputValues,
  model: ModelTraits,
): Promise<PreparedSources> {
  const { width, height } = await openPicture(sources, 'image');
  const target = targetOf(input, { width, height }, model);
  const mask = await maskOf(sources, target);
  if (!mask.includes(255)) throw nothingMarked();
  const picture = await fitted(sources, 'image', target);
  return {
    ...target,
    source_image: await toBase64(picture.removeAlpha(), webp),
    source_mask: await toBase64(sharp(mask, { raw: { ...target, channels: 1 } }), {
      lossless: true,
    }),
  };
}

/** Puts the picture on a larger ground, mirrored outwards so that the model has something to go on. */
export async function prepareOutpainting(
  sources: EngineSource[],
  input: InputValues,
  model: ModelTraits,
): Promise<PreparedSources> {
  const asked = bordersOf(input);
  const { pipeline, width, height } = await openPicture(sources, 'image');
  const { target, inner, kept } = outpaintPlan({ width, height }, asked, model);
  const ground = await pipeline
    .flatten({ background: '#ffffff' })
    .resize({ width: inner.width, height: inner.height, fit: 'fill' })
    .png()
    .toBuffer();
  const mask = Buffer.alloc(target.width * target.height, 255);
  for (let y = kept.top; y < target.height - kept.bottom; y += 1) {
    mask.fill(0, y * target.width + kept.left, (y + 1) * target.width - kept.right);
  }
  return {
    ...target,
    source_image: await toBase64(
      sharp(ground).extend({
        left: inner.left,
        top: inner.top,
        right: inner.right,
        bottom: inner.bottom,
        extendWith: 'mirror',
      }),
      webp,
    ),
    source_mask: await toBase64(sharp(mask, { raw: { ...target, channels: 1 } }), {
      lossless: true,
    }),
  };
}

/** A picture for an alchemist's form. */
export async function prepareForAlchemy(
  sources: EngineSource[],
  form: string,
): Promise<{ image: string; width: number; height: number; warnings: string[] }> {
  const { pipeline, width, height, warnings } = await openPicture(sources, 'image');
  const { isSmaller, ...size } = alchemySize({ width, height }, form);
  const { data, info } = await pipeline
    .resize({ ...size, fit: 'fill' })
    .webp({ ...webp, quality: 95 })
    .toBuffer({ resolveWithObject: true });
  return {
    image: data.toString('base64'),
    width: info.width,
    height: info.height,
    warnings: [...warnings, ...(isSmaller ? ['source-made-smaller'] : [])],
  };
}
