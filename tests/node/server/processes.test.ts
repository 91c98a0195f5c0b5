import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startCluster } from '../../../server/database/cluster.ts';
import { openStorage } from '../../../server/database/connect.ts';
import type { Storage } from '../../../server/database/connect.ts';
import { ledger } from '../../../server/credits/tables.ts';
import { files } from '../../../server/files/tables.ts';
import { instances, jobs } from '../../../server/queue/tables.ts';
import { works } from '../../../server/works/tables.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import { createLog } from '../../../server/log.ts';
import { leaseMs } from '../../../server/queue/claim.ts';
import { ledgerTypeDetails } from '../../../src/domain/credits.ts';
import { startWechat } from '../../fixtures/tills/wechat.ts';
import type { PaymentsConfig } from '../../../server/payments/environment.ts';
import { startS3 } from '../../fixtures/s3-double.ts';
import { createWorker } from '../../fixtures/worker-double.ts';
import { createClient, makePerson, temporaryFolder, testConfig } from './fixtures/platform.ts';
import type { Person } from './fixtures/platform.ts';

interface Line {
  run?: string;
  end?: string;
  attempt?: number;
  aborted?: string;
  atMs: number;
}

/** One platform process of several. */
interface Member {
  readonly url: string;
  readonly client: ReturnType<typeof createClient>;
  readonly lines: Line[];
  end(signal: NodeJS.Signals): Promise<void>;
}

// Real processes start here, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 });

