import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '../../../server/database/connect.ts';
import { createEngineKeys } from '../../../server/engine-keys/keys.ts';
import { loadSecret } from '../../../server/engine-keys/secret.ts';
import { configuredEngines } from '../../../server/engines/registry.ts';
import { createLog } from '../../../server/log.ts';
import { startPlatform } from '../../../server/platform.ts';
import type { Platform } from '../../../server/platform.ts';
import { ledgerTypeDetails } from '../../../src/domain/credits.ts';
import {
  pictureServiceConfiguration,
  startPictureService,
} from '../../fixtures/version-before/picture-service.ts';
import { readTables, restoreVersionBefore } from '../../fixtures/version-before/restore.ts';
import type { VersionBefore } from '../../fixtures/version-before/restore.ts';
import { createClient, temporaryFolder, testConfig } from './fixtures/platform.ts';

type Row = Record<string, unknown>;

const log = createLog('silent');
let folder = '';
let service: Awaited<ReturnType<typeof startPictureService>>;
let platform: Platform;
let before: VersionBefore;
/** The same tables after this version's migrations, before anything ran. */
let migrated: VersionBefore['tables'];
const { call, ended, credits } = createClient(() => platform.addresses[0] ?? '');

beforeAll(async () => {
  folder = await temporaryFolder();
  const dataFolder = path.join(folder, 'data');
  service = await startPictureService();
  service.holds = false;
  before = await restoreVersionBefore(dataFolder);
  const config = testConfig(dataFolder, {
    engines: pictureServiceConfiguration(service.url),
    horde: { apiKey: '0000000000', baseUrl: `${service.url}/horde/api`, isNamed: true },
    push: { contact: 'mailto:operator@example.com', allowPrivate: true },
  });
  const storage = await openStorage(config, log);
  const client = await storage.connect();
  migrated = await readTables(client, Object.keys(before.tables));
  await client.end();
  await storage.stop();
  platform = await startPlatform(config, await configuredEngines(config, log, {}), log);
}, 180_000);
afterAll(async () => {
  await platform?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = (table: string): Row[] => before.tables[table] ?? [];
const jobBy = (prompt: string): Row => {
  const found = rowsOf('jobs').find((job) => job['prompt'] === prompt);
  if (!found) throw new Error(`no job "${prompt}" in the fixture`);
  return found;
};

/** Moved to tables of their own, or told anew to devices: looked at by the tests below. */
const movedColumns: Record<string, string[]> = {
  users: ['account_key', 'password_hash'],
  works: ['change_seq'],
  change_heads: ['seq'],
};

test('the migrations change no row of what was there', () => {
  for (const [table, rows] of Object.entries(before.tables)) {
    // Unlogged, and so empty after any crash.
    if (table === 'told_waits') continue;
    const today = migrated[table] ?? [];
    const moved = movedColumns[table] ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !moved.includes(name));
    expect(Object.keys(today[0] ?? {})).toEqual(expect.arrayContaining(columns));
    const kept = (row: Row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => columns.includes(name))
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );
    expect([table, today.map(kept).toSorted()]).toEqual([table, rows.map(kept).toSorted()]);
  }
});

test('people keep their local identity, and what proves it apart from it', async () => {
  const { rows } = await platform.storage.database.execute(sql`
    select user_id::int, kind, issuer, subject, secret
    from identities join identity_secrets on identity_id = identities.id order by user_id`);
  expect(rows).toEqual(
    rowsOf('users').map((user) => ({
      user_id: user['id'],
      kind: 'local',
      issuer: '',
      subject: user['account_key'],
      secret: user['password_hash'],
    })),
  );
});

test('a balance is a lot without an end, which holds what jobs under way hold', async () => {
  const { rows } = await platform.storage.database.execute(sql`
    select user_id::int, amount, ends_at from credit_lots order by user_id`);
  expect(rows).toEqual(
    rowsOf('credit_accounts').map(({ user_id, balance, reserved }) => ({
      user_id,
      amount: Number(balance) + Number(reserved),
      ends_at: null,
    })),
  );
  const sums = await platform.storage.database.execute(sql`
    select user_id::int, sum(change)::int as balance from ledger group by user_id order by user_id`);
  expect(sums.rows).toEqual([
    { user_id: before.people.ana.uid, balance: 52 },
    { user_id: before.people.bela.uid, balance: 69 },
  ]);
});

test('people are still signed in, and sign in with the password they have', async () => {
  const { ana } = before.people;
  const info = await call('GET', '/api/account/user_info', { person: ana });
  expect(info.body.data).toMatchObject({ account: 'ana', uid: String(ana.uid), is_vip: false });
  const login = (password: string) =>
    call('POST', '/api/account/login', { body: { account: 'Ana', password } });
  expect((await login('ana fires a kiln')).body.user).toMatchObject({ uid: String(ana.uid) });
  expect((await login('bela fires a kiln')).status).toBe(403);
});

