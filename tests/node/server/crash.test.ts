import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { leaseMs } from '../../../server/queue/claim.ts';
import { layPreparedDatabase } from '../../fixtures/prepared-database.ts';
import { createClient, temporaryFolder } from './fixtures/platform.ts';

interface Line {
  url?: string;
  run?: string;
  attempt?: number;
  reference?: string | null;
}

let folder = '';
let url = '';
let child: ChildProcess;
let lines: Line[] = [];
// Real processes start here, several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const client = createClient(() => url);

async function start(): Promise<void> {
  const script = path.join(import.meta.dirname, 'fixtures/serve.ts');
  child = spawn(process.execPath, [script, path.join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  lines = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (line.url === undefined) return;
      url = line.url;
      resolve();
    });
  });
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

beforeEach(async () => {
  folder = await temporaryFolder();
  await layPreparedDatabase(path.join(folder, 'data'));
  await start();
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function running(
  person: Awaited<ReturnType<typeof client.register>>,
  id: string,
): Promise<void> {
  for (;;) {
    const { body } = await client.call('GET', `/api/v2/generate/check/${id}`, { person });
    if (body.state === 'Processing') return;
  }
}

test('killed in the middle of a job, the next start ends it once, at once, and the balance is right', async () => {
  const person = await client.register();
  const accepted = await client.generate(person, 'slow:60000 at first', { key: 'the-key' });
  await running(person, accepted.body.id);
  await end('SIGKILL');

  const startedAt = Date.now();
  await start();
  const ended = await client.ended(person, accepted.body.id);
  // By the lock of the dead process, not by waiting for the lease.
  expect(Date.now() - startedAt).toBeLessThan(leaseMs);
  expect(ended.body).toMatchObject({ state: 'Finished', finished: 1 });
  expect(ended.body.generations).toHaveLength(1);
  expect(lines.filter((line) => line.run)).toEqual([
    { run: accepted.body.id, attempt: 2, reference: `remote-${accepted.body.id}` },
  ]);
  const repeat = await client.generate(person, 'slow:60000 at first', { key: 'the-key' });
  expect(repeat.body).toEqual(accepted.body);
  expect(await client.credits(person)).toEqual({ balance: 49, reserved: 0 });
  const works = await client.call('POST', '/api/v2/get_generate_works_count', { person });
  expect(works.body).toEqual({ data: 1 });
});

test('a job that kills its process every time ends as failed, with its credits back', async () => {
  const person = await client.register();
  const accepted = await client.generate(person, 'slow:60000');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await running(person, accepted.body.id);
    await end('SIGKILL');
    await start();
  }
  const ended = await client.ended(person, accepted.body.id);
  expect(ended.body).toMatchObject({ state: 'Failed', code: 'engine-failed' });
  expect(await client.credits(person)).toEqual({ balance: 50, reserved: 0 });
});

test('a graceful stop ends the database too, and what was accepted is still there', async () => {
  const person = await client.register();
  const accepted = await client.generate(person, 'slow:60000 at first');
  await running(person, accepted.body.id);
  await end('SIGTERM');
  expect(child.exitCode).toBe(0);
  expect(existsSync(path.join(folder, 'data/database/postmaster.pid'))).toBe(false);
  await start();
  const { body } = await client.call('GET', `/api/v2/generate/check/${accepted.body.id}`, {
    person,
  });
  expect(['Restarted', 'Processing']).toContain(body.state);
  await client.call('DELETE', `/api/v2/generate/status/${accepted.body.id}`, { person });
});
