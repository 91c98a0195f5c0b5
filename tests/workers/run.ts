/**
 * Two hundred jobs of five people, done by ten workers on the Horde's own SDK, of which one lies, one stalls and one
 * vanishes: `node tests/workers/run.ts --python <a Python that has horde_sdk>`. Prints what became of every job.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';

import { startTestPlatform, type Person } from '../node/server/fixtures/platform.ts';
import { createTestEngine } from '../node/server/fixtures/test-engine.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    jobs: { type: 'string', default: '200' },
  },
});
const jobsInAll = Number(values.jobs);
const habits = [
  'honest',
  'honest',
  'honest',
  'honest',
  'honest',
  'honest',
  'honest',
  'lies',
  'stalls',
  'vanishes',
];
const leaseSeconds = 10;
const ended = new Set(['Finished', 'Failed', 'Cancelled']);

const platform = await startTestPlatform(createTestEngine());
const children: ChildProcess[] = [];
try {
  const operator = await platform.register();
  await platform.database.execute(
    sql`update users set is_super_user = true where id = ${operator.uid}`,
  );
  const { body: known } = await platform.call('GET', '/api/manage/settings', { person: operator });
  await platform.call('PUT', '/api/manage/settings', {
    person: operator,
    body: {
      version: known.data.version,
      settings: {
        ...known.data.settings,
        network: { ...known.data.settings.network, lease_seconds: leaseSeconds },
      },
    },
  });
  const key = await platform.call('POST', '/api/network/keys', {
    person: operator,
    body: { name: 'test' },
  });
  const people: Person[] = [];
  for (let count = 0; count < 5; count += 1) people.push(await platform.register(10_000));

  habits.forEach((habit, index) => {
    const child = spawn(
      values.python,
      [
        fileURLToPath(new URL('sdk-worker.py', import.meta.url)),
        key.body.data.key as string,
        `${habit} ${index}`,
        habit,
      ],
      {
        env: { ...process.env, AI_HORDE_URL: `${platform.url}/api/` },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    child.on('exit', (code) => {
      if (code !== 0 && code !== null)
        process.stdout.write(`${habit} ${index} ended with ${code}\n`);
    });
    children.push(child);
  });
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await platform.call('GET', '/api/v2/workers?type=image');
    if ((body as unknown[]).length === habits.length) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  const startedAt = performance.now();
  const asked: { person: Person; id: string; outputs: number; atMs: number }[] = [];
  let refused = 0;
  for (let count = 0; count < jobsInAll; count += 1) {
    const person = people[count % people.length]!;
    const outputs = 1 + (count % 3);
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: {
        model: count % 2 ? 'network/stable_diffusion' : 'network/Deliberate',
        job_type: 'Text2Img',
        input: {
          prompt: `a bowl ${count}`,
          width: 512,
          height: 448 + 64 * (count % 3),
          steps: 10,
          n: outputs,
          seed: String(count * 7),
          seed_variation: 1 + (count % 2),
        },
      },
    });
    if (answer.status === 200) {
      asked.push({ person, id: answer.body.id, outputs, atMs: performance.now() });
    } else refused += 1;
  }
  process.stdout.write(`asked ${asked.length}, refused ${refused}\n`);
  const ends = new Map<string, { state: string; seconds: number }>();
  while (ends.size < asked.length && performance.now() - startedAt < 240_000) {
    for (const job of asked) {
      if (ends.has(job.id)) continue;
      const { body } = await platform.call('GET', `/api/v2/generate/status/${job.id}`, {
        person: job.person,
      });
      if (ended.has(body.state as string)) {
        ends.set(job.id, {
          state: body.state,
          seconds: (performance.now() - job.atMs) / 1_000,
        });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const states = new Map<string, number>();
  for (const { state } of ends.values()) states.set(state, (states.get(state) ?? 0) + 1);
  const { rows: charges } = await platform.database.execute(sql`
    select count(*) filter (where j.state = 'Finished') as finished,
      count(*) filter (where j.state = 'Finished' and j.cost <> j.cost_per_output * w.made) as wrong,
      sum(w.made) as pictures
    from jobs j cross join lateral (select count(*) as made from works where job_id = j.id) w
    where j.engine = 'network'`);
  const { rows: rewards } = await platform.database.execute(sql`
    select count(*) as rewards, round(sum(kudos)::numeric, 1) as kudos from network_rewards`);
  const { rows: left } = await platform.database.execute(
    sql`select state, count(*) from network_parts group by state`,
  );
  const { rows: workers } = await platform.database.execute(sql`
    select name, fulfilled, uncompleted, maintenance from network_workers order by name`);
  const balances = await Promise.all(people.map((person) => platform.credits(person)));
  const longest = Math.max(...[...ends.values()].map(({ seconds }) => seconds));
  process.stdout.write(
    [
      `jobs ended: ${ends.size} of ${asked.length} in ${Math.round((performance.now() - startedAt) / 1_000)} s: ${JSON.stringify([...states])}`,
      `longest wait: ${longest.toFixed(1)} s with leases of ${leaseSeconds} s and more`,
      `charges: ${JSON.stringify(charges[0])}; rewards: ${JSON.stringify(rewards[0])}`,
      `still held: ${balances.map(({ reserved }) => reserved).join(', ')}; parts left: ${JSON.stringify(left)}`,
      ...workers.map((worker) => JSON.stringify(worker)),
      '',
    ].join('\n'),
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  await platform.stop();
}
