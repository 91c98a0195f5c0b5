import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';

import { sniffMediaType } from '../../../../src/domain/file-kinds.ts';
import { isGeneratorType } from '../../../../src/domain/generator-types.ts';
import type { JobId } from '../../../../src/domain/ids.ts';
import { schemaDefaults } from '../../../../src/domain/model.ts';
import type { Engine, EngineOutput, EngineSource } from '../../engine.ts';
import type { Sample, SampleSource } from './list.ts';

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

  /** @param photo path of a picture that takes the place of the paintings that tools work on */
  constructor(engine: Engine, photo?: string) {
    this.#engine = engine;
    this.#photo = photo;
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
          input: { ...schemaDefaults(this.#engine.schema(model, 'en')), ...input },
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
    if ('svg' in source) return sharp(Buffer.from(source.svg)).png().toBuffer();
    const made = this.#made.get(source.sample);
    const isPicture = made?.mediaType.startsWith('image/') ?? true;
    if (this.#photo !== undefined && isPicture) return sharp(this.#photo).toBuffer();
    if (!made) throw new Error(`${source.sample} is not made yet`);
    return Buffer.from(made.data);
  }
}
