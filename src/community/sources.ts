import { alchemySize, captionForm } from '../horde/alchemy.ts';
import { sizeFor } from '../horde/baselines.ts';
import type { ModelTraits } from '../horde/baselines.ts';
import type { PictureType } from '../horde/model-ids.ts';
import { bordersOf, outpaintPlan } from '../horde/outpaint.ts';
import type { PreparedSources } from '../horde/request.ts';
import { getMediaByHash } from '../db/media/media.ts';
import { refusedInput } from '../domain/engine.ts';
import { KilnError } from '../domain/errors.ts';
import type { InputValues } from '../domain/model.ts';
import { drawScaled } from '../media/pictures.ts';

interface Size {
  width: number;
  height: number;
}

/** Nearly no loss, a fraction of the bytes; the Horde itself encodes anew at a lower quality. */
const encoding = { type: 'image/webp', quality: 0.92 } as const;
const alchemyEncoding = { type: 'image/webp', quality: 0.95 } as const;
/** Black and white survive a lossy picture's edges only so far: the Horde reads any type. */
const maskEncoding = { type: 'image/png' } as const;
const maskThreshold = 128;
const base64Step = 0x8000;
const prefix = '/community-source/';

/** How a request names a picture of this device. */
export function sourceAddress(sha256: string): string {
  return prefix + sha256;
}

function missing(detail: string): KilnError {
  return new KilnError('source-missing', { retryable: false, detail });
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += base64Step) {
    text += String.fromCharCode(...bytes.subarray(from, from + base64Step));
  }
  return btoa(text);
}

const encoded = async (canvas: OffscreenCanvas): Promise<string> =>
  toBase64(await canvas.convertToBlob(encoding));

function blank({ width, height }: Size) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2d context');
  return { canvas, context };
}

/** Fills the target; what of another shape stands over is cut at the middle. @param ground behind what is see-through */
function fitted(bitmap: ImageBitmap, target: Size, ground: string | null): OffscreenCanvas {
  const scale = Math.max(target.width / bitmap.width, target.height / bitmap.height);
  const scaled = drawScaled(bitmap, {
    width: Math.max(target.width, Math.round(bitmap.width * scale)),
    height: Math.max(target.height, Math.round(bitmap.height * scale)),
  });
  const { canvas, context } = blank(target);
  if (ground !== null) {
    context.fillStyle = ground;
    context.fillRect(0, 0, target.width, target.height);
  }
  context.drawImage(
    scaled,
    Math.round((target.width - scaled.width) / 2),
    Math.round((target.height - scaled.height) / 2),
  );
  return canvas;
}

/** The size that was chosen, or else one in the picture's shape that suits the model. */
function targetOf(input: InputValues, shape: Size, traits: ModelTraits): Size {
  const suited = sizeFor(shape, traits);
  const side = (name: 'width' | 'height'): number => {
    const given = input[name];
    return typeof given === 'number' ? given : suited[name];
  };
  return { width: side('width'), height: side('height') };
}

function decoded(picture: Blob, field: string): Promise<ImageBitmap> {
  return createImageBitmap(picture, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new KilnError('unsupported-media', { retryable: false, detail: field, cause });
  });
}

/** @param input `field` names it by `sourceAddress` */
async function opened(input: InputValues, field: string): Promise<ImageBitmap> {
  const address = String(input[field] ?? '');
  if (!address.startsWith(prefix)) throw missing(`${field} - is not on this device`);
  const media = await getMediaByHash(address.slice(prefix.length));
  if (!media) throw missing(`${field} - is no longer on this device`);
  return decoded(media.blob, field);
}

/** Black, and white where `isMarked` says so. @returns null when nothing is marked */
function maskFrom(
  canvas: OffscreenCanvas,
  isMarked: (pixel: Uint8ClampedArray, at: number) => boolean,
) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2d context');
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  let marked = 0;
  for (let at = 0; at < pixels.data.length; at += 4) {
    const value = isMarked(pixels.data, at) ? 255 : 0;
    marked += value;
    pixels.data.set([value, value, value, 255], at);
  }
  context.putImageData(pixels, 0, 0);
  return marked > 0 ? canvas : null;
}

/** As it is, see-through parts too, but no larger than the alchemists take it. */
async function forAlchemy(bitmap: ImageBitmap, form: string) {
  const { isSmaller, ...size } = alchemySize(bitmap, form);
  const canvas = drawScaled(bitmap, size);
  return { image: await toBase64(await canvas.convertToBlob(alchemyEncoding)), isSmaller };
}