test('jobs that ran or waited go on; nothing is made or charged twice', async () => {
  const { ana, bela } = before.people;
  const waiting = {
    'hold a vase': ana,
    'a waiting jar': ana,
    'a handle': ana,
    'a tile': bela,
  };
  for (const [prompt, person] of Object.entries(waiting)) {
    const job = jobBy(prompt);
    const answer = await ended(person, String(job['id']));
    expect([prompt, answer.body.state]).toEqual([prompt, 'Finished']);
    expect(service.prompts.filter((asked) => asked === prompt)).toHaveLength(1);
  }
  const { rows } = await platform.storage.database.execute<{
    prompt: string;
    state: string;
    cost: number;
    works: string;
    charges: string;
    charged: string;
  }>(sql`
    select prompt, state, cost,
      (select count(*) from works where works.job_id = jobs.id) as works,
      (select count(*) from ledger where ledger.job_id = jobs.id and type_detail = ${ledgerTypeDetails.generationCharged}) as charges,
      (select coalesce(sum(amount), 0) from ledger where ledger.job_id = jobs.id and type_detail = ${ledgerTypeDetails.generationCharged}) as charged
    from jobs order by seq`);
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'two bowls Finished 2 2 1 2',
    'a lid Finished 1 1 1 1',
    // Its work was deleted.
    'a crack Finished 1 0 1 1',
    'refuse it Failed 0 0 0 0',
    'hold a vase Finished 2 2 1 2',
    'a waiting jar Finished 1 1 1 1',
    'a handle Finished 1 1 1 1',
    'a mistake Cancelled 0 0 0 0',
    'a tile Finished 1 1 1 1',
  ]);
  expect(await credits(ana)).toEqual({ balance: 52, reserved: 0 });
  expect(await credits(bela)).toEqual({ balance: 69, reserved: 0 });
});

test('a submission that is repeated gets the answer of then', async () => {
  const { ana } = before.people;
  const body = {
    model: 'atelier/ink',
    job_type: 'Text2Img',
    input: { prompt: 'a waiting jar' },
  };
  const answer = await call('POST', '/api/v2/playground_generate', {
    person: ana,
    headers: { 'Idempotency-Key': 'ana-waiting' },
    body,
  });
  expect(answer.status).toBe(200);
  expect(answer.body.id).toBe(jobBy('a waiting jar')['id']);
});

test('works are there with marks, copies and the deletion, and their files answer', async () => {
  const { ana } = before.people;
  const { body } = await call('POST', '/api/v2/works_changes', { person: ana, body: {} });
  const works = body.data.works as Row[];
  for (const row of rowsOf('works')) {
    const work = works.find((one) => one['image_id'] === row['id']);
    expect(work).toMatchObject({
      job_id: row['job_id'],
      model: row['model'],
      params: row['params'],
      starred: row['starred'] ? 1 : 0,
      rating: row['rating'],
      original: 'kept',
      origin: 'generated',
    });
    const job = rowsOf('jobs').find((one) => one['id'] === row['job_id']);
    const sources = work?.['sources'] as { field: string; url: string; sha256: string }[];
    expect(sources.map(({ field, url }) => [field, /[-0-9a-f]{36}/.exec(url)?.[0]])).toEqual(
      ((job?.['sources'] ?? []) as { field: string; fileId: string }[]).map((source) => [
        source.field,
        source.fileId,
      ]),
    );
    const file = await call('GET', String(work?.['image']), { person: ana });
    expect(file.status).toBe(200);
    expect(
      createHash('sha256')
        .update(file.body as Buffer)
        .digest('hex'),
    ).toBe(work?.['sha256']);
  }
  const head = rowsOf('change_heads')[0];
  const since = await call('POST', '/api/v2/works_changes', {
    person: ana,
    body: { cursor: `${String(head?.['epoch'])}.0` },
  });
  expect(since.body.data.gone).toEqual([rowsOf('work_tombstones')[0]?.['work_id']]);
  // A device that knew everything is told of the work that now names its sources, and of what was made since.
  const news = await call('POST', '/api/v2/works_changes', {
    person: ana,
    body: { cursor: `${String(head?.['epoch'])}.${String(head?.['seq'])}` },
  });
  const told = (news.body.data.works as Row[]).map((work) => work['image_id']);
  const withSources = rowsOf('works').filter((row) => row['model'] === 'atelier/ink/inpaint');
  expect(told).toEqual(expect.arrayContaining(withSources.map((row) => row['id'])));
  expect(told).not.toContain(rowsOf('works').find((row) => row['model'] === 'atelier/ink')?.['id']);
});

test('what was sent is known by its content, and what was half sent goes on', async () => {
  const { ana } = before.people;
  for (const row of rowsOf('uploads').filter((one) => one['user_id'] === ana.uid)) {
    const found = await call('GET', `/api/v2/upload/${String(row['sha256'])}`, { person: ana });
    expect(found.body.state).toBe('stored');
    const file = await call('GET', String(found.body.file.url), { person: ana });
    expect(
      createHash('sha256')
        .update(file.body as Buffer)
        .digest('hex'),
    ).toBe(row['sha256']);
  }
  const [half] = rowsOf('partial_uploads');
  const found = await call('GET', `/api/v2/upload/${String(half?.['sha256'])}`, { person: ana });
  expect(found.body).toMatchObject({ state: 'partial', offset: 40, bytes: 64 });
});

test('keys of one’s own open, the day’s claim is remembered, and devices stay known', async () => {
  const { ana, bela } = before.people;
  const secret = await loadSecret(path.join(folder, 'data'), null);
  const keys = createEngineKeys(platform.storage.database, secret);
  expect(await keys.read(ana.uid, 'horde')).toBe('ana-own-horde-key');
  for (const person of [ana, bela]) {
    const config = await call('GET', '/api/user/draw_config', { person });
    expect(config.body.data.draw_today).toBe(true);
    const draw = await call('GET', '/api/user/draw_credit_balance', { person });
    expect(draw.body.data.claimed).toBe(false);
  }
  const { rows } = await platform.storage.database.execute(
    sql`select endpoint, (select count(*)::int > 0 from push_messages) as is_told from push_subscriptions`,
  );
  expect(rows).toEqual([{ endpoint: 'http://127.0.0.1:9/push/ana', is_told: true }]);
});
