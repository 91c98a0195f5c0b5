import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { knownPacks } from '../../../server/packs/manifest.ts';
import { createPacks, type Packs } from '../../../server/packs/service.ts';
import { onnxNetworks, type Ort, type OrtSession } from '../../../src/diffusion/onnx.ts';
import type { DiffusionNetworks } from '../../../src/diffusion/pipeline.ts';
import { torchNormals } from '../../../src/diffusion/random.ts';
import { readLora } from '../../../src/domain/loras.ts';
import { readLoraFile } from '../../../src/diffusion/lora-file.ts';
import type { PlacedLora } from '../../../src/diffusion/lora-graph.ts';
import { graphWithLoras } from '../../fixtures/diffusion/graph-with-loras.ts';
import {
  farApart,
  makeCase,
  readLoraReference,
  readReference,
} from '../../fixtures/diffusion/reference.ts';
import { realRuntime } from '../../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';

// The real runtime is fetched and unpacked.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/diffusion');
const read = readReference(
  await readFile(path.join(fixtures, 'reference.json'), 'utf8'),
  Uint8Array.from(await readFile(path.join(fixtures, 'reference.bin'))).buffer,
);

let folder: string;
let registry: RegistryDouble;
let packs: Packs;
let networks: DiffusionNetworks;
/** The same with LoRAs in them. @param graphs another UNet or text encoder instead */
let networksWith: (
  loras: readonly string[],
  graphs?: Partial<Record<'unet' | 'text_encoder', Uint8Array>>,
) => DiffusionNetworks;

const withLoras = readLoraReference(
  read,
  await readFile(path.join(fixtures, 'lora_reference.json'), 'utf8'),
  Uint8Array.from(await readFile(path.join(fixtures, 'lora_reference.bin'))).buffer,
);
const loraFile = (name: string) => readFile(path.join(fixtures, 'loras', `${name}.safetensors`));

async function placed(entries: readonly string[]): Promise<PlacedLora[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { name, strength } = readLora(entry);
      const one = strength ?? 1;
      const layers = readLoraFile(name, await loraFile(name));
      return { name, layers, strengths: { unet: one, text_encoder: one } };
    }),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-diffusion-'));
  registry = await startRegistry(await realRuntime());
  packs = createPacks({
    folder,
    manifests: await knownPacks(null),
    registry: registry.url,
    freeBytes: () => Promise.resolve(null),
    log: { info: () => undefined, warn: () => undefined },
  });
  await packs.install('onnxruntime');
  await packs.settled();
  const entry = path.join(folder, 'onnxruntime', 'pack.js');
  const ort = createRequire(entry)('onnxruntime-node') as Ort & {
    InferenceSession: { create(graph: string | Uint8Array): Promise<OrtSession> };
  };
  const opened = (name: string) => {
    let session: Promise<OrtSession> | null = null;
    return () => (session ??= ort.InferenceSession.create(path.join(fixtures, name)));
  };
  networks = onnxNetworks(ort, {
    textEncoder: opened('text_encoder.onnx'),
    unet: opened('unet.onnx'),
    decoder: opened('vae_decoder.onnx'),
    encoder: opened('vae_encoder.onnx'),
  });
  networksWith = (loras, graphs = {}) => {
    const changed = async (part: 'unet' | 'text_encoder') => {
      const graph = graphs[part] ?? (await readFile(path.join(fixtures, `${part}.onnx`)));
      return ort.InferenceSession.create(graphWithLoras(graph, part, await placed(loras)));
    };
    const parts = { text: changed('text_encoder'), unet: changed('unet') };
    for (const part of Object.values(parts)) part.catch(() => undefined);
    return onnxNetworks(ort, {
      textEncoder: () => parts.text,
      unet: () => parts.unet,
      decoder: opened('vae_decoder.onnx'),
      encoder: opened('vae_encoder.onnx'),
    });
  };
});
afterAll(async () => {
  await packs?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a seed draws what PyTorch draws', () => {
  expect(farApart(torchNormals(4294967295)(70), read.of(read.draws))).toBeLessThan(1e-5);
});

test.each(read.cases.map((one) => [one.name, one] as const))(
  '%s: latents and picture are those of diffusers',
  async (_, one) => {
    const far = await makeCase(read, one, networks);
    expect(far.latents).toBeLessThan(1e-3);
    expect(far.picture).toBeLessThan(1e-4);
  },
);

test('another sampler, another spacing of the steps and words the other way round are found out', async () => {
  const one = read.cases.find(({ name }) => name === 'euler, CFG 7.5');
  if (!one) throw new Error('there is no such case');
  for (const changes of [
    { sampler: 'ddim' },
    { sampler: 'dpmpp_2m' },
    { karras: true },
    { spacing: 'trailing' },
    { prompt: 'swapped' },
  ] as const) {
    expect((await makeCase(read, one, networks, changes)).latents).toBeGreaterThan(1e-3);
  }
});

test.each(withLoras.cases.map((one) => [one.name, one] as const))(
  'with LoRAs %s: latents and picture are those of diffusers',
  async (_, one) => {
    const far = await makeCase(withLoras, one, networksWith(one.loras ?? []));
    expect(far.latents).toBeLessThan(1e-3);
    expect(far.picture).toBeLessThan(1e-4);
  },
);

test('a LoRA that is left out, weaker or one too many is found out', async () => {
  const [first] = withLoras.cases;
  if (!first) throw new Error('there is no such case');
  for (const loras of [[], ['one:0.9'], ['one:1', 'two:0.5']]) {
    expect((await makeCase(withLoras, first, networksWith(loras))).latents).toBeGreaterThan(1e-3);
  }
});
