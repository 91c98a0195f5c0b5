import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LoraError, readLoraFile } from '../../../src/diffusion/lora-file.ts';
import { putLorasInto, roomForLoras } from '../../../src/diffusion/lora-graph.ts';
import type { PlacedLora } from '../../../src/diffusion/lora-graph.ts';
import { chosenLoras, lorasBeside } from '../../../src/diffusion/loras.ts';
import { bytesField } from '../../../src/diffusion/protobuf.ts';
import { joined } from '../../../src/domain/joined.ts';
import type { DiffusionRun } from '../../../src/diffusion/run.ts';
import { graphWithLoras } from '../../fixtures/diffusion/graph-with-loras.ts';
import { loraLayer, safetensors } from '../../fixtures/diffusion/safetensors.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/diffusion');
const unet = new Uint8Array(await readFile(path.join(fixtures, 'unet.onnx')));

const layer = 'down_blocks_1_attentions_0_transformer_blocks_0_attn1_to_out_0';
const dotted = 'down_blocks.1.attentions.0.transformer_blocks.0.attn1';

/** A file with one layer. @param start of the names of its tensors */
const fileOf = (start: string, endings?: readonly [string, string], side = 16) =>
  safetensors(
    Object.fromEntries(
      Object.entries(loraLayer(side, endings)).map(([ending, tensor]) => [start + ending, tensor]),
    ),
  );

function troubleOf(work: () => unknown): string | null {
  try {
    work();
  } catch (error) {
    if (error instanceof LoraError) return error.trouble;
    throw error;
  }
  return null;
}

test.each([
  ['kohya’s scripts', `lora_unet_${layer}`, undefined],
  ['peft', `unet.${dotted}.to_out.0`, ['.lora_A.weight', '.lora_B.weight']],
  ['diffusers', `unet.${dotted}.to_out.0`, ['.lora.down.weight', '.lora.up.weight']],
  [
    'the first diffusers',
    `unet.${dotted}.processor.to_out`,
    ['_lora.down.weight', '_lora.up.weight'],
  ],
] as const)('%s name the same layer', (_, start, endings) => {
  const [read, ...more] = readLoraFile('one', fileOf(start, endings));
  expect(more).toEqual([]);
  expect(read).toMatchObject({ part: 'unet', layer, scale: 1 });
  const strengths = { unet: 1, text_encoder: 1 };
  const changed = graphWithLoras(unet, 'unet', [{ name: 'one', layers: [read!], strengths }]);
  expect(changed.length).toBeGreaterThan(unet.length);
});

test('words that are changed belong to the text encoder, under the names of old and new programs', () => {
  for (const start of [
    'lora_te_text_model_encoder_layers_3_mlp_fc1',
    'text_encoder.text_model.encoder.layers.3.mlp.fc1',
    'text_encoder.encoder.layers.3.mlp.fc1',
  ]) {
    const endings = start.startsWith('lora')
      ? undefined
      : (['.lora_A.weight', '.lora_B.weight'] as const);
    expect(readLoraFile('one', fileOf(start, endings))[0]).toMatchObject({
      part: 'text_encoder',
      layer: 'encoder_layers_3_mlp_fc1',
    });
  }
});

test('alpha by rank is the scale', () => {
  const start = `lora_unet_${layer}`;
  const weights = {
    [`${start}.lora_down.weight`]: { shape: [2, 1], values: [1, 1] },
    [`${start}.lora_up.weight`]: { shape: [1, 2], values: [1, 1] },
    [`${start}.alpha`]: { shape: [], values: [0.5] },
  };
  expect(readLoraFile('one', safetensors(weights))[0]?.scale).toBe(0.25);
});

test('a file that is cut off, lies about its lengths, or has half of a layer is damaged', () => {
  const whole = fileOf(`lora_unet_${layer}`);
  const text = new TextDecoder('latin1').decode(whole);
  const at = text.indexOf('"data_offsets":[0,');
  const lying = Uint8Array.from(whole);
  lying[at + '"data_offsets":['.length] = '9'.charCodeAt(0);
  const half = safetensors({
    [`lora_unet_${layer}.lora_down.weight`]: { shape: [1], values: [1] },
  });
  for (const bytes of [
    new Uint8Array(),
    whole.subarray(0, 7),
    whole.subarray(0, 40),
    whole.subarray(0, whole.length - 4),
    new Uint8Array(64).fill(255),
    lying,
    half,
    safetensors({}),
  ]) {
    expect(troubleOf(() => readLoraFile('one', bytes))).toBe('damaged');
  }
});

