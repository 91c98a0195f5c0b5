import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
const engine = createTestEngine({ concurrency: 2 });

beforeAll(async () => {
  engine.hold = true;
  engine.loras = () => [
    {
      name: 'ink-wash',
      label: { cn: '水墨', en: 'Ink wash' },
      image: '/looks/ink-wash.webp',
      tags: [{ cn: '国画', en: 'brush' }],
      triggers: [
        { cn: '小舟', en: 'boat' },
        { cn: '薄雾', en: 'mist' },
      ],
    },
    { name: 'old-ink', label: { cn: '旧墨', en: 'Old ink' }, disabled: true },
  ];
  engine.prompts = (language) => [language === 'cn' ? '一只猫' : 'a cat'];
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());

test('LoRAs and prompts are those of the engines, in the language of the asker', async () => {
  const strengths = { strenth: 0.6, clipStrenth: 1, modelStrenth: 0.65 };
  const names = { name_cn: '水墨', name_en: 'Ink wash', image: '/looks/ink-wash.webp' };
  const entry = { value: 0, id: 'ink-wash', name: 'ink-wash', original_name: 'ink-wash' };
  const item = { ...entry, ...names, ...strengths, file: 'ink-wash', disabled: false };
  const english = { ...item, label: 'Ink wash', trigger: 'boat, mist', tags: ['brush'] };
  const chinese = { ...item, label: '水墨', trigger: '小舟, 薄雾', tags: ['国画'] };
  const inEnglish = { headers: { 'Accept-Language': 'en' } };
  const listed = async (...asked: [path: string, options?: typeof inEnglish]) =>
    (await platform.call('GET', ...asked)).body;
  expect(await listed('/lora.json', inEnglish)).toMatchObject([english, { disabled: true }]);
  expect(await listed('/lora.json')).toMatchObject([chinese, { name: 'old-ink', image: null }]);
  // What the device is set to counts more than what its browser says.
  expect(await listed('/lora.json?lang=cn', inEnglish)).toMatchObject([chinese, {}]);
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
