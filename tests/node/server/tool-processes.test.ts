import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { ProcessEnded } from '../../../server/processes/host.ts';
import { startPool, type ProcessPool } from '../../../server/processes/pool.ts';
import { unpack } from '../../../server/processes/scratch.ts';
import { jobs } from '../../../server/queue/tables.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { ProcessNews, ProcessResult } from '../../../server/engines/contract/process-job.ts';
import type { ProcessTask } from '../../../server/workshop/contract.ts';
import { startTestPlatform, type Person, type TestPlatform } from './fixtures/platform.ts';

// Processes start and die here, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const entry = new URL('./fixtures/misbehave.process.ts', import.meta.url);
const mebibyte = 1024 * 1024;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-misbehave-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Who has ended and was not yet asked how is listed still.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !stat.includes(') Z ');
}

const linesOf = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);

/** The process in which a deed began last. */
async function pidOf(file: string, deed: string): Promise<number> {
  return vi.waitFor(
    async () => {
      const line = (await linesOf(file)).findLast((one) => one.startsWith(`begin ${deed} `));
      if (!line) throw new Error(`${deed} has not begun`);
      return Number(line.split(' ')[2]);
    },
    { interval: 20 },
  );
}

const taskOf = (prompt: string): ProcessTask => ({
  model: 'kiln-painter',
  input: { prompt, width: 64, height: 64, steps: 5 },
  sources: [],
  seed: '1',
  outputs: 1,
  ffmpeg: null,
});

describe('a process of the workshop', () => {
  let pool: ProcessPool<ProcessTask, ProcessResult, ProcessNews>;
  beforeAll(async () => {
    pool = await startPool({ entry, most: 2, memoryBytes: 400 * mebibyte, heapMb: 64 });
  });
  afterAll(() => pool?.stop());

  const run = (
    prompt: string,
    { timeLimitMs = 30_000, isAlone = false, signal = new AbortController().signal } = {},
  ): Promise<ProcessResult> =>
    pool.run(taskOf(prompt), { signal, timeLimitMs, isAlone, onNews: () => undefined }, (result) =>
      Promise.resolve(result),
    );

  const reasonOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof ProcessEnded ? error.reason : String(error);
  };

  test('ends with a native abort, an endless loop or memory without end, which costs its task alone', async () => {
    const whole = { ok: true };
    expect(await run('sea')).toMatchObject(whole);
    expect(await reasonOf(run('abort'))).toBe('death');
    expect(await reasonOf(run('exit'))).toBe('death');
    const [late, neighbour] = await Promise.all([
      reasonOf(run('loop', { timeLimitMs: 1_500 })),
      run('slow'),
    ]);
    expect([late, neighbour]).toMatchObject(['time', whole]);
    // Buffers lie outside the JavaScript heap, where its bound does not count them.
    expect(await reasonOf(run('grow'))).toBe('memory');
    expect(await reasonOf(run('heap'))).toBe('memory');
    expect(await run('sea')).toMatchObject(whole);
  });

  test('is kept for the next task, and one that died meanwhile is nobody’s fault', async () => {
    const file = path.join(folder, 'kept');
    await run(`none ${file}`);
    await run(`none ${file}`);
    const used = (await linesOf(file)).map((line) => line.split(' ')[2]);
    expect(new Set(used).size).toBe(1);
    process.kill(Number(used[0]), 'SIGKILL');
    expect(await run(`none ${file}`)).toMatchObject({ ok: true });
  });

  test('ends with a cancel, though it is in an endless loop', async () => {
    const file = path.join(folder, 'cancelled');
    const controller = new AbortController();
    const running = run(`loop ${file}`, { signal: controller.signal });
    running.catch(() => undefined);
    const pid = await pidOf(file, 'loop');
    controller.abort('cancelled');
    await expect(running).rejects.toBe('cancelled');
    expect(await isAlive(pid)).toBe(false);
  });

  test('does not outlive a platform that was killed, though it is in an endless loop', async () => {
    const file = path.join(folder, 'orphan');
    const script = path.join(import.meta.dirname, 'fixtures/one-task.ts');
    const task = JSON.stringify(taskOf(`loop ${file}`));
    const platform = spawn(process.execPath, [script, task], { stdio: 'ignore' });
    const pid = await pidOf(file, 'loop');
    expect(await isAlive(pid)).toBe(true);
    platform.kill('SIGKILL');
    await vi.waitFor(async () => expect(await isAlive(pid)).toBe(false));
  });

  test('hands over what is large by path, and leaves nothing of it', async () => {
    const signal = new AbortController().signal;
    const onNews = (): void => undefined;
    const [file, bytes] = await pool.run(
      taskOf('large'),
      { signal, timeLimitMs: 30_000, onNews },
      async (result) => {
        const packed = result.ok ? result.outputs[0]?.packed : undefined;
        if (!packed || !('path' in packed)) throw new Error('it came by message');
        return [packed.path, (await unpack(packed)).length] as const;
      },
    );
    expect(bytes).toBe(3 * mebibyte);
    expect(existsSync(path.dirname(file))).toBe(false);
  });
});

