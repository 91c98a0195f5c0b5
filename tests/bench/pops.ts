import { execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'drizzle-orm';

import { startTestPlatform } from '../node/server/fixtures/platform.ts';
import { createTestEngine } from '../node/server/fixtures/test-engine.ts';
import type { Figure } from './offline-thousand.ts';

const workers = 1_000;
const seconds = 20;
const jobsPerSecond = 5;

/** Seconds of CPU that all databases of this machine have used. */
const databaseSeconds = (): number =>
  execFileSync('ps', ['-C', 'postgres', '-o', 'cputimes='], { encoding: 'utf8' })
    .split('\n')
    .reduce((sum, line) => sum + Number(line.trim() || 0), 0);

/** How long a worker's question for work takes while a thousand of them ask once a second, and what it costs. */
export async function pops(): Promise<Figure[]> {
  const platform = await startTestPlatform(createTestEngine());
  try {
    const operator = await platform.register(100_000);
    await platform.database.execute(
      sql`update users set is_super_user = true where id = ${operator.uid}`,
    );
    // Nobody has more than a hundred workers: a thousand are those of ten people.
    const keys: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const person = await platform.register();
      await platform.database.execute(
        sql`update users set is_super_user = true where id = ${person.uid}`,
      );
      const made = await platform.call('POST', '/api/network/keys', {
        person,
        body: { name: 'bench' },
      });
      const { data } = made.body as { data: { key: string } };
      keys.push(data.key);
    }
    const client = fork(path.join(import.meta.dirname, 'pops-client.ts'), [
      platform.url,
      keys.join(','),
      String(workers),
      String(seconds),
    ]);
    const told = once(client, 'message');
    await sleep(10_500);
    const cpu = process.cpuUsage();
    const database = databaseSeconds();
    const startedMs = performance.now();
    let asked = 0;
    while (performance.now() - startedMs < (seconds - 3) * 1_000) {
      const answer = await platform.call('POST', '/api/v2/playground_generate', {
        person: operator,
        headers: { 'Idempotency-Key': randomUUID() },
        body: {
          model: `network/model ${asked % 20}`,
          job_type: 'Text2Img',
          input: { prompt: 'a bowl', width: 64, height: 64, steps: 4 },
        },
      });
      if (answer.status === 200) asked += 1;
      await sleep(1_000 / jobsPerSecond);
    }
    const [result] = (await told) as [{ times: number[]; made: number; refused: number }];
    const { user, system } = process.cpuUsage(cpu);
    const wall = (performance.now() - startedMs) / 1_000;
    const sorted = result.times.toSorted((left, right) => left - right);
    const at = (share: number) =>
      `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
    return [
      { what: 'questions for work a second', value: (sorted.length / seconds).toFixed(0) },
      { what: '  half of them within', value: at(0.5) },
      { what: '  99 % of them within', value: at(0.99) },
      { what: '  the slowest', value: at(0.999_99) },
      { what: 'refused', value: String(result.refused) },
      { what: 'jobs asked for and done meanwhile', value: `${asked}, ${result.made}` },
      {
        what: 'CPU of the platform, of one core',
        value: `${Math.round(((user + system) / 1e6 / wall) * 100)} %`,
      },
      {
        what: 'CPU of its database, of one core',
        value: `${Math.round(((databaseSeconds() - database) / wall) * 100)} %`,
      },
    ];
  } finally {
    await platform.stop();
  }
}
