import { readFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { EngineError } from '../../../server/engines/contract/engine.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const token = 'a token for the tests only';
const engine = createTestEngine({ concurrency: 1 });
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(engine, { metricsToken: token });
});
afterAll(() => platform?.stop());

async function figures(): Promise<Map<string, number>> {
  const response = await fetch(`${platform.url}/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
/** Rows are counted when they are a minute old. */
const letSettle = async () => {
  await platform.database.execute(sql`
    update jobs set finished_at = finished_at - interval '59 seconds' where finished_at is not null`);
  await platform.database.execute(sql`
    update ledger set created_at = created_at - interval '61 seconds'`);
};

test('figures are told to whoever shows the token, and to nobody else', async () => {
  expect((await platform.call('GET', '/metrics')).status).toBe(403);
  const headers = { Authorization: 'Bearer something else' };
  expect((await platform.call('GET', '/metrics', { headers })).status).toBe(403);
  const without = await startTestPlatform(createTestEngine());
  expect((await without.call('GET', '/metrics')).status).toBe(404);
  await without.stop();
});

test('calls, the queue, ends of jobs and credits are counted, each once', async () => {
  await figures();
  const person = await platform.register();
  engine.hold = true;
  const first = await platform.generate(person, 'one');
  const run = await engine.nextRun();
  await platform.generate(person, 'two');
  const before = await figures();
  expect(before.get('kiln_queue_jobs{engine="test",state="running"}')).toBe(1);
  expect(before.get('kiln_queue_jobs{engine="test",state="waiting"}')).toBe(1);
  expect(before.get('kiln_queue_oldest_seconds{engine="test"}')).toBeGreaterThanOrEqual(0);
  run.finish();
  const other = await engine.nextRun();
  other.fail(new EngineError('engine-failed', 'it broke', { retryable: false }));
  await platform.ended(person, first.body.id);
  engine.hold = false;
  await expect
    .poll(async () =>
      [...(await figures()).keys()].filter((name) => name.startsWith('kiln_queue_jobs')),
    )
    .toEqual([]);
  await letSettle();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  for (let times = 0; times < 2; times += 1) {
    const after = await figures();
    const ended = 'kiln_jobs_ended_total{engine="test",state="Finished",error=""}';
    expect(after.get(ended)).toBe(1);
    expect([...after].some(([name]) => /state="Failed",error="[a-z-]+"/.test(name))).toBe(true);
    expect(after.get('kiln_job_run_seconds_count{engine="test"}')).toBe(1);
    expect(after.get('kiln_credits_total{type_detail="7",direction="in"}')).toBe(50);
    expect(after.get('kiln_credits_total{type_detail="50",direction="out"}')).toBe(2);
    const call = [...after].find(([name]) =>
      name.startsWith('kiln_call_seconds_count{call="playgroundGenerate"'),
    );
    expect(call?.[1]).toBe(2);
  }
});

test('what docs/grafana.json shows is what is told', async () => {
  const told = [...(await figures()).keys()].map((name) => name.replace(/\{.*/, ''));
  const file = path.resolve(import.meta.dirname, '../../../docs/grafana.json');
  const text = readFileSync(file, 'utf8');
  const shown = new Set(
    [...text.matchAll(/\b(kiln_[a-z_]+|process_[a-z_]+|nodejs_[a-z_]+)\b/g)].map(([name]) => name),
  );
  expect(shown.size).toBeGreaterThan(6);
  const sources = readFileSync(
    path.resolve(import.meta.dirname, '../../../server/metrics/metrics.ts'),
    'utf8',
  );
  const missing = [...shown].filter((name) => {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    return !told.includes(name) && !sources.includes(`'${base}'`);
  });
  expect(missing).toEqual([]);
});