/**
 * The picture that a tool works on, as it travels.
 * @param input its file is named by `sourceAddress`
 * @throws KilnError `source-missing`, `unsupported-media`
 */
export async function prepareForAlchemy(
  input: InputValues,
  form: string,
): Promise<{ image: string; isSmaller: boolean }> {
  const bitmap = await opened(input, 'image');
  try {
    return await forAlchemy(bitmap, form);
  } finally {
    bitmap.close();
  }
}

/** A picture to be described, as it travels: small, and without what its file says about it. @throws KilnError */
export async function prepareForCaption(picture: Blob): Promise<string> {
  const bitmap = await decoded(picture, 'image');
  try {
    return (await forAlchemy(bitmap, captionForm)).image;
  } finally {
    bitmap.close();
  }
}

async function redrawn(input: InputValues, traits: ModelTraits): Promise<PreparedSources> {
  const bitmap = await opened(input, 'image');
  try {
    const target = targetOf(input, bitmap, traits);
    return { ...target, source_image: await encoded(fitted(bitmap, target, '#ffffff')) };
  } finally {
    bitmap.close();
  }
}

/** From the mask's light parts, or where the picture is see-through. @throws EngineError when nothing is marked */
async function inpainted(input: InputValues, traits: ModelTraits): Promise<PreparedSources> {
  const bitmap = await opened(input, 'image');
  const given = String(input['mask'] ?? '');
  const drawn = given === '' ? null : await opened(input, 'mask');
  try {
    const target = targetOf(input, bitmap, traits);
    const mask = drawn
      ? // Strokes on a see-through ground count as strokes.
        maskFrom(fitted(drawn, target, '#000000'), (pixels, at) => {
          const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue >= maskThreshold;
        })
      : maskFrom(
          fitted(bitmap, target, null),
          (pixels, at) => (pixels[at + 3] ?? 255) < maskThreshold,
        );
    if (!mask) {
      throw refusedInput({ field: 'mask', reason: 'nothing-marked' }, 'nothing is marked');
    }
    return {
      ...target,
      source_image: await encoded(fitted(bitmap, target, '#ffffff')),
      source_mask: await toBase64(await mask.convertToBlob(maskEncoding)),
    };
  } finally {
    bitmap.close();
    drawn?.close();
  }
}

/** Puts the picture on a larger ground, mirrored outwards so that the model has something to go on. */
async function outpainted(input: InputValues, traits: ModelTraits): Promise<PreparedSources> {
  const asked = bordersOf(input);
  const bitmap = await opened(input, 'image');
  try {
    const { target, inner, kept } = outpaintPlan(bitmap, asked, traits);
    const small = fitted(bitmap, inner, '#ffffff');
    const { canvas, context } = blank(target);
    // Tiles of the picture, every other one mirrored, meet edge to edge in all directions.
    const across = Math.ceil(target.width / inner.width);
    const down = Math.ceil(target.height / inner.height);
    for (let row = -down; row <= down; row += 1) {
      for (let column = -across; column <= across; column += 1) {
        const [flipX, flipY] = [column % 2 === 0 ? 1 : -1, row % 2 === 0 ? 1 : -1];
        const left = inner.left + column * inner.width + (flipX < 0 ? inner.width : 0);
        const top = inner.top + row * inner.height + (flipY < 0 ? inner.height : 0);
        context.setTransform(flipX, 0, 0, flipY, left, top);
        context.drawImage(small, 0, 0);
      }
    }
    const mask = blank(target);
    mask.context.fillStyle = '#ffffff';
    mask.context.fillRect(0, 0, target.width, target.height);
    mask.context.fillStyle = '#000000';
    mask.context.fillRect(kept.left, kept.top, kept.width, kept.height);
    return {
      ...target,
      source_image: await encoded(canvas),
      source_mask: await toBase64(await mask.canvas.convertToBlob(maskEncoding)),
    };
  } finally {
    bitmap.close();
  }
}

/**
 * The picture that a request changes, as it travels.
 * @param input its files are named by `sourceAddress`
 * @throws KilnError `source-missing`, `unsupported-media`; EngineError `invalid-input` when nothing is marked
 */
export function prepareSources(
  type: Exclude<PictureType, 'Text2Img'>,
  input: InputValues,
  traits: ModelTraits,
): Promise<PreparedSources> {
  switch (type) {
    case 'Img2Img':
    case 'Condition':
      return redrawn(input, traits);
    case 'Inpainting':
      return inpainted(input, traits);
    case 'Outpainting':
      return outpainted(input, traits);
  }
}
