import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { locateBrowser } from '../../../scripts/find-browser.mjs';
import type { GpuChoice } from '../../../src/domain/packs.ts';
import { createLocalEngine, type LocalEngine } from '../../../server/local/engine.ts';
import { knownPacks } from '../../../server/packs/manifest.ts';
import { createPacks, type Packs } from '../../../server/packs/service.ts';
import { realRuntime } from '../../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';
import { tinyPack, writeManifests } from '../../fixtures/packs/tiny.ts';
import { jobOf, recordingContext } from '../engines/conformance.ts';

// The real runtime is fetched and unpacked, and a card that the processor plays takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const log = { info: vi.fn(), warn: vi.fn() };
let folder: string;
let registry: RegistryDouble;
let packs: Packs;
let engine: LocalEngine | null = null;

/** Where the Vulkan driver is told that comes with the browser of these tests, and plays a card. */
const driver = ['', 'lib/chromium', '../lib/chromium']
  .map((place) => path.join(path.dirname(locateBrowser() ?? '/'), place, 'vk_swiftshader_icd.json'))
  .find((file) => existsSync(file));
const noDriver = '/nothing-here.json';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-gpu-'));
  const tiny = await tinyPack();
  await writeManifests(path.join(folder, 'manifests'), [tiny]);
  registry = await startRegistry([
    ...(await realRuntime()),
    { npm: tiny.npm, version: tiny.version, bytes: tiny.archive.bytes },
  ]);
  packs = createPacks({
    folder: path.join(folder, 'packs'),
    manifests: await knownPacks(path.join(folder, 'manifests')),
    registry: registry.url,
    freeBytes: () => Promise.resolve(null),
    log,
  });
  const pixels = Buffer.from(Array.from({ length: 70 * 40 * 3 }, (_, at) => (at * 89) % 256));
  const raw = { width: 70, height: 40, channels: 3 } as const;
  await sharp(pixels, { raw }).png().toFile(picture());
  await packs.install('tiny');
  await packs.settled();
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});
afterAll(async () => {
  await packs?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

const notes = () => {
  const found = packs.usable().find(({ manifest }) => manifest.id === 'tiny');
  return path.join(found?.notesFolder ?? '', 'measured.json');
};
const readNotes = async () => JSON.parse(await readFile(notes(), 'utf8')) as object;

/** A platform that was just started, on a machine with this driver. */
async function start(gpu: GpuChoice, vulkan: string, noted: object | null = null) {
  vi.stubEnv('VK_ICD_FILENAMES', vulkan);
  await rm(notes(), { force: true });
  if (noted) await writeFile(notes(), JSON.stringify(noted));
  engine = createLocalEngine({ usable: () => packs.usable(), threads: 1, gpu, log });
  await engine.start();
  return engine;
}

const picture = () => path.join(folder, 'picture.png');

async function made(by: LocalEngine) {
  const source = { field: 'image', path: picture(), mediaType: 'image/png', width: 70, height: 40 };
  const job = { ...jobOf(by, 'local-tiny'), sources: [source] };
  const [output] = await by.run(job, recordingContext());
  return output;
}

const about = (by: LocalEngine) => by.models()[0]?.description.text_en;

test('without a graphics card the processor does it, and the form says so', async () => {
  const by = await start('auto', noDriver);
  await by.tryOut('tiny');
  expect(by.triedOut('tiny').trial).toBe('works');
  expect(about(by)).toMatch(/On this machine a megapixel takes/);
  expect(await readNotes()).toMatchObject({ graphics: null });
  expect(await made(by)).toMatchObject({ width: 140, height: 80 });
});

test('what an earlier version has noted is tried anew, once', async () => {
  const by = await start('off', noDriver, { secondsPerMegapixel: 3 });
  await vi.waitFor(() => expect(by.triedOut('tiny').trial).toBe('works'), 60_000);
  expect(await readNotes()).toMatchObject({ graphics: null });
});

test('a card that fails is left for the processor in the middle of a job, and not asked again', async () => {
  const noted = {
    processor: { secondsPerMegapixel: 5 },
    graphics: { secondsPerMegapixel: 1 },
  };
  const by = await start('auto', noDriver, noted);
  expect(about(by)).toMatch(/On this machine's graphics card a megapixel takes/);
  expect(await made(by)).toMatchObject({ width: 140, height: 80 });
  expect(await readNotes()).toEqual({ ...noted, graphics: null });
  expect(about(by)).toMatch(/On this machine a megapixel takes/);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ pack: 'tiny' }),
    expect.stringContaining('graphics card failed'),
  );
});

test('whoever wants no card has none, and the faster of the two is taken otherwise', async () => {
  const noted = {
    processor: { secondsPerMegapixel: 5 },
    graphics: { secondsPerMegapixel: 9 },
  };
  for (const [gpu, words] of [
    ['off', /On this machine a megapixel/],
    ['auto', /On this machine a megapixel/],
    ['on', /graphics card a megapixel/],
  ] as const) {
    const by = await start(gpu, noDriver, noted);
    expect(about(by), gpu).toMatch(words);
    await by.stop();
  }
});

test.skipIf(driver === undefined)(
  'a graphics card makes what the processor makes, and says that it does',
  async () => {
    const processor = await made(await start('off', noDriver));
    await engine?.stop();
    const by = await start('on', driver ?? noDriver);
    await by.tryOut('tiny');
    expect(await readNotes()).toMatchObject({
      graphics: { secondsPerMegapixel: expect.any(Number) as number },
    });
    expect(about(by)).toMatch(/On this machine's graphics card a megapixel takes/);
    const graphics = await made(by);
    const pixels = (data: Uint8Array | undefined) => sharp(data).removeAlpha().raw().toBuffer();
    const [one, other] = await Promise.all([pixels(processor?.data), pixels(graphics?.data)]);
    const apart = one.map((value, at) => Math.abs(value - (other[at] ?? 0)));
    expect(Math.max(...apart)).toBeLessThanOrEqual(2);
    expect(log.warn).not.toHaveBeenCalled();
  },
);
