import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { knownPacks, ownPacks, readManifests } from '../../../server/packs/manifest.ts';
import type { PackManifest } from '../../../server/packs/manifest.ts';
import { createPacks, type Packs, type PacksOptions } from '../../../server/packs/service.ts';
import { archiveOf, sha256Of } from '../../fixtures/packs/archive.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';
import { tinyPack, writeManifests, type TinyPack } from '../../fixtures/packs/tiny.ts';

const log = { info: () => undefined, warn: () => undefined };
const quick = { firstMs: 1, longestMs: 5, tries: 3, silentMs: 10_000 };

let folder: string;
let registry: RegistryDouble;
let tiny: TinyPack;
let packs: Packs | null = null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-packs-'));
  tiny = await tinyPack(300_000);
  registry = await startRegistry([
    { npm: tiny.npm, version: tiny.version, bytes: tiny.archive.bytes },
  ]);
  registry.beforeCut = (sentUpTo) =>
    vi.waitFor(async () => expect(await receivedBytes()).toBeGreaterThanOrEqual(sentUpTo), {
      interval: 5,
      timeout: 5_000,
    });
});
afterEach(async () => {
  await packs?.stop();
  packs = null;
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The tiny pack without a runtime, which is not what is tried here. */
async function manifests(differs: Record<string, unknown> = {}): Promise<PackManifest[]> {
  const where = path.join(folder, 'manifests');
  const manifest = { ...tiny.manifest, needs: [], ...differs };
  await writeManifests(where, [{ ...tiny, manifest }]);
  return readManifests(where);
}

async function open(
  differs: Record<string, unknown> = {},
  options: Partial<PacksOptions> = {},
): Promise<Packs> {
  packs = createPacks({
    folder: path.join(folder, 'packs'),
    manifests: await manifests(differs),
    registry: registry.url,
    freeBytes: () => Promise.resolve(null),
    log,
    pace: quick,
    ...options,
  });
  await packs.start();
  return packs;
}

const only = async (of: Packs) => (await of.statuses())[0];
const part = () => path.join(folder, 'packs/downloads');

/** Of the archive that is on its way. */
async function receivedBytes(): Promise<number> {
  const [name] = await readdir(part());
  return name === undefined ? 0 : (await stat(path.join(part(), name))).size;
}

test('an archive that breaks off three times is gone on with, and used when all of it is right', async () => {
  registry.cutAfter = [50_000, 60_000, 70_000];
  const installed: string[] = [];
  const opened = await open({}, { onInstalled: (id) => installed.push(id) });
  expect(await only(opened)).toMatchObject({ state: 'absent', receivedBytes: 0 });
  expect(opened.usable()).toEqual([]);
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'installed', problem: null });
  expect(registry.asked).toEqual(['', 'bytes=50000-', 'bytes=110000-', 'bytes=180000-']);
  expect(installed).toEqual(['tiny']);
  const [usable] = opened.usable();
  const weights = await readFile(path.join(usable?.folder ?? '', 'weights.bin'));
  expect(weights.length).toBe(144);
  expect((await readdir(usable?.folder ?? '')).toSorted()).toEqual([
    'installed.json',
    'tiny.onnx',
    'weights.bin',
  ]);
  // What it was unpacked from is gone.
  expect(await readdir(part())).toEqual([]);
  // Once more is harmless.
  await opened.install('tiny');
  await opened.settled();
  expect(registry.asked).toHaveLength(4);
});

test('a registry that knows no ranges sends all of it again', async () => {
  registry.cutAfter = [40_000];
  registry.knowsRanges = false;
  const opened = await open();
  await opened.install('tiny');
  await opened.settled();
  expect((await only(opened))?.state).toBe('installed');
});

test('what is not what was asked for is named, thrown away and never used', async () => {
  const other = await tinyPack(300_001);
  const lying = Buffer.from(tiny.archive.bytes);
  lying[20_000] = (lying[20_000] ?? 0) ^ 1;
  for (const bytes of [lying, other.archive.bytes, Buffer.concat([tiny.archive.bytes, lying])]) {
    registry.add({ npm: tiny.npm, version: tiny.version, bytes });
    const opened = await open();
    await opened.install('tiny');
    await opened.settled();
    expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'damaged' });
    expect(opened.usable()).toEqual([]);
    expect(await readdir(part())).toEqual([]);
    await opened.stop();
  }
  // The right one comes after all.
  registry.add({ npm: tiny.npm, version: tiny.version, bytes: tiny.archive.bytes });
  const opened = await open();
  await opened.install('tiny');
  await opened.settled();
  expect((await only(opened))?.state).toBe('installed');
});