test('files of other methods and for models with two text encoders are refused as such', () => {
  const trouble = (start: string, endings?: readonly [string, string]) =>
    troubleOf(() => readLoraFile('one', fileOf(start, endings)));
  expect(trouble(`lora_unet_${layer}`, ['.hada_w1_a', '.hada_w1_b'])).toBe('other-kind');
  expect(trouble(`lora_unet_${layer}`, ['.lora_down.weight', '.dora_scale'])).toBe('other-kind');
  expect(trouble('model.diffusion_model.input_blocks', ['.weight', '.bias'])).toBe('other-kind');
  expect(trouble('lora_te2_text_model_encoder_layers_0_mlp_fc1')).toBe('other-model');
});

const placing = (graph: Uint8Array, bytes: Uint8Array) => () =>
  graphWithLoras(graph, 'unet', [
    { name: 'one', layers: readLoraFile('one', bytes), strengths: { unet: 1, text_encoder: 1 } },
  ]);

test('a LoRA for layers that a model does not have, or has in another size, is refused', () => {
  expect(troubleOf(placing(unet, fileOf(`lora_unet_${layer}`)))).toBeNull();
  expect(troubleOf(placing(unet, fileOf('lora_unet_input_blocks_1_1_proj_in')))).toBe(
    'other-model',
  );
  expect(troubleOf(placing(unet, fileOf(`lora_unet_${layer}`, undefined, 32)))).toBe('other-model');
});

test('a graph that does not tell its layers takes none, and what is no graph is no graph', () => {
  const node = joined(bytesField(1, 'in'), bytesField(2, 'out'), bytesField(4, 'MatMul'));
  const unnamed = bytesField(7, bytesField(1, node));
  const bytes = fileOf(`lora_unet_${layer}`);
  expect(troubleOf(placing(unnamed, bytes))).toBe('closed-graph');
  for (let length = 0; length < 400; length += 7) {
    expect(placing(unet.subarray(0, length), bytes), String(length)).toThrow(/graph|no layer/);
  }
});

test('a strength of nothing changes nothing, and the graph stays the one it was', () => {
  const layers = readLoraFile('one', fileOf(`lora_unet_${layer}`));
  const at = (part: 'unet' | 'text_encoder', unetStrength: number) =>
    graphWithLoras(unet, part, [
      { name: 'one', layers, strengths: { unet: unetStrength, text_encoder: 1 } },
    ]);
  expect(at('unet', 0)).toEqual(unet);
  expect(at('text_encoder', 1)).toEqual(unet);
});

test('what is appended has room, and a graph that is refused is not touched', () => {
  const placed = (start: string, side = 16): PlacedLora[] => [
    {
      name: 'one',
      layers: readLoraFile('one', fileOf(start, undefined, side)),
      strengths: { unet: 1, text_encoder: 1 },
    },
  ];
  const good = placed(`lora_unet_${layer}`);
  const copy = Uint8Array.from(unet);
  const added = putLorasInto(copy, 'unet', good);
  expect(added.length).toBeGreaterThan(0);
  expect(added.length).toBeLessThanOrEqual(roomForLoras('unet', good));
  expect(copy).not.toEqual(unet);
  expect(copy).toHaveLength(unet.length);
  const again = Uint8Array.from(unet);
  const foreign = placed('lora_unet_mid_block_x');
  expect(troubleOf(() => putLorasInto(again, 'unet', [...good, ...foreign]))).toBe('other-model');
  expect(again).toEqual(unet);
});

test('LoRAs are those in the folder beside the model, and a request names them with their strengths', () => {
  const loras = lorasBeside(
    [
      'loras/水墨 v2 (final).safetensors',
      'loras/LCM.safetensors',
      'loras/read.me',
      'loras/old/none.safetensors',
      'unet/model.safetensors',
    ].map((name) => ({ name })),
  );
  expect(loras.map(({ name }) => name)).toEqual(['LCM', '水墨 v2 (final)']);
  const run = { loras } as DiffusionRun;
  expect(chosenLoras(run, { loras: ['lcm', '水墨 v2 (final):0.6:0.3'] })).toEqual([
    { name: 'LCM', file: 'loras/LCM.safetensors', strengths: { unet: 1, text_encoder: 1 } },
    {
      name: '水墨 v2 (final)',
      file: 'loras/水墨 v2 (final).safetensors',
      strengths: { unet: 0.6, text_encoder: 0.3 },
    },
  ]);
  expect(chosenLoras(run, {})).toEqual([]);
  expect(troubleOf(() => chosenLoras(run, { loras: ['other'] }))).toBe('absent');
});
