import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deviceModelFileOf, listDeviceModels } from '../../../src/api/contract/device-models.ts';
import type { OkOf } from '../../../src/api/contract/endpoint.ts';
import { tinyModelFolder } from '../../fixtures/diffusion/model-folder.ts';
import { realRuntime } from '../../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';
import { startTestPlatform, type Person, type TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

// The real runtimes are fetched and unpacked.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const model = 'own-tiny-words';
let folder: string;
let registry: RegistryDouble;
let platform: TestPlatform;
let operator: Person;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-device-models-'));
  const place = await tinyModelFolder(path.join(folder, 'models/Tiny Words'));
  // What diffusers and others leave beside their exports is no part of the model.
  await writeFile(path.join(place, 'README.md'), 'made by nobody');
  await writeFile(path.join(place, 'unet/diffusion_pytorch_model.bin'), 'the same once more');
  registry = await startRegistry([
    ...(await realRuntime()),
    ...(await realRuntime('device-runtime')),
  ]);
  platform = await startTestPlatform(createTestEngine(), {
    superUsers: new Set(['10001']),
    packs: {
      manifests: null,
      models: path.join(folder, 'models'),
      hub: registry.url,
      registry: registry.url,
      threads: 1,
      gpu: 'off',
    },
  });
  operator = await platform.register(100);
});
afterAll(async () => {
  await platform?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

const act = (id: string, what: string, person = operator) =>
  platform.call('POST', `/api/manage/packs/${id}/${what}`, { person });

async function given(): Promise<OkOf<typeof listDeviceModels>['data']> {
  const { status, body } = await platform.call('GET', '/api/v2/device_models');
  expect(status).toBe(200);
  return listDeviceModels.ok.schema.parse(body).data;
}

async function packOf(id: string) {
  const { body } = await platform.call('GET', '/api/manage/packs', { person: operator });
  return (body.data.packs as { id: string; state: string; for_devices: boolean | null }[]).find(
    (pack) => pack.id === id,
  );
}

async function installed(id: string): Promise<void> {
  await vi.waitFor(async () => expect((await packOf(id))?.state).toBe('installed'), {
    timeout: 60_000,
  });
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('devices get nothing before whoever runs the platform says so', async () => {
  expect(await given()).toEqual({ runtimes: null, models: [] });
  // Not installed: nothing could be done with it.
  expect((await act(model, 'offer')).status).toBe(409);
  await act(model, 'install');
  await installed(model);
  expect((await packOf(model))?.for_devices).toBe(false);
  expect((await packOf('onnxruntime'))?.for_devices).toBe(null);
  expect((await act('onnxruntime', 'offer')).status).toBe(409);
  expect((await given()).models).toEqual([]);
  const somebody = await platform.register(1);
  expect((await act(model, 'offer', somebody)).status).toBe(403);
});

test('a model that devices may have brings what runs it, and is told with its files and their hashes', async () => {
  expect((await act(model, 'offer')).status).toBe(200);
  await installed('onnxruntime-web');
  expect((await packOf(model))?.for_devices).toBe(true);
  const { runtimes, models } = await given();
  expect(models.map(({ id, name, licence, work }) => [id, name.en, licence, work.task])).toEqual([
    [model, 'Tiny words', 'MIT', 'diffusion'],
  ]);
  expect(models[0]?.files.map(({ name }) => name).toSorted()).toEqual([
    'taesd_decoder/model.onnx',
    'text_encoder/model.onnx',
    'tokenizer/merges.txt',
    'tokenizer/vocab.json',
    'unet/model.onnx',
    'vae_decoder/model.onnx',
    'vae_encoder/model.onnx',
  ]);
  for (const file of models[0]?.files ?? []) {
    const answer = await fetch(`${platform.url}${deviceModelFileOf(file.sha256)}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, bytes.length, hashOf(bytes)]).toEqual([200, file.bytes, file.sha256]);
  }
  for (const code of Object.values(runtimes ?? {}).flatMap((build) => Object.values(build))) {
    const answer = await fetch(`${platform.url}${code.address}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, hashOf(bytes)]).toEqual([200, code.sha256]);
    const { headers } = answer;
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(headers.get('Cache-Control')).toContain('immutable');
    if (code.address.endsWith('.wasm')) {
      expect(headers.get('Content-Type')).toBe('application/wasm');
    } else {
      expect(headers.get('Content-Security-Policy')).toContain("'self' 'wasm-unsafe-eval';");
    }
  }
});

test('a file is gone on with where it broke off, and only as the same one', async () => {
  const [file] = (await given()).models[0]?.files ?? [];
  const address = `${platform.url}${deviceModelFileOf(file?.sha256 ?? '')}`;
  const whole = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const rest = await fetch(address, {
    headers: { Range: 'bytes=100-', 'If-Range': `"${file?.sha256}"` },
  });
  expect([rest.status, rest.headers.get('Content-Range')]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ]);
  expect(new Uint8Array(await rest.arrayBuffer())).toEqual(whole.subarray(100));
  const other = await fetch(address, { headers: { Range: 'bytes=100-', 'If-Range': '"other"' } });
  expect(other.status).toBe(200);
  await other.body?.cancel();
});

test('nothing else of the machine is given away', async () => {
  const other = hashOf(await readFile(path.join(folder, 'models/Tiny Words/README.md')));
  for (const place of [
    deviceModelFileOf(other),
    deviceModelFileOf('0'.repeat(64)),
    '/api/v2/device_models/files/..%2f..%2fkiln.json',
    '/assets/onnxruntime-0000000000000000.mjs',
    '/assets/..%2finstalled.json',
  ]) {
    const answer = await fetch(`${platform.url}${place}`);
    expect([place, answer.status]).toEqual([place, 404]);
    await answer.body?.cancel();
  }
});

test('what is taken back, damaged or removed is not given any more', async () => {
  const { models } = await given();
  const address = `${platform.url}${deviceModelFileOf(models[0]?.files[0]?.sha256 ?? '')}`;
  await act(model, 'withdraw');
  expect((await given()).models).toEqual([]);
  expect((await fetch(address)).status).toBe(404);
  await act(model, 'offer');
  expect((await given()).models).toHaveLength(1);
  await writeFile(path.join(folder, 'models/Tiny Words/unet/model.onnx'), 'another one');
  // Whoever looks at the list finds out.
  await packOf(model);
  expect((await given()).models).toEqual([]);
  expect((await fetch(address)).status).toBe(404);
});
