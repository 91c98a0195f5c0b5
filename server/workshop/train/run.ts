import sharp from 'sharp';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { uploadMaxBytes, uploadMaxPixels } from '../../../src/domain/limits.ts';
import { EngineError, refusedInput } from '../../engines/contract/engine.ts';
import { examineHeaders } from '../../pictures/headers.ts';
import type { Lab } from '../painter/oklab.ts';
import { createRandom } from '../painter/random.ts';
import { toSurface } from '../picture/canvas.ts';
import { writeStyle } from '../same-style/card.ts';
import { joinStyles, measureStyle, type StyleFacts } from '../same-style/style.ts';
import type { ToolRunner } from '../tool.ts';
import { fewColours } from '../trace/colours.ts';
import { cardSide, drawCard, thumbnailSide } from './card.ts';
import { trainedFor, trainedMax, trainedMin } from './options.ts';
import { withZip, type ZipEntry } from './zip.ts';

/** Styles are measured at this size, in pixels a side. */
const measuredSide = 512;
const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** What all files of a zip together may unpack to. */
const unpackedMaxBytes = 1024 * 1024 * 1024;

interface Learnt {
  style: StyleFacts;
  /** Some of its pixels, OKLab. */
  pixels: Float32Array;
  thumbnail: Buffer;
}

/** Files that look like pictures by their names, in the order of these; what systems add is left out. */
function candidates(entries: readonly ZipEntry[]): ZipEntry[] {
  return entries
    .filter(({ name, bytes }) => {
      const hidden = name.startsWith('__MACOSX/') || /(^|\/)\./.test(name);
      return !hidden && /\.(png|jpe?g|webp)$/i.test(name) && bytes > 0 && bytes <= uploadMaxBytes;
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Null for what is no picture, damaged, or too large to open. */
async function learn(data: Buffer): Promise<Learnt | null> {
  const mediaType = sniffMediaType(data.subarray(0, 32));
  if (!mediaType || !pictureTypes.has(mediaType)) return null;
  // As strictly as what comes by itself: a picture in a zip was looked at by nobody.
  if ('refused' in (await examineHeaders(data, mediaType))) return null;
  try {
    const pipeline = sharp(data, { limitInputPixels: uploadMaxPixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#fff' });
    const { data: pixels, info } = await pipeline
      .clone()
      .resize(measuredSide, measuredSide, { fit: 'inside', withoutEnlargement: true })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 || info.width < 16 || info.height < 16) return null;
    const surface = toSurface({
      data: pixels,
      width: info.width,
      height: info.height,
      channels: 3,
      warnings: [],
    });
    const step = Math.max(1, Math.floor(surface.data.length / 3 / 800));
    const some: number[] = [];
    for (let at = 0; at < surface.data.length; at += 3 * step)
      some.push(...surface.data.subarray(at, at + 3));
    const thumbnail = await pipeline
      .clone()
      .resize(thumbnailSide, thumbnailSide, { fit: 'cover' })
      .png()
      .toBuffer();
    return { style: measureStyle(surface), pixels: Float32Array.from(some), thumbnail };
  } catch {
    return null;
  }
}

/** Learns a style from the pictures of a zip; the result is a card that carries it. */
export const runTrain: ToolRunner = async (task, report) => {
  const { input, seed } = task;
  const source = task.sources.find(({ field }) => field === 'training_zip');
  if (!source) throw new EngineError('source-missing', 'No zip given', { retryable: false });
  const learnt: Learnt[] = [];
  let skipped = 0;
  await withZip(source.path, async (entries) => {
    const files = candidates(entries);
    const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0);
    if (unpacked > unpackedMaxBytes) {
      throw new EngineError('too-large', 'The zip unpacks to more than 1 GiB', {
        retryable: false,
      });
    }
    for (const [index, file] of files.entries()) {
      if (learnt.length >= trainedMax) break;
      const data = await file.read();
      const one = data && (await learn(data));
      if (one) learnt.push(one);
      else skipped += 1;
      report((0.85 * (index + 1)) / Math.min(files.length, trainedMax + skipped));
    }
  });
  if (learnt.length < trainedMin) {
    throw refusedInput(
      { field: 'training_zip', reason: 'too-few-pictures', values: [trainedMin, learnt.length] },
      `A style takes at least ${trainedMin} pictures (PNG, JPEG or WebP) in the zip; ${learnt.length} could be read`,
    );
  }
  const style = joinStyles(learnt.map((one) => one.style));
  const together = new Float32Array(learnt.reduce((sum, { pixels }) => sum + pixels.length, 0));
  let at = 0;
  for (const { pixels } of learnt) {
    together.set(pixels, at);
    at += pixels.length;
  }
  const colours = fewColours(together, 6, createRandom(Number(seed), 'trained colours'));
  const ordered = colours.toSorted((one: Lab, other: Lab) => one[0] - other[0]);
  const name = String(input['model_name'] ?? '').trim();
  const thumbnails = learnt.slice(0, 6).map((one) => one.thumbnail);
  const card = await drawCard(
    style,
    { name, count: learnt.length },
    ordered,
    thumbnails,
    Number(seed),
  );
  report(1);
  const parameters = { ...input, finetune_base: trainedFor, pictures: learnt.length, skipped };
  return [
    {
      index: 0,
      seed,
      parameters,
      warnings: [],
      data: writeStyle(card, { name, ...style }),
      mediaType: 'image/png',
      width: cardSide,
      height: cardSide,
    },
  ];
};