describe('a job that ends its process', () => {
  let platform: TestPlatform;
  let guilty: Person;
  let neighbour: Person;
  beforeAll(async () => {
    const bounds = { memoryBytes: 500 * mebibyte, timeLimitMs: 20_000 };
    platform = await startTestPlatform(createBuiltinEngine({ processes: 2, entry, ...bounds }));
    guilty = await platform.register(100);
    neighbour = await platform.register(100);
  });
  afterAll(() => platform?.stop());

  async function submit(person: Person, prompt: string): Promise<string> {
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': `${prompt.replaceAll(/\W/g, '')}-${person.uid}`.slice(-60) },
      body: {
        model: 'kiln-painter',
        job_type: 'Text2Img',
        input: { prompt, width: 64, height: 64, steps: 5, n: 1 },
        disabled_translate: true,
      },
    });
    expect(answer.status).toBe(200);
    return answer.body.id as string;
  }

  const rowOf = async (id: string) => {
    const [row] = await platform.database.select().from(jobs).where(eq(jobs.id, id));
    return row;
  };

  test('runs alone the next time and then fails in words, while its neighbours lose no attempt', async () => {
    const file = path.join(folder, 'neighbours');
    const before = await platform.credits(guilty);
    const beside = await submit(neighbour, `slow ${file}`);
    await pidOf(file, 'slow');
    const bad = await submit(guilty, `abort ${file}`);
    await pidOf(file, 'abort');
    const after = await submit(neighbour, `none ${file}`);

    const failed = await platform.ended(guilty, bad);
    expect(failed.body).toMatchObject({ state: 'Failed', code: 'too-demanding' });
    expect(await rowOf(bad)).toMatchObject({ attempts: 2, endedProcesses: 1 });
    expect(await platform.credits(guilty)).toEqual(before);
    for (const id of [beside, after]) {
      expect((await platform.ended(neighbour, id)).body.state).toBe('Finished');
      expect(await rowOf(id)).toMatchObject({ attempts: 1, endedProcesses: 0 });
    }
    // What ran when it began again, in a process of its own, had ended.
    const lines = (await linesOf(file)).map((line) => line.split(' ').slice(0, 2).join(' '));
    const again = lines.lastIndexOf('begin abort');
    expect(lines.indexOf('end slow')).toBeLessThan(again);
    expect(lines.filter((line) => line === 'begin abort')).toHaveLength(2);
    const running = lines.slice(0, again).reduce((sum, line) => {
      if (line.endsWith('abort')) return sum;
      return sum + (line.startsWith('begin') ? 1 : -1);
    }, 0);
    expect(running).toBe(0);
  });

  test('finishes where the second time goes well: aborted, or killed from outside', async () => {
    const file = path.join(folder, 'second');
    const once = await submit(guilty, `abort-once ${file}`);
    const killed = await submit(neighbour, `slow ${file}`);
    process.kill(await pidOf(file, 'slow'), 'SIGKILL');
    for (const [person, id] of [
      [guilty, once],
      [neighbour, killed],
    ] as const) {
      expect((await platform.ended(person, id)).body.state).toBe('Finished');
      expect(await rowOf(id)).toMatchObject({ attempts: 2, endedProcesses: 1 });
    }
  });
});
