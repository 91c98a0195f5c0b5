import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
const engine = createTestEngine({ concurrency: 2 });

beforeAll(async () => {
  engine.hold = true;
  engine.loras = () => [{ name: 'ink-wash', label: { cn: '水墨', en: 'Ink wash' } }];
  engine.prompts = (language) => [language === 'cn' ? '一只猫' : 'a cat'];
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());

test('LoRAs and prompts are those of the engines, in the language of the asker', async () => {
  const english = { headers: { 'Accept-Language': 'en' } };
  const entry = { value: 0, original_name: 'ink-wash', clipStrenth: 1, modelStrenth: 0.65 };
  expect((await platform.call('GET', '/lora.json', english)).body).toMatchObject([
    { ...entry, label: 'Ink wash' },
  ]);
  expect((await platform.call('GET', '/lora.json')).body).toMatchObject([
    { ...entry, label: '水墨' },
  ]);
  expect((await platform.call('GET', '/prompts.json')).body).toEqual(['一只猫']);
  expect((await platform.call('GET', '/prompts-en.json')).body).toEqual(['a cat']);
});

test('the status of the models tells how busy each is', async () => {
  const person = await platform.register(100);
  const status = async (query = '') =>
    (await platform.call('GET', `/api/v2/status/models${query}`)).body as {
      name: string;
      jobs: number;
    }[];
  const idle = { name: 'test-painter', type: 'image', count: 2, jobs: 0, queued: 0, eta: 0 };
  const first = (await status())[0] as unknown as { performance: number; description: string };
  expect(first).toMatchObject(idle);
  expect(first.performance).toBeGreaterThan(0);
  expect(typeof first.description).toBe('string');
  for (const prompt of ['one', 'two', 'three']) await platform.generate(person, prompt, { n: 2 });
  expect((await status())[0]).toMatchObject({ ...idle, jobs: 3, queued: 6, eta: 3 });
  // Nobody serves an engine that is down.
  engine.unavailableReason = () => ({ cn: '不在', en: 'away' });
  expect((await status())[0]).toMatchObject({ count: 0, eta: 10_000, performance: 0 });
  engine.unavailableReason = () => null;
  expect((await status('?group=1')).map(({ name }) => name)).toContain('Test painter');
});

test('a person’s prompts are counted and paged, each once, by when it was last sent', async () => {
  const person = await platform.register(100);
  for (const prompt of ['a vase', 'a bowl', 'a vase', 'a jug']) {
    await platform.generate(person, prompt);
  }
  await platform.generate(await platform.register(100), 'somebody else’s');
  const post = (call: string, body: object) =>
    platform.call('POST', `/api/v2/${call}`, { person, body });
  expect((await post('get_jobs_prompts_count', {})).body).toEqual({ data: 3 });
  const page = async (body: object) =>
    (await post('get_jobs_prompts', body)).body.prompts as { prompt: string }[];
  const newest = await page({});
  expect(newest.map(({ prompt }) => prompt)).toEqual(['a jug', 'a vase', 'a bowl']);
  expect(newest[0]).toMatchObject({ jobtype: 'Text2Img' });
  const second = await page({ page_size: 2, page_number: 2 });
  expect(second.map(({ prompt }) => prompt)).toEqual(['a bowl']);
  const oldest = await page({ order: 'ASC', page_size: 1 });
  expect(oldest.map(({ prompt }) => prompt)).toEqual(['a bowl']);
});
