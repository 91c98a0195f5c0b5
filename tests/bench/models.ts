import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { Engine } from '../../server/engines/contract/engine.ts';
import type { JobId } from '../../src/domain/ids.ts';
import { schemaDefaults, type InputValues } from '../../src/domain/model.ts';
import { createLocalEngine } from '../../server/local/engine.ts';
import { knownPacks } from '../../server/packs/manifest.ts';
import { createPacks } from '../../server/packs/service.ts';
import { createBuiltinEngine } from '../../server/workshop/engine.ts';
import type { Figure } from './offline-thousand.ts';

/** Pictures are cut to it, so that each is three tiles wide and high for the slower model. */
const side = 384;
const log = { info: () => undefined, warn: () => undefined };

/** A camera that moved by eleven pixels, slightly downwards. */
function motionKernel(): { width: number; height: number; kernel: number[] } {
  const width = 11;
  const kernel = Array.from({ length: width * width }, () => 0);
  for (let x = 0; x < width; x += 1) kernel[Math.round(5 + (x - 5) * 0.4) * width + x] = 1;
  return { width, height: width, kernel };
}

const pixelsOf = (picture: string | Uint8Array): Promise<Buffer> =>
  sharp(picture).removeAlpha().raw().toBuffer();

/** Decibels between two pictures of one size. */
async function psnr(one: string | Uint8Array, other: string): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  const squares = a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10((255 * 255 * a.length) / squares);
}

/** How alike two pictures are built, 0…1: mean of SSIM over squares of eight by eight, of lightness. */
async function ssim(one: string | Uint8Array, other: string): Promise<number> {
  const grey = (picture: string | Uint8Array) => sharp(picture).greyscale().raw().toBuffer();
  const [a, b] = await Promise.all([grey(one), grey(other)]);
  const window = 8;
  let total = 0;
  let count = 0;
  for (let top = 0; top + window <= side; top += window) {
    for (let left = 0; left + window <= side; left += window) {
      let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + window; y += 1) {
        for (let x = left; x < left + window; x += 1) {
          const [va, vb] = [a[y * side + x] ?? 0, b[y * side + x] ?? 0];
          sumA += va;
          sumB += vb;
          squareA += va * va;
          squareB += vb * vb;
          product += va * vb;
        }
      }
      const n = window * window;
      const [meanA, meanB] = [sumA / n, sumB / n];
      const [varA, varB] = [squareA / n - meanA ** 2, squareB / n - meanB ** 2];
      const both = product / n - meanA * meanB;
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
      total +=
        ((2 * meanA * meanB + c1) * (2 * both + c2)) /
        ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2));
      count += 1;
    }
  }
  return total / count;
}

async function run(engine: Engine, model: string, file: string, input: InputValues) {
  const { width, height } = await sharp(file).metadata();
  const beganMs = performance.now();
  const [output] = await engine.run(
    {
      id: 'bench' as JobId,
      model,
      jobType: 'Restore',
      input: { ...schemaDefaults(engine.schema(model, 'en')), ...input },
      sources: [{ field: 'image', path: file, mediaType: 'image/png', width, height }],
      seed: '1',
      outputs: 1,
      attempt: 1,
      externalReference: null,
    },
    {
      signal: new AbortController().signal,
      reportProgress: () => undefined,
      saveExternalReference: () => Promise.resolve(),
    },
  );
  return {
    data: output?.data ?? new Uint8Array(),
    seconds: (performance.now() - beganMs) / 1000,
  };
}

/**
 * Deblurring and enlarging by the models that can be installed, against Kiln's own tools, on the photos of the folder
 * that `KILN_BENCH_PHOTOS` names. Fetches 310 MB.
 */
export async function models(): Promise<Figure[]> {
  const photos = process.env.KILN_BENCH_PHOTOS;
  if (photos === undefined) return [{ what: 'KILN_BENCH_PHOTOS', value: 'names no folder' }];
  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-bench-models-'));
  const packs = createPacks({
    folder: path.join(folder, 'packs'),
    manifests: await knownPacks(null),
    registry: null,
    freeBytes: () => Promise.resolve(null),
    log,
  });
  const local = createLocalEngine({ usable: () => packs.usable(), log });
  const own = createBuiltinEngine();
  const figures: Figure[] = [];
  try {
    const beganMs = performance.now();
    for (const id of ['esrgan-thick', 'maxim-deblur']) await packs.install(id);
    await packs.settled();
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    figures.push({ what: 'both installed', value: `${seconds} s` });
    await own.start();
    for (const id of ['esrgan-thick', 'maxim-deblur']) {
      await local.tryOut(id);
      const pace = local.triedOut(id).secondsPerMegapixel?.toFixed(0) ?? 'unknown';
      figures.push({ what: `${id}, seconds a megapixel`, value: pace });
    }
    const names = (await readdir(photos)).filter((name) => /\.(png|jpe?g|webp)$/i.test(name));
    for (const name of names) {
      const at = (what: string) => path.join(folder, `${name}-${what}.png`);
      const photo = await readFile(path.join(photos, name));
      await sharp(photo).removeAlpha().resize(side, side, { fit: 'cover' }).toFile(at('clean'));
      await sharp(at('clean')).convolve(motionKernel()).toFile(at('blurred'));
      await sharp(at('clean'))
        .resize(side / 2, side / 2)
        .toFile(at('small'));
      const tell = async (what: string, made: { data: Uint8Array; seconds?: number }) => {
        const decibels = (await psnr(made.data, at('clean'))).toFixed(2);
        const alike = (await ssim(made.data, at('clean'))).toFixed(3);
        const took = made.seconds === undefined ? '' : ` · ${made.seconds.toFixed(1)} s`;
        figures.push({ what: `${name}, ${what}`, value: `${decibels} dB · ${alike}${took}` });
      };
      await tell('blurred by motion', { data: await readFile(at('blurred')) });
      const plain = { denoise: 0, contrast: 0 };
      await tell('kiln-restore', await run(own, 'kiln-restore', at('blurred'), plain));
      await tell('maxim-deblur', await run(local, 'local-maxim-deblur', at('blurred'), {}));
      await tell('2×, kiln-upscale', await run(own, 'kiln-upscale', at('small'), { scale: 2 }));
      await tell(
        '2×, esrgan-thick',
        await run(local, 'local-esrgan-thick', at('small'), { scale: 2 }),
      );
    }
  } finally {
    await local.stop();
    await own.stop();
    await packs.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}
