import { sizeFor } from '../../src/diffusion/forms.ts';
import { makePictures, measurePace, type Maker } from '../../src/diffusion/make.ts';
import { sourceMaxPixels } from '../../src/diffusion/offers.ts';
import { decoderOf, type DiffusionRun } from '../../src/diffusion/run.ts';
import { LoraError, loraReason } from '../../src/diffusion/lora-file.ts';
import type { DeviceProblem } from '../../src/diffusion/device-model.ts';
import { makeInTiles, measureTiles, scaleOf } from '../../src/diffusion/tile-make.ts';
import { graphFor, tileScales, type TileWork } from '../../src/diffusion/tile-run.ts';
import { clipTokenizer, readVocabulary } from '../../src/diffusion/tokenizer.ts';
import { resultMaxSide } from '../../src/domain/limits.ts';
import type { MakingModel, MakingOrder, MakingResult, MakingWorker } from './contract.ts';
import { loadModel, MissingFile, threadsHere } from './networks.ts';
import { pause } from './pause.ts';
import {
  coloursOf,
  DamagedSource,
  encoded,
  encodedColours,
  glanceOf,
  maskOf,
  openPicture,
  pictureOf,
  previewOf,
} from './pictures.ts';

/** What browsers and onnxruntime say when memory ends: the program's own, or the page's. */
const memoryWords =
  /out of memory|allocat|bad_alloc|memory access out of bounds|Array buffer|invalid array length|buffer size|OOM/i;

/** What is to be made has more pixels than a picture may have. */
class TooLarge extends Error {}

function problemOf(error: unknown): DeviceProblem | 'source-damaged' | 'too-large' {
  if (error instanceof TooLarge) return 'too-large';
  if (error instanceof DamagedSource) return 'source-damaged';
  if (error instanceof MissingFile) return 'gone';
  if (error instanceof RangeError || memoryWords.test(String(error))) return 'too-little-memory';
  // A number alone is where in its memory C++ has put an exception; the usual one is that there is no more.
  if (typeof error === 'number') return 'too-little-memory';
  return 'fails';
}

async function resultOf<Value>(work: () => Promise<Value>): Promise<MakingResult<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const detail = String(error);
    if (error instanceof LoraError) {
      return { ok: false, problem: 'refused', detail, reason: loraReason(error) };
    }
    return { ok: false, problem: problemOf(error), detail };
  }
}

const nowMs = (): number => performance.now();

async function makerOf(model: MakingModel, run: DiffusionRun): Promise<Maker> {
  const { text, networksWith } = await loadModel(model);
  const { vocabulary, merges } = run.parts;
  const tokenizer = clipTokenizer(readVocabulary(await text(vocabulary), await text(merges)));
  return { tokenizer, networksWith: (...wanted) => networksWith(run, ...wanted) };
}

async function measureWork(model: MakingModel) {
  const { work } = model;
  if (work.task === 'diffusion') {
    const maker = await makerOf(model, work.run);
    // The small decoder is what a form begins with here.
    const decoder = decoderOf(work.run, 'fast');
    const { latents, ...speed } = await measurePace(work.run, maker, nowMs, decoder);
    return { speed, made: latents, seconds: 2 * (speed.stepSeconds + speed.restSeconds) };
  }
  const [scale = 1] = tileScales(work);
  const network = await (await loadModel(model)).tileNetwork(graphFor(work, scale));
  const { made, secondsPerMegapixel } = await measureTiles(work, network, scale, nowMs);
  const fresh = (work.run.side - work.run.overlap) ** 2;
  return {
    speed: { secondsPerMegapixel },
    made,
    seconds: (2 * secondsPerMegapixel * fresh) / 1_000_000,
  };
}

export const measure: MakingWorker['measure'] = (model) =>
  resultOf(async () => {
    const fromMs = nowMs();
    const { speed, made, seconds } = await measureWork(model);
    const loadSeconds = Math.max(0, (nowMs() - fromMs) / 1000 - seconds);
    return { speed, made, threads: threadsHere(), loadSeconds };
  });

function sourceOf({ sources }: MakingOrder, field: string): Promise<ImageBitmap> {
  const found = sources.find((source) => source.field === field);
  if (!found) throw new DamagedSource(`${field} is missing`);
  return openPicture(found.blob);
}

async function startOf(run: DiffusionRun, order: MakingOrder) {
  const { mode, input } = order;
  const { width, height } = run.defaults;
  if (mode === 'text-to-image' || mode === null) {
    const size = {
      width: Number(input['width'] ?? width),
      height: Number(input['height'] ?? height),
    };
    return { size, start: null };
  }
  const picture = await sourceOf(order, 'image');
  const size = sizeFor(run, picture);
  const mask = mode === 'inpainting' ? await sourceOf(order, 'mask') : null;
  return {
    size,
    start: {
      picture: pictureOf(picture, size),
      strength: Number(input['denoising_strength'] ?? 0.75),
      mask: mask && maskOf(mask, size),
    },
  };
}

type Tell = Parameters<MakingWorker['make']>[2];
type Keep = Parameters<MakingWorker['make']>[3];

async function makeFromWords(
  model: MakingModel,
  run: DiffusionRun,
  order: MakingOrder,
  { tell, keep }: { tell: Tell; keep: Keep },
): Promise<void> {
  const maker = await makerOf(model, run);
  const { size, start } = await startOf(run, order);
  const { input, seed, outputs, from } = order;
  await makePictures({ run, input, seed, outputs, from, size, start }, maker, {
    nowMs,
    async tell({ fraction, glance }) {
      tell(fraction, glance && (await previewOf(await glance())));
      await pause.passed();
    },
    keep: async ({ index, seed: used, planes }) =>
      keep({ index, seed: String(used), ...(await encoded(planes)) }),
  });
}

/** Of a picture that is not finished: so large, and so often at most. */
const glanceSide = 512;
const glanceEveryMs = 1_000;

async function makeFromPicture(
  model: MakingModel,
  work: TileWork,
  order: MakingOrder,
  { tell, keep }: { tell: Tell; keep: Keep },
): Promise<void> {
  const { input, seed } = order;
  const scale = scaleOf(work, input);
  const bitmap = await sourceOf(order, 'image');
  const colours = coloursOf(bitmap, sourceMaxPixels);
  if (Math.max(colours.width, colours.height) * scale > resultMaxSide) {
    throw new TooLarge(`a side has at most ${resultMaxSide} px`);
  }
  const network = await (await loadModel(model)).tileNetwork(graphFor(work, scale));
  // The first one comes soon.
  let lastMs = nowMs() - 0.75 * glanceEveryMs;
  const made = await makeInTiles(work, network, colours, input, async (part, glance) => {
    const isDue = part < 1 && nowMs() - lastMs >= glanceEveryMs;
    if (isDue) lastMs = nowMs();
    tell(0.99 * part, isDue ? await glanceOf(glance(glanceSide)) : null);
    await pause.passed();
  });
  await keep({
    index: 0,
    seed,
    ...(await encodedColours(made, colours.isOpaque ? null : bitmap)),
  });
}

export const make: MakingWorker['make'] = (model, order, tell, keep) =>
  resultOf(async () => {
    const { work } = model;
    if (work.task === 'diffusion') await makeFromWords(model, work.run, order, { tell, keep });
    else await makeFromPicture(model, work, order, { tell, keep });
    return null;
  });
