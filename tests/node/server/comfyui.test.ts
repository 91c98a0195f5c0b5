import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createComfyEngine } from '../../../server/engines/comfyui/engine.ts';
import type { Engine } from '../../../server/engines/contract/engine.ts';
import { createLog } from '../../../server/log.ts';
import { startComfyDouble, type ComfyDouble } from '../../fixtures/engines/comfyui.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';

let double: ComfyDouble;
let engine: Engine;
let platform: TestPlatform;

async function newEngine(): Promise<Engine> {
  return createComfyEngine({
    name: 'comfyui',
    url: double.url,
    log: createLog('silent'),
    pace: { waitingMs: 50, runningMs: 100, wellMs: 50, nodesMs: 0 },
  });
}

beforeAll(async () => {
  double = await startComfyDouble({ build: 'new' });
  engine = await newEngine();
  platform = await startTestPlatform(engine);
  await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
});
afterAll(async () => {
  await platform?.stop();
  await double?.stop();
});

const generate = (person: Person, prompt: string) =>
  platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': prompt.replaceAll(' ', '-') },
    body: { model: 'comfyui/text-to-image', job_type: 'Text2Img', input: { prompt, steps: 8 } },
  });
const get = (person: Person, call: 'check' | 'preview', id: string) =>
  platform.call('GET', `/api/v2/generate/${call}/${id}`, { person });

test('a picture of a ComfyUI is seen while it is made, and brought home', async () => {
  const person = await platform.register();
  double.holdAt = 4;
  const id = (await generate(person, 'seen while made')).body.id as string;
  await vi.waitFor(
    async () => {
      const { body } = await get(person, 'check', id);
      expect(body).toMatchObject({ state: 'Processing', phase: 'generating', queue_position: 0 });
      expect(body.preview).toBeGreaterThan(0);
    },
    { interval: 50 },
  );
  const preview = await get(person, 'preview', id);
  const small = await sharp(Buffer.from(preview.body.data as string, 'base64')).metadata();
  expect([small.format, small.width]).toEqual(['webp', 64]);
  double.release();
  const { body } = await platform.ended(person, id);
  expect(body).toMatchObject({ state: 'Finished', preview: null });
  expect(body.generations[0]).toMatchObject({ width: 512, height: 512, media_type: 'image/png' });
  expect((await get(person, 'preview', id)).body.data).toBeNull();
  expect(double.accepted.map((prompt) => prompt.id)).toEqual([id]);
});

test('a platform that restarts in the middle brings the same prompt home', async () => {
  const person = await platform.register();
  const before = double.accepted.length;
  double.holdAt = 4;
  const id = (await generate(person, 'through a restart')).body.id as string;
  await vi.waitFor(() => expect(double.running()).toBe(id));
  engine = await newEngine();
  await platform.restart(engine);
  double.release();
  expect((await platform.ended(person, id)).body.state).toBe('Finished');
  expect(double.accepted).toHaveLength(before + 1);
});

test('a model that this ComfyUI cannot run is listed with the reason and takes no jobs', async () => {
  const person = await platform.register();
  double.missing.add('EmptyLatentImage');
  await vi.waitFor(() => expect(engine.unavailableReason('comfyui/text-to-image')).not.toBeNull());
  const models = (await platform.call('GET', '/pgmodels.json')).body as {
    model: string;
    available: boolean;
    unavailable_reason: { en: string } | null;
  }[];
  const found = (name: string) => models.find(({ model }) => model === `comfyui/${name}`);
  expect(found('text-to-image')).toMatchObject({
    available: false,
    unavailable_reason: { en: 'ComfyUI lacks nodes: EmptyLatentImage' },
  });
  expect(found('upscaling')).toMatchObject({ available: true, unavailable_reason: null });
  expect((await generate(person, 'not now')).status).toBe(503);
  double.missing.clear();
});
