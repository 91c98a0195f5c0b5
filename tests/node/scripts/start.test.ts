import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';

import { expect, test, vi } from 'vitest';

import { pauseAfterDeath } from '../../../scripts/restart-pause.mjs';
import { temporaryFolder } from '../server/fixtures/platform.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = path.resolve(import.meta.dirname, '../../..');

test('the pause before a restart grows with each death in a row, and is short again after a long life', () => {
  let deathsInARow = 0;
  const pauses = Array.from({ length: 8 }, () => {
    const next = pauseAfterDeath(deathsInARow, 1_000);
    deathsInARow = next.deathsInARow;
    return next.pauseMs / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(pauseAfterDeath(deathsInARow, 10 * 60_000)).toEqual({ pauseMs: 1_000, deathsInARow: 1 });
});

/** What `npm start` does after its build. */
const script =
  "import { keepServing } from './scripts/keep-serving.mjs'; process.exitCode = await keepServing();";

async function start(environment: Record<string, string>) {
  const { DATABASE_URL: _own, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...inherited, KILN_LOG_LEVEL: 'silent', HORDE_API_KEY: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, said: () => output };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given');
  return address.port;
}

/** The server that a start script runs, by its parent. */
async function serverOf(parent: number): Promise<number> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return Number(children.trim().split(' ').at(-1));
}

test.runIf(process.platform === 'linux')(
  'a platform that is killed is started again by npm start, which says so, and Ctrl+C still ends all',
  async () => {
    const folder = await temporaryFolder();
    const port = await freePort();
    const { child, said } = await start({
      PORT: String(port),
      KILN_DATA: path.join(folder, 'data'),
    });
    const exited = once(child, 'exit');
    const healthy = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
    try {
      // Before it was ever ready, as by a machine without memory.
      await vi.waitFor(async () => expect(await serverOf(child.pid ?? 0)).toBeGreaterThan(0));
      process.kill(await serverOf(child.pid ?? 0), 'SIGKILL');
      await vi.waitFor(async () => expect(await healthy()).toBe(true));
      await vi.waitFor(() => expect(said()).toContain('Kiln is ready'));
      process.kill(await serverOf(child.pid ?? 0), 'SIGKILL');
      await vi.waitFor(() => expect(said().match(/Kiln is ready/g)).toHaveLength(2));
      expect(said()).toContain('ended by SIGKILL');
      expect(await healthy()).toBe(true);
    } finally {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    }
    expect(await healthy()).toBe(false);
  },
);

test('a start that refuses its settings is not tried again', async () => {
  const { child, said } = await start({ PORT: '99999' });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(said()).toContain('PORT');
  expect(said()).not.toContain('starts again');
});