test('a package whose files are others than the manifest says is not used', async () => {
  const [download] = tiny.manifest['downloads'] as Record<string, unknown>[];
  const [file] = (download?.['join'] ?? []) as Record<string, unknown>[];
  for (const wrong of [
    { ...file, sha256: sha256Of(Buffer.from('another')) },
    { ...file, parts: ['models/shard1.bin', 'models/shard3.bin'] },
  ]) {
    const opened = await open({ downloads: [{ ...download, join: [wrong] }] });
    await opened.install('tiny');
    await opened.settled();
    expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'damaged' });
    expect(await readdir(path.join(folder, 'packs'))).not.toContain('tiny');
    await opened.stop();
  }
});

test('members that would lie elsewhere are left out', async () => {
  const archive = await archiveOf(
    {
      'package/lib/fine.js': 'fine',
      'package/lib/../../../escaped.js': 'escaped',
      'package/lib/..\\escaped.js': 'escaped',
    },
    { raw: true },
  );
  registry.add({ npm: tiny.npm, version: tiny.version, bytes: archive.bytes });
  const opened = await open({
    downloads: [
      {
        npm: tiny.npm,
        version: tiny.version,
        integrity: archive.integrity,
        bytes: archive.bytes.length,
        join: [],
        take: [{ folder: 'lib', into: 'node_modules/tiny/lib' }],
      },
    ],
  });
  await opened.install('tiny');
  await opened.settled();
  const all = await readdir(folder, { recursive: true });
  expect(all.filter((name) => name.endsWith('.js'))).toEqual([
    'packs/tiny/node_modules/tiny/lib/fine.js',
  ]);
});

test('each way in which nothing comes has its name, and what came stays', async () => {
  registry.status = 404;
  const opened = await open();
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'refused' });
  registry.status = 503;
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'unreachable' });
  registry.status = null;
  registry.cutAfter = [100_000, 0, 0, 0, 0];
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ problem: 'unreachable', receivedBytes: 100_000 });
  registry.cutAfter = [];
  registry.asked.length = 0;
  await opened.install('tiny');
  await opened.settled();
  expect(registry.asked).toEqual(['bytes=100000-']);
  expect((await only(opened))?.state).toBe('installed');
});

test('a portal’s page is no archive, and loses nothing of what is here', async () => {
  registry.cutAfter = [100_000];
  const opened = await open();
  registry.portalAnswers = 1;
  await opened.install('tiny');
  await vi.waitFor(() => expect(registry.asked.length).toBeGreaterThan(1));
  registry.portalAnswers = 1;
  await opened.settled();
  expect((await only(opened))?.state).toBe('installed');
  expect(registry.asked.at(-1)).toBe('bytes=100000-');
});

test('nothing is fetched that the disk has no room for', async () => {
  let free = 100_000;
  const opened = await open({}, { freeBytes: () => Promise.resolve(free) });
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'disk-full' });
  expect(registry.asked).toEqual([]);
  free = 100_000_000;
  await opened.install('tiny');
  await opened.settled();
  expect((await only(opened))?.state).toBe('installed');
});

test('a paused pack goes on where it was, also after the platform was started anew', async () => {
  registry.trickle = 10_000;
  const opened = await open();
  await opened.install('tiny');
  await vi.waitFor(async () => expect((await only(opened))?.receivedBytes).toBeGreaterThan(20_000));
  await opened.pause('tiny');
  await opened.settled();
  const paused = await only(opened);
  expect(paused).toMatchObject({ state: 'paused', problem: null });
  await opened.stop();
  // Nobody wants it: a start changes nothing.
  const after = await open();
  await after.settled();
  expect(await only(after)).toMatchObject({
    state: 'paused',
    receivedBytes: paused?.receivedBytes,
  });
  await after.install('tiny');
  await vi.waitFor(async () => expect((await only(after))?.state).toBe('downloading'));
  // The platform ends in the middle of it: the next one goes on by itself.
  await after.stop();
  registry.trickle = null;
  const last = await open();
  await last.settled();
  expect((await only(last))?.state).toBe('installed');
  expect(registry.asked[0]).toBe('');
  expect(registry.asked.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range))).toBe(true);
});

