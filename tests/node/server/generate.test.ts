import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
const engine = createTestEngine();

beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());

test('a person registers, generates, and finds the work with its bytes', async () => {
  const person = await platform.register();
  const accepted = await platform.generate(person, 'a quiet kiln', { n: 2 });
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({ state: 'Pending', cost: 2, balance: 48 });

  const status = await platform.ended(person, accepted.body.id);
  expect(status.body).toMatchObject({
    state: 'Finished',
    done: true,
    faulted: false,
    finished: 2,
    wait_time: 0,
  });
  expect(status.body.generations).toHaveLength(2);

  const [first] = status.body.generations;
  const file = await platform.call('GET', first.img);
  expect(file.status).toBe(200);
  expect(file.body).toHaveLength(first.bytes);
  expect(file.headers.get('ETag')).toBe(`"${first.sha256}"`);

  const works = await platform.call('POST', '/api/v2/get_generate_works', { person, body: {} });
  expect(works.body.data.map((work: { prompt: string }) => work.prompt)).toEqual([
    'a quiet kiln',
    'a quiet kiln',
  ]);
  expect(await platform.credits(person)).toEqual({ balance: 48, reserved: 0 });
});
