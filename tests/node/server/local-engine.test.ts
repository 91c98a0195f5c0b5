import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLocalEngine, type LocalEngine } from '../../../server/local/engine.ts';
import { knownPacks } from '../../../server/packs/manifest.ts';
import { createPacks, type Packs } from '../../../server/packs/service.ts';
import { realRuntime } from '../../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';
import { tinyPack, writeManifests } from '../../fixtures/packs/tiny.ts';
import { jobOf, recordingContext } from '../engines/conformance.ts';

// The real runtime is fetched and unpacked, and processes start and die.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const log = { info: () => undefined, warn: () => undefined };
let folder: string;
let registry: RegistryDouble;
let packs: Packs;
let engine: LocalEngine;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-local-'));
  const tiny = await tinyPack();
  const huge = await tinyPack(0, 'huge');
  await writeManifests(path.join(folder, 'manifests'), [
    tiny,
    { ...huge, manifest: { ...huge.manifest, memory_bytes: 2 ** 50 } },
  ]);
  registry = await startRegistry([
    ...(await realRuntime()),
    { npm: tiny.npm, version: tiny.version, bytes: tiny.archive.bytes },
    { npm: huge.npm, version: huge.version, bytes: huge.archive.bytes },
  ]);
  packs = createPacks({
    folder: path.join(folder, 'packs'),
    manifests: await knownPacks(path.join(folder, 'manifests')),
    registry: registry.url,
    freeBytes: () => Promise.resolve(null),
    log,
  });
  engine = createLocalEngine({ usable: () => packs.usable(), threads: 1, log });
  await engine.start();
});
afterAll(async () => {
  await engine?.stop();
  await packs?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function picture(width: number, height: number, channels: 3 | 4 = 3): Promise<string> {
  const file = path.join(folder, `${width}x${height}x${channels}.png`);
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += 1) data[at] = (at * 7 + Math.floor(at / 97)) % 256;
  await sharp(data, { raw: { width, height, channels } }).png().toFile(file);
  return file;
}

async function jobOn(file: string, id = '1') {
  const { width, height } = await sharp(file).metadata();
  return {
    ...jobOf(engine, 'local-tiny'),
    id: id as never,
    sources: [{ field: 'image', path: file, mediaType: 'image/png', width, height }],
  };
}

test('a model appears when its pack is installed, makes what it has to, and goes with its pack', async () => {
  expect(engine.models()).toEqual([]);
  await expect(engine.run(jobWithout, recordingContext())).rejects.toMatchObject({
    code: 'not-found',
  });
  await packs.install('tiny');
  await packs.settled();
  const [model] = engine.models();
  expect(model).toMatchObject({ model: 'local-tiny', type: 'Upscaling' });
  expect(engine.unavailableReason('local-tiny')).toBeNull();

  await engine.tryOut('tiny');
  expect(engine.triedOut('tiny')).toMatchObject({ trial: 'works' });
  expect(engine.models()[0]?.description.text_en).toMatch(/On this machine a megapixel takes/);

  // Larger than a tile, so that several are joined.
  const file = await picture(100, 70);
  const context = recordingContext();
  const [output] = await engine.run(await jobOn(file), context);
  expect(output).toMatchObject({ width: 200, height: 140, model: 'local-tiny' });
  const made = await sharp(output?.data).removeAlpha().raw().toBuffer();
  const expected = await sharp(file)
    .resize(200, 140, { kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const differences = made.map((value, at) => Math.abs(value - (expected[at] ?? 0)));
  // WebP at quality 94 of noise.
  expect(differences.reduce((sum, one) => sum + one, 0) / made.length).toBeLessThan(12);
  expect(context.progress.at(-1)?.fraction).toBe(1);

  const [clear] = await engine.run(await jobOn(await picture(20, 20, 4)), recordingContext());
  expect((await sharp(clear?.data).metadata()).hasAlpha).toBe(true);
});

const jobWithout = {
  id: '0' as never,
  model: 'local-tiny',
  jobType: 'Upscaling' as const,
  input: {},
  sources: [],
  seed: '1',
  outputs: 1,
  attempt: 1,
  externalReference: null,
};

test('a picture that takes long is seen on the way', async () => {
  await packs.install('tiny');
  await packs.settled();
  const context = recordingContext();
  await engine.run(await jobOn(await picture(1_500, 1_500)), context);
  const glances = context.progress.flatMap(({ preview }) => preview ?? []);
  const [first] = glances;
  expect(first?.mediaType).toBe('image/webp');
  expect((await sharp(first?.data).metadata()).width).toBe(512);
});

test('a cancel ends the work long before it is done, and the next job is done', async () => {
  await packs.install('tiny');
  await packs.settled();
  const large = await picture(1_400, 1_400);
  const context = recordingContext();
  const running = engine.run(await jobOn(large), context);
  running.catch(() => undefined);
  await vi.waitFor(() => expect(context.progress.at(-1)?.fraction).toBeGreaterThan(0.05), 30_000);
  context.controller.abort(new Error('cancelled'));
  await expect(running).rejects.toThrow('cancelled');
  expect(context.progress.at(-1)?.fraction).toBeLessThan(0.9);
  // Another process stands ready before anybody asks.
  await vi.waitFor(async () => expect(await ownProcesses()).toHaveLength(1), 30_000);
  const [ready] = await ownProcesses();
  const [output] = await engine.run(await jobOn(await picture(30, 30)), recordingContext());
  expect(output?.width).toBe(60);
  expect(await ownProcesses()).toEqual([ready]);
});

/** Numbers of this process's children that run models. */
async function ownProcesses(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    if (!(await read('cmdline')).includes('local.process.ts')) continue;
    if (/\) \w (\d+) /.exec(await read('stat'))?.[1] === String(process.pid)) found.push(pid);
  }
  return found;
}

test('what would be larger than a result may be is refused in words, and a file that is no picture too', async () => {
  const wide = await picture(5_000, 2);
  await expect(engine.run(await jobOn(wide), recordingContext())).rejects.toMatchObject({
    code: 'too-large',
  });
  const file = path.join(folder, 'none.png');
  await writeFile(file, 'no picture');
  const job = {
    ...(await jobOn(wide)),
    sources: [{ field: 'image', path: file, mediaType: 'image/png', width: 1, height: 1 }],
  };
  await expect(engine.run(job, recordingContext())).rejects.toMatchObject({
    code: 'unsupported-media',
  });
});

test('a model that the machine has too little memory for says so before anything starts', async () => {
  await packs.install('huge');
  await packs.settled();
  expect(engine.unavailableReason('local-huge')?.en).toMatch(/too little memory/);
  await engine.tryOut('huge');
  expect(engine.triedOut('huge').trial).toBe('none');
});

test('a model that does not run here is offered to nobody', async () => {
  await packs.install('tiny');
  await packs.settled();
  const graph = path.join(folder, 'packs/tiny/tiny.onnx');
  const bytes = await readFile(graph);
  await writeFile(graph, 'no graph');
  // A process that has it already would not notice.
  const other = createLocalEngine({ usable: () => packs.usable(), threads: 1, log });
  await other.start();
  await other.tryOut('tiny');
  expect(other.triedOut('tiny').trial).toBe('fails');
  expect(other.unavailableReason('local-tiny')?.en).toMatch(/does not run/);
  await writeFile(graph, bytes);
  await other.tryOut('tiny');
  expect(other.unavailableReason('local-tiny')).toBeNull();
  await other.stop();
});