test('a file that was damaged on the disk is found, and the pack is not used any more', async () => {
  const opened = await open();
  await opened.install('tiny');
  await opened.settled();
  await opened.check('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'installed', problem: null });
  const file = path.join(opened.usable()[0]?.folder ?? '', 'weights.bin');
  const bytes = await readFile(file);
  bytes[7] = (bytes[7] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await opened.check('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'damaged' });
  expect(opened.usable()).toEqual([]);
  await opened.install('tiny');
  await opened.settled();
  expect(opened.usable()).toHaveLength(1);
});

test('what another pack needs comes with it, and stays as long as that does', async () => {
  const base = await tinyPack(1_000, 'base');
  registry.add({ npm: base.npm, version: base.version, bytes: base.archive.bytes });
  const where = path.join(folder, 'both');
  await writeManifests(where, [
    { ...tiny, manifest: { ...tiny.manifest, needs: ['base'] } },
    { ...base, manifest: { ...base.manifest, needs: [] } },
  ]);
  const opened = await open({}, { manifests: await readManifests(where) });
  await opened.install('tiny');
  await opened.settled();
  expect(opened.usable().map(({ manifest }) => manifest.id)).toEqual(['base', 'tiny']);
  expect(await opened.remove('base')).toBe(false);
  expect(await opened.remove('tiny')).toBe(true);
  expect(await opened.remove('base')).toBe(true);
  expect(opened.usable()).toEqual([]);
  expect((await opened.statuses()).map(({ state }) => state)).toEqual(['absent', 'absent']);
  expect(await opened.usedBytes()).toBeLessThan(100);
});

test('a pack is paused, asked for again, checked and removed while another one is being fetched', async () => {
  const slow = await tinyPack(400_000, 'aslow');
  const other = await tinyPack(1_000, 'other');
  for (const { npm, version, archive } of [slow, other]) {
    registry.add({ npm, version, bytes: archive.bytes });
  }
  const where = path.join(folder, 'three');
  const alone = (pack: TinyPack) => ({ ...pack, manifest: { ...pack.manifest, needs: [] } });
  await writeManifests(where, [alone(slow), alone(other), alone(tiny)]);
  const opened = await open({}, { manifests: await readManifests(where) });
  const stateOf = async (id: string) =>
    (await opened.statuses()).find(({ manifest }) => manifest.id === id)?.state;
  await opened.install('other');
  await opened.settled();
  registry.trickle = 2_000;
  await opened.install('aslow');
  await opened.install('tiny');
  await vi.waitFor(async () => expect(await stateOf('aslow')).toBe('downloading'));
  expect(await stateOf('tiny')).toBe('queued');
  await opened.pause('tiny');
  expect(await stateOf('tiny')).toBe('absent');
  await opened.install('tiny');
  expect(await stateOf('tiny')).toBe('queued');
  await opened.check('other');
  await vi.waitFor(async () => expect(await stateOf('other')).toBe('installed'));
  expect(await opened.remove('other')).toBe(true);
  expect(await stateOf('other')).toBe('absent');
  expect(await stateOf('aslow')).toBe('downloading');
  registry.trickle = null;
  await opened.settled();
  expect(await stateOf('aslow')).toBe('installed');
  expect(await stateOf('tiny')).toBe('installed');
});

test('another version of a pack is not taken for this one', async () => {
  const opened = await open();
  await opened.install('tiny');
  await opened.settled();
  await opened.stop();
  const newer = await tinyPack(5_000);
  const [download] = newer.manifest['downloads'] as unknown[];
  const after = await open({ downloads: [download] });
  expect((await only(after))?.state).toBe('absent');
});

test('Kiln’s own packs are well-formed, and their graphs are those that their manifests name', async () => {
  const own = await knownPacks(null);
  expect(own.map(({ id }) => id)).toEqual([
    'esrgan-thick',
    'maxim-deblur',
    'nsfw',
    'onnxruntime-web',
    'onnxruntime',
  ]);
  for (const { graphs, needs } of own) {
    for (const { name, bytes, sha256 } of graphs) {
      const file = await readFile(path.join(ownPacks, name));
      expect([file.length, sha256Of(file)]).toEqual([bytes, sha256]);
    }
    expect(needs.every((id) => own.some((one) => one.id === id))).toBe(true);
  }
});

test('a manifest that leads out of its folder is refused, and its file named', async () => {
  for (const differs of [
    { id: 'Tiny' },
    { needs: 'onnxruntime' },
    { graphs: [{ name: '../tiny.onnx', bytes: 1, sha256: 'a'.repeat(64) }] },
    { downloads: [] },
    { memory_bytes: -1 },
    { surprise: true },
  ]) {
    await expect(manifests(differs)).rejects.toThrow(/no manifest of a model pack|ENOENT/);
    await rm(path.join(folder, 'manifests'), { recursive: true, force: true });
  }
});

const revision = '0123456789abcdef0123456789abcdef01234567';
const random = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * seed + Math.floor(at / 251)) % 256));
const hubFiles = { 'unet/model.onnx': random(200_000, 7), 'vae.onnx': random(30_000, 5) };