const log = createLog('silent');
let folder = '';
let dataFolder = '';
let databaseUrl = '';
let cluster: Awaited<ReturnType<typeof startCluster>>;
let storage: Storage;
let members: Member[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  dataFolder = path.join(folder, 'shared');
  cluster = await startCluster(folder, log);
  const { user, database, host, port } = cluster.connection;
  databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  storage = await openStorage(testConfig(dataFolder, { databaseUrl }), log);
});
afterEach(async () => {
  await Promise.all(members.map((member) => member.end('SIGTERM')));
  members = [];
  // Nothing waits for the next test's processes.
  await storage.database.delete(jobs);
});
afterAll(async () => {
  await storage?.stop();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const startMember = (...options: string[]) => startMemberIn(dataFolder, options);

async function startMemberIn(
  data: string,
  options: string[],
  env: Record<string, string> = {},
): Promise<Member> {
  const script = path.join(import.meta.dirname, 'fixtures/serve-shared.ts');
  const child: ChildProcess = spawn(process.execPath, [script, data, databaseUrl, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const lines: Line[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Line & { url?: string };
      if (line.url === undefined) lines.push(line);
      else resolve(line.url);
    });
  });
  const member: Member = {
    url,
    client: createClient(() => url),
    lines,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
  members.push(member);
  return member;
}

const count = async (where: ReturnType<typeof eq>) => storage.database.$count(jobs, where);

/** As a device does: with one key, at another process when one does not answer. */
async function submit(
  alive: () => readonly Member[],
  turn: number,
  person: Person,
  prompt: string,
): Promise<string> {
  const key = randomUUID();
  for (let tries = 0; tries < 20; tries += 1) {
    const list = alive();
    const member = list[(turn + tries) % list.length];
    const answer = await member?.client.generate(person, prompt, { key }).catch(() => null);
    if (answer?.status === 200) return answer.body.id as string;
    if (answer) throw new Error(`a submission was answered ${answer.status}`);
  }
  throw new Error('no process takes a submission');
}

/** Most of these runs at the same moment; runs that a killed process never ended don't count. */
function atOnce(lines: readonly Line[]): number {
  const ended = new Set(lines.flatMap((line) => line.end ?? []));
  let now = 0;
  let most = 0;
  for (const line of lines.toSorted((left, right) => left.atMs - right.atMs)) {
    if (line.end !== undefined) now -= 1;
    else if (ended.has(line.run ?? '')) most = Math.max(most, (now += 1));
  }
  return most;
}

test('500 jobs of 20 people, two processes, one killed: each ends once, charged once, nobody waits for a hundred', async () => {
  const slots = 4;
  const [first, second] = [await startMember(`${slots}`), await startMember(`${slots}`)];
  let alive: readonly Member[] = [first, second];
  const greedyJobs = 120;
  const modestJobs = 20;
  const greedy = await makePerson(storage.database, greedyJobs);
  const modest = await Promise.all(
    Array.from({ length: 19 }, () => makePerson(storage.database, modestJobs)),
  );
  /** When the platform had said yes, by job. */
  const acceptedAtMs = new Map<string, number>();
  const submitAll = async (person: Person, total: number, lanes: number): Promise<string[]> => {
    const ids: string[] = [];
    let next = 0;
    const lane = async () => {
      while (next < total) {
        const turn = (next += 1);
        const id = await submit(() => alive, turn, person, `slow:20 ${turn}`);
        acceptedAtMs.set(id, Date.now());
        ids.push(id);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return ids;
  };

  const greedyIds = await submitAll(greedy, greedyJobs, 4);
  const modestIds = Promise.all(modest.map((person) => submitAll(person, modestJobs, 1)));
  const finished = eq(jobs.state, 'Finished');
  await vi.waitFor(async () => expect(await count(finished)).toBeGreaterThan(150));
  const killedAtMs = Date.now();
  alive = [first];
  await second.end('SIGKILL');
  const ids = [greedyIds, ...(await modestIds)];
  expect(ids.flat()).toHaveLength(500);
  await vi.waitFor(async () => expect(await count(finished)).toBe(500));
  // By the lock of the dead process, not by waiting for leases; how fast the rest is made is the machine's affair.
  for (const { attempt, atMs } of first.lines) {
    if ((attempt ?? 1) > 1) expect(atMs - killedAtMs).toBeLessThan(leaseMs);
  }

  // Each once, with its own file.
  const rows = await storage.database
    .select({ job: jobs, work: works, file: files })
    .from(jobs)
    .innerJoin(works, eq(works.jobId, jobs.id))
    .innerJoin(files, eq(files.id, works.fileId));
  expect(rows).toHaveLength(500);
  expect(new Set(rows.map(({ job }) => job.id))).toEqual(new Set(ids.flat()));
  const store = await openFileStore(dataFolder, log);
  expect(rows.filter(({ file }) => !existsSync(store.pathOf(file)))).toEqual([]);
  const orphaned = rows.filter(({ job }) => job.attempts > 1);
  expect(orphaned.length).toBeLessThanOrEqual(slots);

  // Charged once, and the accounts are empty: each had credits for just its jobs.
  const charges = await storage.database
    .select({ jobId: ledger.jobId, amount: ledger.amount })
    .from(ledger)
    .where(eq(ledger.typeDetail, ledgerTypeDetails.generationCharged));
  expect(charges).toHaveLength(500);
  expect(new Set(charges.map(({ jobId }) => jobId)).size).toBe(500);
  for (const person of [greedy, ...modest]) {
    expect(await first.client.credits(person)).toEqual({ balance: 0, reserved: 0 });
  }

  // While somebody's jobs waited, the greedy one got a turn for each of their turns, and no more.
  const starts = [...first.lines, ...second.lines].filter((line) => line.attempt === 1);
  const startedAtMs = new Map(starts.map(({ run = '', atMs }) => [run, atMs]));
  // A job that the dead process ran counts as its person's turn until it is found: those wait for that, too.
  const orphans = new Set(orphaned.map(({ job }) => job.id));
  for (const own of ids.slice(1).filter((list) => !list.some((id) => orphans.has(id)))) {
    const waits = own.map((id) => ({
      fromMs: acceptedAtMs.get(id) ?? 0,
      toMs: startedAtMs.get(id) ?? 0,
    }));
    const meanwhile = greedyIds.filter((id) => {
      const atMs = startedAtMs.get(id) ?? 0;
      return waits.some(({ fromMs, toMs }) => fromMs < atMs && atMs < toMs);
    });
    expect(meanwhile.length).toBeLessThanOrEqual(modestJobs + 2 * slots);
  }
});

test('a shared engine runs no more jobs at once than it takes, over all processes', async () => {
  const first = await startMember('3', 'shared');
  const person = await makePerson(storage.database, 33);
  const send = (total: number, to: readonly Member[], prompt: string) =>
    Promise.all(Array.from({ length: total }, (_, turn) => submit(() => to, turn, person, prompt)));
  const ids = await send(3, [first], 'slow:1500');
  await vi.waitFor(() => expect(first.lines).toHaveLength(3));
  // Another one that has nothing to do, while all that the engine takes is taken.
  const all = [first, await startMember('3', 'shared')];
  ids.push(...(await send(30, all, 'slow:30')));
  const ended = inArray(jobs.id, ids);
  await vi.waitFor(async () =>
    expect(await storage.database.$count(jobs, sql`${ended} and state = 'Finished'`)).toBe(33),
  );
  const lines = all.flatMap((member) => member.lines);
  expect(atOnce(lines)).toBeLessThanOrEqual(3);
});

test('whichever process is asked, position and waiting time never get worse', async () => {
  const all = [await startMember('1'), await startMember('1')];
  const [watcher, others] = [
    await makePerson(storage.database, 5),
    await makePerson(storage.database, 40),
  ];
  for (let turn = 0; turn < 10; turn += 1) await submit(() => all, turn, others, 'slow:60');
  const id = await submit(() => all, 0, watcher, 'slow:60');
  const mine = [id];
  for (let turn = 0; turn < 4; turn += 1)
    mine.push(await submit(() => all, turn, watcher, 'slow:60'));
  const last = mine.at(-1) ?? '';
  const told: { position: number; wait: number }[] = [];
  for (let turn = 0; ; turn += 1) {
    // Newcomers come in before, as is fair; nobody is told so.
    if (turn < 20) await submit(() => all, turn, others, 'slow:20');
    const answer = await all[turn % 2]?.client.call('GET', `/api/v2/generate/check/${last}`, {
      person: watcher,
    });
    const { queue_position: position, wait_time: wait, done } = answer?.body ?? {};
    told.push({ position, wait });
    if (done) break;
  }
  const falling = (list: number[]) => list.toSorted((left, right) => right - left);
  expect(told[0]?.position).toBeGreaterThan(0);
  expect(told.map(({ position }) => position)).toEqual(
    falling(told.map(({ position }) => position)),
  );
  expect(told.map(({ wait }) => wait)).toEqual(falling(told.map(({ wait }) => wait)));
  expect(told.at(-1)).toEqual({ position: 0, wait: 0 });
  await vi.waitFor(async () =>
    expect(await count(inArray(jobs.state, ['Pending', 'Processing']))).toBe(0),
  );
});

test('a job is cancelled in every state, wherever it runs, and its credits are back', async () => {
  const [first, second] = [await startMember('1'), await startMember('1')];
  const person = await makePerson(storage.database, 3);
  const ids: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    ids.push(await submit(() => [first], turn, person, 'slow:60000'));
  }
  const running = () =>
    [first, second].map(({ lines }) => lines.flatMap(({ run }) => run ?? []).at(-1));
  await vi.waitFor(() => expect(running().every((id) => ids.includes(id ?? ''))).toBe(true));
  const waiting = ids.find((id) => !running().includes(id)) ?? '';
  // The one that waits first: it must not start when the others make room.
  for (const id of [waiting, ...running()]) {
    const { body } = await first.client.call('DELETE', `/api/v2/generate/status/${id}`, { person });
    expect(body).toMatchObject({ state: 'Cancelled', done: true });
  }
  const aborted = ({ lines }: Member) => lines.find(({ end }) => end !== undefined)?.aborted;
  await vi.waitFor(() => expect([first, second].map(aborted)).toEqual(['cancelled', 'cancelled']));
  expect(await first.client.credits(person)).toEqual({ balance: 3, reserved: 0 });
  expect([...first.lines, ...second.lines].some(({ run }) => run === waiting)).toBe(false);
});

test('processes with disks of their own share a bucket', async () => {
  const bucket = await startS3();
  try {
    const { url, keyId, secret, region } = bucket;
    const options = ['1', '', JSON.stringify({ url, keyId, secret, region })];
    const first = await startMemberIn(path.join(folder, 'one'), options);
    const second = await startMemberIn(path.join(folder, 'two'), options);
    const person = await makePerson(storage.database, 4);
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await submit(() => [first, second], turn, person, `${turn}`);
      const { generations } = (await first.client.ended(person, id)).body;
      const answers = await Promise.all(
        [first, second].map(({ client }) => client.call('GET', generations[0].img as string)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    }
    expect(bucket.objects.size).toBe(4);
  } finally {
    await Promise.all(members.map((member) => member.end('SIGTERM')));
    await bucket.stop();
  }
});

test('processes that are gone leave nothing behind', async () => {
  const [first, second] = [await startMember('1'), await startMember('1')];
  await second.end('SIGKILL');
  await vi.waitFor(async () => expect(await storage.database.$count(instances)).toBe(1));
  await first.end('SIGTERM');
  expect(await storage.database.$count(instances)).toBe(0);
});

test('killed between "paid" and "credited", an order is credited once when it is told again', async () => {
  const wechat = await startWechat();
  const { url, appId, merchant, serial, privateKey, apiKey, publicKey } = wechat;
  const payments: PaymentsConfig = {
    url: 'https://kiln.example.com',
    wechat: {
      url,
      openUrl: url,
      authorizeUrl: url,
      appId,
      appSecret: null,
      merchant,
      serial,
      privateKey,
      apiKey,
      publicKey,
      hasH5: false,
    },
    alipay: null,
  };
  const env = { KILN_TEST_PAYMENTS: JSON.stringify(payments) };
  const holder = await storage.connect();
  try {
    const first = await startMemberIn(dataFolder, ['1'], env);
    const person = await makePerson(storage.database, 0);
    const made = await first.client.call('POST', '/api/pay/orders', {
      person,
      body: { plan: 'basic', months: 1, way: 'wechat', fen: 1_900, scene: 'desktop' },
    });
    const { number } = made.body.data.order as { number: string };
    wechat.pay(number);
    const tell = (member: Member) =>
      member.client.call('POST', '/api/pay/wechat/notify', wechat.notification(number));
    // Whoever credits it has to wait here, with the payment in its hand.
    await holder.query('begin');
    await holder.query('select 1 from credit_accounts where user_id = $1 for update', [person.uid]);
    const lost = tell(first).catch(() => null);
    await vi.waitFor(
      async () => {
        const { rows } = await storage.database.execute(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%credit_accounts%'`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    await first.end('SIGKILL');
    await holder.query('rollback');
    expect(await lost).toBeNull();

    const second = await startMemberIn(dataFolder, ['1'], env);
    const state = async () =>
      (await second.client.call('GET', `/api/pay/orders/${number}`, { person })).body.data.state;
    expect(await state()).toBe('open');
    expect((await second.client.credits(person)).balance).toBe(0);
    await Promise.all([tell(second), tell(second), tell(second)]);
    expect(await state()).toBe('paid');
    expect((await second.client.credits(person)).balance).toBe(360);
  } finally {
    await holder.end();
    await Promise.all(members.map((member) => member.end('SIGTERM')));
    await wechat.stop();
  }
});

async function makeOperator(): Promise<Person> {
  const operator = await makePerson(storage.database, 100);
  await storage.database.execute(
    sql`update users set is_super_user = true where id = ${operator.uid}`,
  );
  return operator;
}

async function changeSettings(member: Member, operator: Person, change: object): Promise<void> {
  const { body: known } = await member.client.call('GET', '/api/manage/settings', {
    person: operator,
  });
  const answer = await member.client.call('PUT', '/api/manage/settings', {
    person: operator,
    body: { version: known.data.version, settings: { ...known.data.settings, ...change } },
  });
  expect(answer.status).toBe(200);
}

test('a setting that is changed at one process holds at the other, too', async () => {
  const [one, other] = [await startMember('4'), await startMember('4')];
  const operator = await makeOperator();
  const person = await makePerson(storage.database, 10);
  const generates = async (member: Member) =>
    (await member.client.generate(person, 'a vase')).status;
  expect([await generates(one), await generates(other)]).toEqual([200, 200]);
  const hide = { hidden_tools: ['Text2Img'] };
  await changeSettings(one, operator, hide);
  const changedMs = performance.now();
  await expect.poll(() => generates(other), { interval: 10 }).not.toBe(200);
  if (process.env.KILN_TELL) {
    process.stdout.write(
      `the other process obeyed after ${Math.round(performance.now() - changedMs)} ms\n`,
    );
  }
  expect(await generates(one)).not.toBe(200);
  await changeSettings(other, operator, { hidden_tools: [] });
  await expect.poll(() => generates(one), { interval: 10 }).toBe(200);
});

test('a worker that asks one process does the jobs of another, each once', async () => {
  const [one, other] = [await startMember('4'), await startMember('4')];
  const operator = await makeOperator();
  const key = await one.client.call('POST', '/api/network/keys', {
    person: operator,
    body: { name: 'shared' },
  });
  const workers = [one, other].map((member, index) =>
    createWorker(member.url, {
      key: key.body.data.key,
      name: `shared ${index}`,
      models: ['shared'],
    }),
  );
  for (const worker of workers) expect((await worker.pop()).status).toBe(200);
  const person = await makePerson(storage.database, 100);
  const ask = async (member: Member) => {
    const answer = await member.client.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: {
        model: 'network/shared',
        job_type: 'Text2Img',
        input: { prompt: 'a cup', width: 64, height: 64, steps: 4, n: 2 },
      },
    });
    return answer;
  };
  // A process that has not heard of the worker yet does not know its model.
  for (const member of [one, other]) {
    await expect.poll(async () => (await ask(member)).status).toBe(200);
  }
  const isOpen = sql`engine = 'network' and state in ('Pending', 'Restarted', 'Processing')`;
  await expect
    .poll(async () => {
      for (const worker of workers) {
        const { body } = await worker.pop();
        if (body.id !== null) {
          for (const said of await worker.work(body)) expect(said.status).toBe(200);
        }
      }
      return storage.database.$count(jobs, isOpen);
    })
    .toBe(0);
  const { rows } = await storage.database.execute<{ finished: number; made: number }>(sql`
    select count(*)::int as finished, coalesce(sum(finished_outputs), 0)::int as made
    from jobs where engine = 'network' and state = 'Finished'`);
  const { rows: rewards } = await storage.database.execute(
    sql`select count(*)::int as count from network_rewards`,
  );
  expect(rows[0]?.made).toBe(2 * (rows[0]?.finished ?? 0));
  expect(rewards).toEqual([{ count: rows[0]?.made }]);
});
