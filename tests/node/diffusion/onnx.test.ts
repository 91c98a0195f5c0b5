import { expect, test } from 'vitest';
import {
  onnxNetworks,
  type Ort,
  type OrtSession,
  type OrtTensor,
} from '../../../src/diffusion/onnx.ts';

class Tensor implements OrtTensor {
  type: string;
  data: ArrayLike<number>;
  dims: readonly number[];
  constructor(type: string, data: unknown, dims: readonly number[]) {
    this.type = type;
    this.data = data as ArrayLike<number>;
    this.dims = dims;
  }
}
const ort: Ort = { Tensor };

/** A session that keeps what it was given. */
function sessionOf(
  metadata: NonNullable<OrtSession['inputMetadata']>,
  out: OrtTensor = new Tensor('float32', new Float32Array(4), [1, 4, 1, 1]),
) {
  const given: Record<string, OrtTensor>[] = [];
  const session: OrtSession = {
    inputNames: metadata.map(({ name }) => name),
    outputNames: ['out'],
    inputMetadata: metadata,
    run: (feeds) => {
      given.push(feeds);
      return Promise.resolve({ out });
    },
  };
  const absent = () => Promise.reject(new Error('absent'));
  const networks = onnxNetworks(ort, {
    textEncoder: absent,
    unet: () => Promise.resolve(session),
    decoder: absent,
    encoder: absent,
  });
  return { networks, given };
}

const latents = { data: new Float32Array(4), width: 1, height: 1 };
const text = { data: new Float32Array(154 * 2), rows: 154, width: 2 };

test('a step is one value where a graph wants that, and whole numbers where it wants those', async () => {
  const single = sessionOf([
    { name: 'sample', type: 'float32' },
    { name: 'timestep', type: 'int64', shape: [] },
    { name: 'encoder_hidden_states', type: 'float32', shape: ['batch', 'tokens', 2] },
  ]);
  await single.networks.denoise(latents, 980.6, text, null);
  expect(single.given[0]).toMatchObject({
    timestep: { type: 'int64', data: BigInt64Array.of(981n), dims: [] },
    encoder_hidden_states: { dims: [1, 154, 2] },
  });
});

test('a graph of a fixed length sees the first words of a long prompt', async () => {
  const fixed = sessionOf([
    { name: 'sample', type: 'float32' },
    { name: 'timestep', type: 'float32', shape: [1] },
    { name: 'encoder_hidden_states', type: 'float32', shape: [1, 77, 2] },
  ]);
  await fixed.networks.denoise(latents, 1, text, null);
  expect(fixed.given[0]?.['encoder_hidden_states']?.dims).toEqual([1, 77, 2]);
  expect(fixed.given[0]?.['encoder_hidden_states']?.data).toHaveLength(154);
});

test('what nobody knows how to give is said by its name', async () => {
  const odd = sessionOf([{ name: 'sample', type: 'bool' }]);
  await expect(odd.networks.denoise(latents, 1, text, null)).rejects.toThrow('sample as bool');
  const other = sessionOf([{ name: 'text_embeds', type: 'float32' }]);
  await expect(other.networks.denoise(latents, 1, text, null)).rejects.toThrow('text_embeds');
});

test('a graph of half precision is given halves, and what it gives as such is read', async () => {
  const bits = Uint16Array.of(0x3c00, 0xc000, 0x3555, 0);
  const half = sessionOf(
    [
      { name: 'sample', type: 'float16' },
      { name: 'timestep', type: 'float16', shape: [1] },
    ],
    new Tensor('float16', bits, [1, 4, 1, 1]),
  );
  const input = { data: Float32Array.of(1, -2, 1 / 3, 0), width: 1, height: 1 };
  const made = await half.networks.denoise(input, 999, text, null);
  expect(half.given[0]?.['sample']).toMatchObject({ type: 'float16', data: bits });
  expect(half.given[0]?.['timestep']?.data).toEqual(Uint16Array.of(0x63ce));
  expect([...made]).toEqual([1, -2, 0.333251953125, 0]);
});
