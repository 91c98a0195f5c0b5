import { expect, test } from 'vitest';
import { onnxNetworks, type Ort, type OrtSession } from '../../../src/diffusion/onnx.ts';
import { readLora } from '../../../src/domain/loras.ts';
import { readLoraFile } from '../../../src/diffusion/lora-file.ts';
import { graphWithLoras } from '../../fixtures/diffusion/graph-with-loras.ts';
import { makeCase, readLoraReference, readReference } from '../../fixtures/diffusion/reference.ts';

interface WebOrt extends Ort {
  env: { wasm: { numThreads: number; wasmPaths: { mjs: string; wasm: string } } };
  InferenceSession: {
    create(graph: Uint8Array, options: { executionProviders: string[] }): Promise<OrtSession>;
  };
}

/** As workers/making/networks.ts runs them. */
const backends = {
  wasm: { entry: 'ort.wasm.min.mjs', glue: 'ort-wasm-simd-threaded', providers: ['wasm'] },
  webgpu: {
    entry: 'ort.webgpu.min.mjs',
    glue: 'ort-wasm-simd-threaded.asyncify',
    providers: ['webgpu', 'wasm'],
  },
} as const;
type Backend = (typeof backends)[keyof typeof backends];

const bytesOf = async (place: string): Promise<ArrayBuffer> => {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} answers ${response.status}`);
  return response.arrayBuffer();
};

/** As the file is: the tests' server would rewrite its imports. */
async function asIs(name: string, type: string): Promise<string> {
  return URL.createObjectURL(new Blob([await bytesOf(`/.cache/packs/web/${name}.bin`)], { type }));
}

async function webOrt({ entry, glue }: Backend): Promise<WebOrt> {
  const script = 'text/javascript';
  const ort = (await import(/* @vite-ignore */ await asIs(entry, script))) as WebOrt;
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = {
    mjs: await asIs(`${glue}.mjs`, script),
    wasm: await asIs(`${glue}.wasm`, 'application/wasm'),
  };
  return ort;
}

const fixture = (name: string): string => `/tests/fixtures/diffusion/${name}`;

const textOf = async (name: string) => new TextDecoder().decode(await bytesOf(fixture(name)));

/** How far cases of the reference are from diffusers. @param names all where none are named */
async function farFromReference(backend: Backend, names?: readonly string[]) {
  const reference = readReference(
    await textOf('reference.json'),
    await bytesOf(fixture('reference.bin')),
  );
  const ort = await webOrt(backend);
  const opened = (name: string) => {
    let session: Promise<OrtSession> | null = null;
    return () =>
      (session ??= bytesOf(fixture(name)).then((bytes) =>
        ort.InferenceSession.create(new Uint8Array(bytes), {
          executionProviders: [...backend.providers],
        }),
      ));
  };
  const networks = onnxNetworks(ort, {
    textEncoder: opened('text_encoder.onnx'),
    unet: opened('unet.onnx'),
    decoder: opened('vae_decoder.onnx'),
    encoder: opened('vae_encoder.onnx'),
  });
  const far: Record<string, { latents: number; picture: number }> = {};
  for (const one of reference.cases) {
    if (!names || names.includes(one.name))
      far[one.name] = await makeCase(reference, one, networks);
  }
  return far;
}

const tooFar = (far: Record<string, { latents: number; picture: number }>) =>
  Object.entries(far).filter(([, { latents, picture }]) => !(latents < 1e-3 && picture < 1e-4));

test('in a browser latents and pictures are those of diffusers, in every case of the reference', async () => {
  const far = await farFromReference(backends.wasm);
  expect(tooFar(far)).toEqual([]);
  expect(Object.keys(far)).toHaveLength(43);
});

/** All four networks, with few steps: a graphics card that the processor plays takes seconds for each. */
const few = ['euler trailing one, CFG 7.5', 'lcm, inpainting in part'];

test('by WebGPU they are, too', async () => {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<unknown> } };
  expect(await gpu?.requestAdapter()).toBeTruthy();
  const far = await farFromReference(backends.webgpu, few);
  expect(tooFar(far)).toEqual([]);
  expect(Object.keys(far)).toHaveLength(few.length);
});

test('with LoRAs they are, in half precision and in bfloat16, alone and together', async () => {
  const plain = readReference(
    await textOf('reference.json'),
    await bytesOf(fixture('reference.bin')),
  );
  const reference = readLoraReference(
    plain,
    await textOf('lora_reference.json'),
    await bytesOf(fixture('lora_reference.bin')),
  );
  const ort = await webOrt(backends.wasm);
  const graph = async (name: string) => new Uint8Array(await bytesOf(fixture(name)));
  const open = (bytes: Uint8Array) =>
    ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] });
  const decoder = open(await graph('vae_decoder.onnx'));
  const far: Record<string, { latents: number; picture: number }> = {};
  for (const one of reference.cases) {
    const loras = await Promise.all(
      (one.loras ?? []).map(async (entry) => {
        const { name, strength } = readLora(entry);
        const layers = readLoraFile(name, await graph(`loras/${name}.safetensors`));
        return { name, layers, strengths: { unet: strength ?? 1, text_encoder: strength ?? 1 } };
      }),
    );
    const unet = open(graphWithLoras(await graph('unet.onnx'), 'unet', loras));
    const text = open(graphWithLoras(await graph('text_encoder.onnx'), 'text_encoder', loras));
    far[one.name] = await makeCase(
      reference,
      one,
      onnxNetworks(ort, {
        textEncoder: () => text,
        unet: () => unet,
        decoder: () => decoder,
        encoder: () => Promise.reject(new Error('absent')),
      }),
    );
  }
  expect(tooFar(far)).toEqual([]);
  expect(Object.keys(far)).toHaveLength(3);
});
