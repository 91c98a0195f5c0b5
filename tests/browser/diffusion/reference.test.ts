import { expect, test } from 'vitest';
import { onnxNetworks, type Ort, type OrtSession } from '../../../src/diffusion/onnx.ts';
import { makeCase, readReference } from '../../fixtures/diffusion/reference.ts';

interface WebOrt extends Ort {
  env: { wasm: { numThreads: number; wasmPaths: { mjs: string; wasm: string } } };
  InferenceSession: { create(graph: Uint8Array): Promise<OrtSession> };
}

const bytesOf = async (place: string): Promise<ArrayBuffer> => {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} answers ${response.status}`);
  return response.arrayBuffer();
};

/** As the file is: the tests' server would rewrite its imports. */
async function asIs(name: string, type: string): Promise<string> {
  return URL.createObjectURL(new Blob([await bytesOf(`/.cache/packs/web/${name}.bin`)], { type }));
}

async function webOrt(): Promise<WebOrt> {
  const script = 'text/javascript';
  const ort = (await import(/* @vite-ignore */ await asIs('ort.wasm.min.mjs', script))) as WebOrt;
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = {
    mjs: await asIs('ort-wasm-simd-threaded.mjs', script),
    wasm: await asIs('ort-wasm-simd-threaded.wasm', 'application/wasm'),
  };
  return ort;
}

const fixture = (name: string): string => `/tests/fixtures/diffusion/${name}`;

test('in a browser latents and pictures are those of diffusers, in every case of the reference', async () => {
  const json = new TextDecoder().decode(await bytesOf(fixture('reference.json')));
  const reference = readReference(json, await bytesOf(fixture('reference.bin')));
  const ort = await webOrt();
  const opened = (name: string) => {
    let session: Promise<OrtSession> | null = null;
    return () =>
      (session ??= bytesOf(fixture(name)).then((bytes) =>
        ort.InferenceSession.create(new Uint8Array(bytes)),
      ));
  };
  const networks = onnxNetworks(ort, {
    textEncoder: opened('text_encoder.onnx'),
    unet: opened('unet.onnx'),
    decoder: opened('vae_decoder.onnx'),
    encoder: opened('vae_encoder.onnx'),
  });
  const far: Record<string, { latents: number; picture: number }> = {};
  for (const one of reference.cases) far[one.name] = await makeCase(reference, one, networks);
  const others = Object.entries(far).filter(
    ([, { latents, picture }]) => !(latents < 1e-3 && picture < 1e-4),
  );
  expect(others).toEqual([]);
  expect(Object.keys(far)).toHaveLength(43);
});
