import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';

import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { isGeneratorType } from '../../src/domain/generator-types.ts';
import type { JobId } from '../../src/domain/ids.ts';
import { schemaDefaults, type InputValues } from '../../src/domain/model.ts';
import type { Engine, EngineOutput, EngineSource } from '../../server/engines/contract/engine.ts';
import { sampleSize } from './list.ts';
import type { Sample, SampleSource } from './list.ts';
import { storedZip } from './zip.ts';

export interface MakerOptions {
  /** Path of a picture that takes the place of the paintings that tools work on. */
  photo?: string;
  /** Pixels a side of what is painted and drawn; `sampleSize` unless given. */
  side?: number;
}

/** What a sample has become, and what it took. */
export interface MadeSample {
  sample: Sample;
  outputs: EngineOutput[];
  tookMs: number;
}

/** Makes samples one after the other; what one works on must have been made before it. */
export class SampleMaker {
  readonly #made = new Map<string, EngineOutput>();
  readonly #engine: Engine;
  readonly #photo: string | undefined;
  readonly #scale: number;

  constructor(engine: Engine, { photo, side = sampleSize }: MakerOptions = {}) {
    this.#engine = engine;
    this.#photo = photo;
    this.#scale = side / sampleSize;
  }

  /** Sizes of what is painted anew grow with the maker's; those that a model fixes stay. */
  #sized(input: InputValues, isFree: boolean): InputValues {
    const { width, height } = input;
    if (!isFree || typeof width !== 'number' || typeof height !== 'number') return input;
    return { ...input, width: width * this.#scale, height: height * this.#scale };
  }

  async make(sample: Sample): Promise<MadeSample> {
    const { name, model, input, seed, sources } = sample;
    const item = this.#engine.models().find((each) => each.model === model);
    const jobType = item?.type.split(',')[0] ?? '';
    if (!isGeneratorType(jobType)) throw new Error(`${name}: there is no model ${model}`);
    const folder = await mkdtemp(path.join(tmpdir(), 'kiln-sample-'));
    try {
      const files: EngineSource[] = [];
      for (const [field, given] of Object.entries(sources)) {
        for (const source of Array.isArray(given) ? (given as SampleSource[]) : [given]) {
          files.push(await this.#write(folder, field, source as SampleSource, files.length));
        }
      }
      const startedMs = performance.now();
      const outputs = await this.#engine.run(
        {
          id: name as JobId,
          model,
          jobType,
          input: {
            ...schemaDefaults(this.#engine.schema(model, 'en')),
            ...this.#sized(input, item?.allow_dimensions.length === 0),
          },
          sources: files,
          seed,
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
      const tookMs = performance.now() - startedMs;
      if (outputs[0]) this.#made.set(name, outputs[0]);
      return { sample, outputs, tookMs };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #write(
    folder: string,
    field: string,
    source: SampleSource,
    number: number,
  ): Promise<EngineSource> {
    const file = path.join(folder, String(number));
    const data = await this.#read(source);
    await writeFile(file, data);
    const mediaType = sniffMediaType(data);
    if (mediaType && !mediaType.startsWith('image/')) {
      return { field, path: file, mediaType, width: 0, height: 0 };
    }
    const { format, width, height } = await sharp(data).metadata();
    return { field, path: file, mediaType: `image/${format}`, width, height };
  }

  async #read(source: SampleSource): Promise<Buffer> {
    if ('svg' in source) {
      const dotsPerInch = 72 * this.#scale;
      return sharp(Buffer.from(source.svg), { density: dotsPerInch }).png().toBuffer();
    }
    if ('zip' in source) {
      const files = source.zip.map((name) => ({
        name: `${name}.webp`,
        data: this.#result(name).data,
      }));
      return storedZip(files);
    }
    const made = this.#result(source.sample);
    const isPicture = made.mediaType.startsWith('image/');
    if (this.#photo !== undefined && isPicture) return sharp(this.#photo).toBuffer();
    return Buffer.from(made.data);
  }

  #result(name: string): EngineOutput {
    const made = this.#made.get(name);
    if (!made) throw new Error(`${name} is not made yet`);
    return made;
  }
}
