import { expose } from 'comlink';
import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { sha256Hex } from '../../src/jobs/hash.ts';
import { drawScaled, fitWithin } from '../../src/jobs/picture.ts';
import type {
  ImagingResult,
  ImagingWorker,
  OutputFormat,
  PreparedPicture,
  PrepareOptions,
} from './contract.ts';
import { outputMediaTypes } from './contract.ts';
import { hasExifRotation } from './exif.ts';

const quality = 0.92;

function refuse(
  problem: Extract<ImagingResult<never>, { ok: false }>['problem'],
  detail: string,
): ImagingResult<never> {
  return { ok: false, problem, detail };
}

async function decode(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

async function encode(canvas: OffscreenCanvas, type: string): Promise<Blob | null> {
  const blob = await canvas.convertToBlob({ type, quality });
  // A browser that cannot encode a type answers PNG without a word.
  return blob.type === type ? blob : null;
}

async function hashed(
  blob: Blob,
  size: { width: number; height: number },
  changed: boolean,
): Promise<ImagingResult<PreparedPicture>> {
  // Without subtle crypto every picture counts as its own: no sharing, and nothing wrong either.
  const sha256 =
    (await sha256Hex(blob)) ?? `unknown-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const value = { blob, mediaType: blob.type, bytes: blob.size, ...size, sha256, changed };
  return { ok: true, value };
}

async function prepare(
  picked: Blob,
  options: PrepareOptions,
): Promise<ImagingResult<PreparedPicture>> {
  const sniffed = sniffMediaType(new Uint8Array(await picked.slice(0, 32).arrayBuffer()));
  const bitmap = await decode(picked);
  if (!bitmap) return refuse('unsupported-media', sniffed ?? (picked.type || 'unknown type'));
  try {
    const { width, height } = bitmap;
    const areaScale = Math.min(1, Math.sqrt(options.maxPixels / (width * height)));
    const maxSide = Math.min(
      options.maxSidePixels,
      Math.floor(Math.max(width, height) * areaScale),
    );
    const size = fitWithin(width, height, maxSide);
    const isSmallEnough = size.width === width && size.height === height;
    const isAccepted = sniffed !== null && options.acceptTypes.includes(sniffed);
    // Engines differ in whether they heed EXIF: turn the pixels once, here, where the person saw them.
    const isTurned = sniffed === 'image/jpeg' && (await hasExifRotation(picked));
    if (isSmallEnough && isAccepted && !isTurned) {
      return await hashed(new Blob([picked], { type: sniffed }), size, false);
    }
    const canvas = drawScaled(bitmap, size);
    const wanted = sniffed === 'image/jpeg' ? 'image/jpeg' : 'image/png';
    const type = options.acceptTypes.includes(wanted)
      ? wanted
      : (options.acceptTypes.find((name) => name === 'image/png' || name === 'image/jpeg') ??
        wanted);
    const blob = await encode(canvas, type);
    return blob ? await hashed(blob, size, true) : refuse('unsupported-media', type);
  } finally {
    bitmap.close();
  }
}

async function convert(picture: Blob, format: OutputFormat): Promise<ImagingResult<Blob>> {
  const wanted = outputMediaTypes[format];
  const bitmap = await decode(picture);
  if (!bitmap) return refuse('unsupported-media', picture.type);
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) return refuse('too-large', `${bitmap.width} × ${bitmap.height}`);
    if (format === 'JPG') {
      // JPEG knows no transparency; left alone it would turn black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, bitmap.width, bitmap.height);
    }
    context.drawImage(bitmap, 0, 0);
    const blob = await encode(canvas, wanted);
    return blob ? { ok: true, value: blob } : refuse('unsupported-media', wanted);
  } finally {
    bitmap.close();
  }
}

async function guarded<Value>(work: Promise<ImagingResult<Value>>): Promise<ImagingResult<Value>> {
  try {
    return await work;
  } catch (error) {
    return refuse('unknown', String(error));
  }
}

const api: ImagingWorker = {
  prepare: (picked, options) => guarded(prepare(picked, options)),
  convert: (picture, format) => guarded(convert(picture, format)),
};

expose(api);