/** The tiny pack, with files of a hub instead of a package. */
function fromHub(changes: Partial<Record<string, string>> = {}): Record<string, unknown> {
  const files = Object.entries(hubFiles).map(([name, bytes]) => ({
    name,
    ...(name === 'vae.onnx' && { from: 'vae_decoder/model.onnx' }),
    bytes: bytes.length,
    sha256: changes[name] ?? sha256Of(bytes),
  }));
  return { downloads: [], hub: { repository: 'someone/model', revision, files } };
}

function offerHub(): void {
  const place = `someone/model/resolve/${revision}`;
  registry.addFile(`${place}/unet/model.onnx`, hubFiles['unet/model.onnx']);
  registry.addFile(`${place}/vae_decoder/model.onnx`, hubFiles['vae.onnx']);
}

test('files of a hub are fetched from the mirror that is set, gone on with, and held against their hashes', async () => {
  const opened = await open(fromHub(), { hub: registry.url });
  await opened.install('tiny');
  await opened.settled();
  // The hub has no such files.
  expect(await only(opened)).toMatchObject({ state: 'failed', problem: 'refused' });
  offerHub();
  registry.cutAfter = [50_000, 60_000, 1_000];
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'installed', fetchBytes: 230_000 });
  expect(registry.asked).toContain('bytes=50000-');
  for (const [name, bytes] of Object.entries(hubFiles)) {
    expect(await readFile(path.join(folder, 'packs/tiny', name))).toEqual(bytes);
  }
  expect(await readdir(part()).catch(() => [])).toEqual([]);
});

test('a file of a hub that is another one is thrown away and named, and without a hub nothing is asked', async () => {
  offerHub();
  const other = await open(fromHub({ 'vae.onnx': '0'.repeat(64) }), { hub: registry.url });
  await other.install('tiny');
  await other.settled();
  expect(await only(other)).toMatchObject({ state: 'failed', problem: 'damaged' });
  expect(other.usable()).toEqual([]);
  await other.stop();
  const asked = registry.asked.length;
  const alone = await open(fromHub());
  await alone.install('tiny');
  await alone.settled();
  expect(await only(alone)).toMatchObject({ state: 'failed', problem: 'refused' });
  expect(registry.asked).toHaveLength(asked);
});

test('files of a hub that one has already are taken from their folder, and nothing is fetched', async () => {
  const have = path.join(folder, 'have');
  for (const [place, bytes] of [
    ['unet/model.onnx', hubFiles['unet/model.onnx']],
    ['vae_decoder/model.onnx', hubFiles['vae.onnx']],
  ] as const) {
    await mkdir(path.dirname(path.join(have, place)), { recursive: true });
    await writeFile(path.join(have, place), bytes);
  }
  const opened = await open(fromHub(), { hub: registry.url });
  expect(await opened.bring('tiny', have)).toEqual(['unet/model.onnx', 'vae_decoder/model.onnx']);
  await opened.install('tiny');
  await opened.settled();
  expect(await only(opened)).toMatchObject({ state: 'installed' });
  expect(registry.asked).toEqual([]);
});

test('files of a hub need the room that they take, and not that of an archive that is unpacked', async () => {
  offerHub();
  const narrow = await open(fromHub(), {
    hub: registry.url,
    freeBytes: () => Promise.resolve(229_000),
  });
  await narrow.install('tiny');
  await narrow.settled();
  expect(await only(narrow)).toMatchObject({ state: 'failed', problem: 'disk-full' });
  await narrow.stop();
  const enough = await open(fromHub(), {
    hub: registry.url,
    freeBytes: () => Promise.resolve(231_000),
  });
  await enough.install('tiny');
  await enough.settled();
  expect(await only(enough)).toMatchObject({ state: 'installed' });
});
