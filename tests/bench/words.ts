import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JobId } from '../../src/domain/ids.ts';
import { schemaDefaults, type InputValues } from '../../src/domain/model.ts';
import { createLocalEngine } from '../../server/local/engine.ts';
import { knownPacks } from '../../server/packs/manifest.ts';
import { createPacks } from '../../server/packs/service.ts';
import type { Figure } from './offline-thousand.ts';

const log = { info: () => undefined, warn: console.warn };

/** Of the process that holds a model: what it has now and had at most, in GB. */
async function memory(): Promise<string> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    if (!(await read('cmdline')).includes('local.process.ts')) continue;
    const status = await read('status');
    const gigabytes = (name: string) =>
      (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024 / 1024).toFixed(2);
    return `${gigabytes('VmRSS')} now · ${gigabytes('VmHWM')} at most`;
  }
  return 'unknown';
}

/**
 * Pictures from words by the models of the folder that `KILN_BENCH_MODELS` names, as `scripts/packs/diffusion.py`
 * writes them: what the platform's own engine needs for one.
 */
export async function words(): Promise<Figure[]> {
  const models = process.env.KILN_BENCH_MODELS;
  if (models === undefined) return [{ what: 'KILN_BENCH_MODELS', value: 'names no folder' }];
  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-bench-words-'));
  const packs = createPacks({
    folder,
    models,
    manifests: await knownPacks(null),
    registry: null,
    freeBytes: () => Promise.resolve(null),
    log,
  });
  const figures: Figure[] = [];
  try {
    await packs.start();
    const found = (await packs.statuses()).filter(({ manifest }) => manifest.brought);
    for (const { manifest, diskBytes } of found) {
      // A process of its own: what it had at most is this model's.
      const engine = createLocalEngine({ usable: () => packs.usable(), gpu: 'off', log });
      await packs.install(manifest.id);
      await packs.settled();
      const model = `local-${manifest.id}`;
      const schema = engine.schema(model, 'en');
      const defaults = schemaDefaults(schema);
      const make = async (input: InputValues) => {
        const beganMs = performance.now();
        await engine.run(
          {
            id: 'bench' as JobId,
            model,
            jobType: 'Text2Img',
            input: { ...defaults, prompt: 'a bowl of ramen', ...input },
            sources: [],
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
        return `${((performance.now() - beganMs) / 1000).toFixed(1)} s`;
      };
      const tell = (what: string, value: string) =>
        figures.push({ what: `${manifest.name.en}, ${what}`, value });
      tell('on the disk', `${(diskBytes / 1e9).toFixed(2)} GB`);
      const size = `${Number(defaults['width'])} × ${Number(defaults['height'])}`;
      const steps = `${Number(defaults['steps'])} steps`;
      if (defaults['decoder'] !== undefined) {
        tell(`first picture (${size}, ${steps}), with loading`, await make({ decoder: 'fast' }));
        tell('the next one', await make({ decoder: 'fast' }));
        tell(
          'three more steps',
          await make({ decoder: 'fast', steps: Number(defaults['steps']) + 3 }),
        );
        tell('memory, GB', await memory());
      }
      const [lora] = schema.properties['loras']?.['x-names'] ?? [];
      if (lora !== undefined) {
        const few = { decoder: 'fast', steps: 2 };
        tell('two steps', await make(few));
        tell(`two steps with ${lora}, with loading`, await make({ ...few, loras: [lora] }));
        tell('two steps with it, next', await make({ ...few, loras: [lora] }));
        tell('memory with it, GB', await memory());
      }
      tell('with the full decoder, first', await make({}));
      tell('with the full decoder, next', await make({}));
      tell('memory with it, GB', await memory());
      await engine.stop();
    }
  } finally {
    await packs.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}
