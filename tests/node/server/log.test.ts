import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

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

test('a line of the log is one line of JSON on stderr, with its time in UTC, whatever is written into it', async () => {
  const said = JSON.stringify(`x\n{"level":30,"msg":"forged"}\r\u2028`);
  const script = `
    import { createLog } from './server/log.ts';
    const log = createLog('info').child({ request: 'r1' });
    log.info({ user: 7, person: { password: 'secret', userToken: 'secret' }, said: ${said} }, ${said});
    log.flush();`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: path.resolve(import.meta.dirname, '../../..') },
  );
  expect(stdout).toBe('');
  const lines = stderr.split('\n').filter((line) => line !== '');
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({
    level: 30,
    request: 'r1',
    user: 7,
    msg: JSON.parse(said) as string,
  });
  expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(stderr).not.toContain('secret');
});
