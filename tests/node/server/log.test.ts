import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { describeError } from '../../../server/log.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

test('a failed query is logged with what the database said, without what was in it', async () => {
  const prompt = 'nobody should read this';
  const error = await platform.database
    .execute(sql`insert into jobs (id, prompt) values (gen_random_uuid(), ${prompt})`)
    .catch((reason: unknown) => reason);
  expect(String(error)).toContain(prompt);
  const logged = JSON.stringify({ ...(describeError(error) as object), detail: '' });
  expect(logged).toContain('violates not-null constraint');
  expect(logged).toContain('insert into jobs');
  expect(logged).not.toContain(prompt);
});
