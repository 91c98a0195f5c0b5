import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine, EngineJob } from '../../../server/engines/contract/engine.ts';
import { readInterface } from '../../../server/engines/cog/openapi.ts';
import { cogDocument } from '../../fixtures/engines/cog-schema.ts';
import { startCogDouble } from '../../fixtures/engines/cog.ts';
import type { CogDouble } from '../../fixtures/engines/cog.ts';
import { cogJob, startCogPlatform } from './cog-platform.ts';
import type { CogPlatform } from './cog-platform.ts';
import { engineErrorFrom, recordingContext } from './conformance.ts';

let platform: CogPlatform;
let double: CogDouble;
let engine: Engine;

beforeAll(async () => {
  platform = await startCogPlatform();
});
afterAll(() => platform.stop());

beforeEach(async () => {
  double = await startCogDouble();
});
afterEach(async () => {
  await engine.stop();
  await double.stop();
});

const ask = (differs: Partial<EngineJob> = {}): EngineJob => cogJob(engine, differs);

describe('the model', () => {
  beforeEach(async () => {
    engine = await platform.startEngine(double, {
      settings: {
        label: { cn: '画室', en: 'Studio' },
        input: { hf_token: 'hush', apply_watermark: false },
        fields: {
          guidance_scale: { title: { cn: '听话程度', en: 'Obedience' }, default: 5 },
          style_preset: { hidden: true },
        },
      },
    });
  });

  test('has the fields of its document in their order, with our words and limits', () => {
    const { properties, required } = engine.schema('studio/inpainting', 'cn');
    expect(Object.keys(properties)).toEqual([
      'prompt',
      'image',
      'mask',
      'reference_images',
      'num_outputs',
      'scheduler',
      'guidance_scale',
      'style_preset',
      'seed',
    ]);
    expect(required).toEqual(['prompt', 'image', 'mask']);
    expect(properties['prompt']).toMatchObject({
      title: '提示词',
      'x-widget': 'prompt',
      minLength: 1,
    });
    expect(properties['image']).toMatchObject({ format: 'uri', 'x-widget': 'image' });
    expect(properties['mask']).toMatchObject({ format: 'uri', 'x-widget': 'mask' });
    expect(properties['num_outputs']).toMatchObject({
      minimum: 1,
      maximum: 4,
      'x-widget': 'count',
    });
    expect(properties['scheduler']).toMatchObject({
      type: 'string',
      enum: ['DDIM', 'K_EULER', 'PNDM'],
      default: 'DDIM',
      description: 'Choose a scheduler.',
    });
    expect(properties['style_preset']).toMatchObject({ enum: ['ink', 'oil'], 'x-hidden': true });
    expect(properties['guidance_scale']).toMatchObject({
      title: '听话程度',
      default: 5,
      maximum: 50,
    });
    expect(properties['seed']).not.toHaveProperty('default');
    expect(engine.schema('studio/inpainting', 'en').properties['seed']?.title).toBe('Seed');
  });

  test('is a model for every tool that its inputs speak of, with the pictures that it needs', () => {
    const shared = { label_cn: '画室', label_en: 'Studio', cost: 3, num_outputs: [1, 2, 3, 4] };
    expect(engine.models()).toMatchObject([
      { ...shared, model: 'studio/text2img', type: 'Text2Img', upload: null, mask: null },
      { ...shared, model: 'studio/img2img', type: 'Img2Img', upload: 'image', mask: null },
      { ...shared, model: 'studio/inpainting', type: 'Inpainting', upload: 'image', mask: 'mask' },
    ]);
    expect(engine.schema('studio/text2img', 'en').properties).not.toHaveProperty('image');
    expect(engine.schema('studio/img2img', 'en').required).toEqual(['prompt', 'image']);
    expect(engine.schema('studio/img2img', 'en').properties).not.toHaveProperty('mask');
  });

  test('gets the fixed values of the configuration, which no form ever sees', async () => {
    await engine.run(ask(), recordingContext());
    expect(double.state.requests[0]?.input).toMatchObject({
      hf_token: 'hush',
      apply_watermark: false,
    });
    expect(JSON.stringify(engine.schema('studio/text2img', 'en'))).not.toContain('hush');
  });

  test.each([
    ['STARTING', 'still loading', '正在加载'],
    ['SETUP_FAILED', 'failed to start', '启动失败'],
    ['DEFUNCT', 'failed to start', '启动失败'],
    ['UNHEALTHY', 'not well', '状态不好'],
  ])('is hidden while its container is %s', async (health, en, cn) => {
    double.state.health = health;
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain(en));
    expect(engine.unavailableReason()?.cn).toContain(cn);
    double.state.health = 'READY';
    await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
  });

  test('takes nothing from what a list says of itself, which is its name and that it is one', () => {
    // As Cog 0.16 writes it.
    const list = { type: 'string', enum: ['1:1', '16:9'], title: 'aspect_ratio' };
    const read = readInterface({
      paths: {},
      components: {
        schemas: {
          Input: {
            type: 'object',
            properties: {
              aspect_ratio: { allOf: [{ $ref: '#/components/schemas/aspect_ratio' }] },
              told: {
                allOf: [{ $ref: '#/components/schemas/aspect_ratio' }],
                title: 'Shape',
                description: 'Of the picture.',
              },
            },
          },
          aspect_ratio: { ...list, description: 'An enumeration.' },
          Output: { type: 'string', format: 'uri' },
        },
      },
    });
    expect(read?.fields).toMatchObject([
      { title: 'Aspect ratio', description: '', enum: ['1:1', '16:9'] },
      { title: 'Shape', description: 'Of the picture.', enum: ['1:1', '16:9'] },
    ]);
  });

  test('is not hidden by being busy', async () => {
    double.state.steps = 50;
    const running = engine.run(ask(), recordingContext());
    await vi.waitFor(() => expect(double.state.busyAnswers).toBeGreaterThan(1));
    expect(engine.unavailableReason()).toBeNull();
    await running;
  });

  test('of another output than files, or with inputs that nobody can give, says so', async () => {
    double.state.document = cogDocument({ output: { title: 'Output', type: 'string' } });
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('no pictures'));
    const demanding = cogDocument();
    demanding.components.schemas.Input.required = ['prompt', 'regions', 'lora_weights'];
    double.state.document = demanding;
    await vi.waitFor(() => {
      expect(engine.unavailableReason()?.en).toContain('regions, lora_weights');
    });
  });

  test('refused requests say which field', async () => {
    const job = ask({ input: { guidance_scale: 99 } });
    const error = await engineErrorFrom(engine.run(job, recordingContext()));
    expect(error.code).toBe('invalid-input');
    expect(error.message).toContain('guidance_scale: ensure this value is smaller');
  });
});
