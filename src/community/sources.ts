import { sizeFor } from '../horde/baselines.ts';
import type { ModelTraits } from '../horde/baselines.ts';
import type { PreparedSources } from '../horde/request.ts';
import { getMediaByHash } from '../db/media/media.ts';
import { KilnError } from '../domain/errors.ts';
import type { InputValues } from '../domain/model.ts';
import { drawScaled } from '../media/pictures.ts';

/** Nearly no loss, a fraction of the bytes; the Horde itself encodes anew at a lower quality. */
const encoding = { type: 'image/webp', quality: 0.92 } as const;
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

/** Fills the target; what of another shape stands over is cut at the middle, what is see-through is white. */
function fitted(bitmap: ImageBitmap, target: { width: number; height: number }): OffscreenCanvas {
  const scale = Math.max(target.width / bitmap.width, target.height / bitmap.height);
  const scaled = drawScaled(bitmap, {
    width: Math.max(target.width, Math.round(bitmap.width * scale)),
    height: Math.max(target.height, Math.round(bitmap.height * scale)),
  });
  const canvas = new OffscreenCanvas(target.width, target.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2d context');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, target.width, target.height);
  context.drawImage(
    scaled,
    Math.round((target.width - scaled.width) / 2),
    Math.round((target.height - scaled.height) / 2),
  );
  return canvas;
}

/** The size that was chosen, or else one in the picture's shape that suits the model. */
function targetOf(input: InputValues, shape: ImageBitmap, traits: ModelTraits) {
  const suited = sizeFor(shape, traits);
  const side = (name: 'width' | 'height'): number => {
    const given = input[name];
    return typeof given === 'number' ? given : suited[name];
  };
  return { width: side('width'), height: side('height') };
}

/**
 * The picture that a request changes, as it travels.
 * @param input `image` names it by `sourceAddress`
 * @throws KilnError `source-missing`, `unsupported-media`
 */
export async function prepareRedraw(
  input: InputValues,
  traits: ModelTraits,
): Promise<PreparedSources> {
  const address = String(input['image'] ?? '');
  if (!address.startsWith(prefix)) throw missing('image - is not on this device');
  const media = await getMediaByHash(address.slice(prefix.length));
  if (!media) throw missing('image - is no longer on this device');
  const bitmap = await createImageBitmap(media.blob, { imageOrientation: 'from-image' }).catch(
    (cause: unknown) => {
      throw new KilnError('unsupported-media', { retryable: false, detail: 'image', cause });
    },
  );
  try {
    const target = targetOf(input, bitmap, traits);
    const blob = await fitted(bitmap, target).convertToBlob(encoding);
    return { ...target, source_image: await toBase64(blob) };
  } finally {
    bitmap.close();
  }
}
