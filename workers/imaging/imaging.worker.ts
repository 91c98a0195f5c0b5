import { expose } from 'comlink';
import { KilnError } from '../../src/domain/errors.ts';
import type { ExaminedZip } from '../../src/domain/training.ts';
import type { Recipe } from '../../src/domain/recipes/recipe.ts';
import type { SourceLimits } from '../../src/domain/source-limits.ts';
import { sha256Hex } from '../../src/media/hash.ts';
import { prepareSource } from '../../src/media/prepare-source.ts';
import { differenceOf } from '../../src/domain/pictures/difference.ts';
import { layOutGrid } from '../../src/domain/pictures/grid-picture.ts';
import type {
  GridPicture,
  ImagingResult,
  ImagingWorker,
  OutputFormat,
  PictureDifference,
  PreparedPicture,
} from './contract.ts';
import { outputMediaTypes } from './contract.ts';

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
  // A browser that can't encode the type returns PNG without an error.
  return blob.type === type ? blob : null;
}

interface Sized {
  mediaType: string;
  width: number;
  height: number;
}

async function described(blob: Blob, facts: Sized) {
  const sha256 = await sha256Hex(blob);
  const { mediaType, width, height } = facts;
  const typed = new Blob([blob], { type: mediaType });
  return { blob: typed, mediaType, width, height, bytes: blob.size, sha256 };
}

async function prepare(
  picked: Blob,
  limits: SourceLimits,
): Promise<ImagingResult<PreparedPicture>> {
  const { original, copy } = await prepareSource(picked, limits, async (jpeg) => {
    const { isTurnedByExif } = await import('./exif-rotation.ts');
    return isTurnedByExif(jpeg);
  });
  const value = {
    original: { ...(await described(picked, original)), isTurned: original.isTurned },
    copy: copy && (await described(copy.blob, copy)),
  };
  return { ok: true, value };
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
      // JPEG has no transparency. Without a background, transparent pixels would become black.
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

async function grid(wanted: GridPicture, format: OutputFormat): Promise<ImagingResult<Blob>> {
  const layout = layOutGrid(wanted);
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  const context = canvas.getContext('2d');
  if (!context) return refuse('too-large', `${layout.width} × ${layout.height}`);
  // Only a comparison is ever drawn.
  const { drawGrid } = await import('./draw-grid.ts');
  await drawGrid(context, wanted, layout);
  const blob = await encode(canvas, outputMediaTypes[format]);
  return blob ? { ok: true, value: blob } : refuse('unsupported-media', outputMediaTypes[format]);
}

/** Larger than this on a side nobody sees more of it, and memory is short on phones. */
const differenceMaxSide = 2_048;

/** The other picture is stretched to the first one's size: what is compared is what is seen at the same place. */
async function difference(left: Blob, right: Blob): Promise<ImagingResult<PictureDifference>> {
  const [first, second] = await Promise.all([decode(left), decode(right)]);
  try {
    if (!first || !second) return refuse('unsupported-media', left.type);
    const scale = Math.min(1, differenceMaxSide / Math.max(first.width, first.height));
    const width = Math.max(1, Math.round(first.width * scale));
    const height = Math.max(1, Math.round(first.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return refuse('too-large', `${width} × ${height}`);
    const pixelsOf = (bitmap: ImageBitmap) => {
      context.clearRect(0, 0, width, height);
      context.drawImage(bitmap, 0, 0, width, height);
      return context.getImageData(0, 0, width, height);
    };
    const one = pixelsOf(first);
    const changed = differenceOf(one.data, pixelsOf(second).data, one.data);
    context.putImageData(one, 0, 0);
    const picture = await encode(canvas, outputMediaTypes.PNG);
    return picture ? { ok: true, value: { picture, changed } } : refuse('unknown', 'no picture');
  } finally {
    first?.close();
    second?.close();
  }
}

async function hash(file: Blob): Promise<ImagingResult<string>> {
  return { ok: true, value: await sha256Hex(file) };
}

async function recipeOf(file: Blob): Promise<ImagingResult<Recipe | null>> {
  const { readRecipe } = await import('../../src/media/recipes/read-recipe.ts');
  return { ok: true, value: await readRecipe(file) };
}

async function withRecipe(file: Blob, recipe: Recipe | null): Promise<ImagingResult<Blob>> {
  const { writeRecipe } = await import('../../src/media/recipes/write-recipe.ts');
  return { ok: true, value: await writeRecipe(file, recipe) };
}

async function trainingOf(file: Blob): Promise<ImagingResult<ExaminedZip>> {
  const { examineTraining } = await import('../../src/media/zip/examine-training.ts');
  try {
    return { ok: true, value: await examineTraining(file) };
  } catch (error) {
    return refuse('unsupported-media', String(error));
  }
}

async function guarded<Value>(work: Promise<ImagingResult<Value>>): Promise<ImagingResult<Value>> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof KilnError && error.code === 'unsupported-media') {
      return refuse(error.code, error.detail ?? '');
    }
    return refuse('unknown', String(error));
  }
}

const api: ImagingWorker = {
  examineTraining: (file) => guarded(trainingOf(file)),
  prepare: (picked, limits) => guarded(prepare(picked, limits)),
  hash: (file) => guarded(hash(file)),
  readRecipe: (file) => guarded(recipeOf(file)),
  writeRecipe: (file, recipe) => guarded(withRecipe(file, recipe)),
  convert: (picture, format) => guarded(convert(picture, format)),
  difference: (left, right) => guarded(difference(left, right)),
  drawGrid: (wanted, format) => guarded(grid(wanted, format)),
};

expose(api);
