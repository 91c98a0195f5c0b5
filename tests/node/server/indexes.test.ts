import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { removeExpiredSessions } from '../../../server/accounts/sessions.ts';
import { claimJobs, renewLeases } from '../../../server/queue/claim.ts';
import { forgetToldWaits } from '../../../server/queue/wait-estimate.ts';
import { expireOriginals } from '../../../server/works/retention.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import { clearUnusedUploads } from '../../../server/files/unused-uploads.ts';
import { createLog } from '../../../server/log.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

/** The ones that grow with people and what they make. */
const total = Number(process.env.KILN_ROWS ?? 20_000);
const others = 500;

interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const engine = createTestEngine({ concurrency: 1 });
let platform: TestPlatform;
let person: Person;
let made = { jobId: '', workId: '', waitingId: '', publishedId: '' };
const seen: Statement[] = [];
// oxlint-disable-next-line typescript/unbound-method -- called on the client that it was called on
const { query } = pg.Client.prototype;

/** A platform that has been used for a long time, by many people and by one of them a lot. */
beforeAll(async () => {
  platform = await startTestPlatform(engine);
  person = await platform.register(1_000);
  const first = await platform.generate(person, 'a vase');
  const ended = await platform.ended(person, first.body.id);
  const { database } = platform;
  const one = sql`(select * from jobs where id = ${first.body.id})`;
  await database.execute(sql`
    insert into users (account, nick)
    select 'u' || n, 'u' from generate_series(1, ${others}::int) n`);
  await database.execute(
    sql`insert into credit_accounts (user_id) select id from users on conflict do nothing`,
  );
  await database.execute(sql`
    insert into sessions (token_hash, user_id, expires_at)
    select decode(md5(n::text), 'hex'), (select min(id) from users) + n % ${others}, now() + interval '1 day'
    from generate_series(1, ${total}::int) n`);
  // Half of what there is belongs to one person; most of it ended long ago.
  const owner = sql`case when n % 2 = 0 then ${person.uid}::bigint else (select min(id) from users) + n % ${others} end`;
  await database.execute(sql`
    insert into jobs (id, user_id, idempotency_key, request_hash, answer, engine, model, model_name, job_type, input,
      sources, prompt, seed, outputs, cost_per_output, cost, engine_estimate_seconds, estimate_seconds, state,
      created_at, finished_at)
    select gen_random_uuid(), ${owner}, n::text, '', '{}', case when n % 10 = 0 then 'other' else 'test' end, 'm', 'm',
      'Text2Img', '{}', '[]', 'a vase', '1', 1, 1, 1, 1, 1,
      case when n % 20 = 0 then 'Pending' else 'Finished' end, now() - n * interval '1 minute', now()
    from generate_series(1, ${total}::int) n, ${one} one`);
  await database.execute(sql`
    insert into files (id, user_id, extension, media_type, bytes, sha256, width, height)
    select gen_random_uuid(), user_id, 'png', 'image/png', 1, md5(id::text), 64, 64 from jobs`);
  // Numbered here: the trigger that does it is made for one work at a time.
  await database.execute(sql`alter table works disable trigger user`);
  await database.execute(sql`
    with numbered as (select id, user_id, row_number() over (order by id) as n from files where bytes = 1),
      owners as (select id, user_id, row_number() over (order by id) as n from jobs)
    insert into works (id, user_id, job_id, index, file_id, job_type, model, model_name, prompt, seed, params,
      censored, warnings, kept_from, change_seq)
    select gen_random_uuid(), owners.user_id, owners.id, 7, numbered.id, 'Text2Img', 'm', 'm', 'a vase', '1', '{}', false, '[]', now(), n
    from numbered join owners using (n)`);
  await database.execute(sql`
    insert into change_heads (user_id, seq) select user_id, max(change_seq) from works group by user_id
    on conflict (user_id) do update set seq = excluded.seq`);
  await database.execute(sql`alter table works enable trigger user`);
  // Every fourth job has a picture of its own to begin with; a few more pictures nobody has used.
  await database.execute(sql`
    insert into files (id, user_id, extension, media_type, bytes, sha256, width, height)
    select gen_random_uuid(), user_id, 'png', 'image/png', case when seq % 400 = 0 then 3 else 2 end,
      md5(id::text || 's'), 64, 64
    from jobs where seq % 4 = 0`);
  await database.execute(sql`
    update jobs set sources = jsonb_build_array(jsonb_build_object('field', 'image', 'fileId', files.id))
    from files where files.bytes = 2 and files.sha256 = md5(jobs.id::text || 's')`);
  await database.execute(sql`
    insert into work_sources (work_id, position, field, file_id)
    select works.id, 0, 'image', (jobs.sources -> 0 ->> 'fileId')::uuid
    from works join jobs on jobs.id = works.job_id where jobs.sources <> '[]'`);
  await database.execute(sql`
    insert into uploads (user_id, sha256, file_id) select user_id, sha256, id from files on conflict do nothing`);
  await database.execute(sql`
    insert into ledger (user_id, type, type_detail, amount, change, balance_after, job_id)
    select user_id, 2, 50, 1, -1, 1, id from jobs`);
  await database.execute(sql`
    insert into credit_lots (user_id, type_detail, amount, remaining, ends_at)
    select user_id, 1, 1, 0, now() - interval '1 day' from jobs`);
  await database.execute(sql`
    insert into job_credits (job_id, lot_id, amount)
    select jobs.id, lots.id, 1
    from (select id, row_number() over (order by id) as n from jobs) jobs
    join (select id, row_number() over (order by id) as n from credit_lots) lots using (n)`);
  await database.execute(sql`
    insert into work_tombstones (user_id, change_seq, work_id)
    select ${person.uid}::bigint, -n, gen_random_uuid() from generate_series(1, ${total}::int) n`);
  await database.execute(sql`
    insert into push_subscriptions (user_id, session_hash, endpoint, p256dh, auth)
    select (select min(id) from users) + n % ${others}, decode(md5(n::text), 'hex'), n::text, '', ''
    from generate_series(1, ${total}::int) n`);
  // Every work is published; a few are in a bin, or were reported.
  await database.execute(sql`
    insert into gallery_works (work_id, user_id, state, is_binned, title, category_id, job_type, model, search,
      submitted_at, published_at)
    select id, user_id, case when seq % 100 = 1 then 'reported' else 'published' end, seq % 100 = 2,
      'work ' || seq, 1 + seq % 9, case when seq % 3 = 0 then 'Img2Img' else 'Text2Img' end, 'm' || seq % 40,
      to_tsvector('english', 'a vase number ' || seq) || array_to_tsvector(array['花', '花瓶', 's' || seq % 500]),
      now() - seq * interval '1 minute', now() - seq * interval '1 minute'
    from works`);
  await database.execute(sql`vacuum analyze`);
  const [shown] = await platform.database
    .execute<{ id: string }>(
      sql`select work_id as id from gallery_works where state = 'published' and not is_binned limit 1`,
    )
    .then(({ rows }) => rows);
  engine.hold = true;
  const held = await platform.generate(person, 'held');
  const waiting = await platform.generate(person, 'waiting');
  made = {
    jobId: held.body.id as string,
    workId: ended.body.generations[0].id as string,
    waitingId: waiting.body.id as string,
    publishedId: shown?.id ?? '',
  };
  const record = function (this: pg.Client, ...given: unknown[]): unknown {
    const [config, values] = given as [Partial<Statement> | string, unknown[] | undefined];
    if (typeof config === 'string') seen.push({ text: config, values: values ?? [] });
    else seen.push({ text: config.text ?? '', values: values ?? config.values ?? [] });
    return Reflect.apply(query, this, given);
  };
  pg.Client.prototype.query = record as typeof query;
}, 120_000);
afterAll(async () => {
  pg.Client.prototype.query = query;
  await platform?.stop();
});

function scans(plan: Plan): string[] {
  const own = plan['Node Type'].includes('Seq Scan') ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

async function largeTables(): Promise<Set<string>> {
  const { rows } = await platform.database.execute<{ relname: string }>(
    sql`select relname from pg_class where relkind = 'r' and reltuples > ${total / 10}`,
  );
  return new Set(rows.map((row) => row.relname));
}

/** Statements of some work that read a large table from end to end. */
async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
  const large = await largeTables();
  expect(large.size).toBeGreaterThan(6);
  seen.length = 0;
  await work();
  const statements = new Map(seen.map((statement) => [statement.text, statement]));
  const pool = (platform.database as unknown as { $client: pg.Pool }).$client;
  const found: string[] = [];
  for (const { text, values } of statements.values()) {
    if (!/^\s*(select|with|update|delete|insert)/i.test(text)) continue;
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    const tables = plan ? scans(plan).filter((name) => large.has(name)) : [];
    if (tables.length > 0) {
      found.push(`${tables.join()}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    }
  }
  return found;
}

const ask = (method: string, path: string, body?: object) => async () => {
  const answer = await platform.call(method, path, {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    ...(body && { body }),
  });
  expect(answer.status).toBeLessThan(300);
};
const post = (path: string, body: object = {}) => ask('POST', path, body);

test.each([
  ['a balance', ask('GET', '/api/user/get_credit_balance')],
  ['the draw', ask('GET', '/api/user/draw_config')],
  // Half of all rows are this person's, and their number is wanted: whether that is read by an index is the planner's
  // choice. The page itself reads the newest rows only.
  ['the ledger', post('/api/user/get_balance_list', { page: 1, changes_only: false })],
  ['a submission', () => platform.generate(person, 'one more')],
  ['the count of works', post('/api/v2/get_generate_works_count')],
  ['a page of works', post('/api/v2/get_generate_works', { page_number: 1 })],
  ['a far page of works', post('/api/v2/get_generate_works', { page_number: 50 })],
  ['changes of works', post('/api/v2/works_changes', {})],
  ['the gallery', post('/api/work/list')],
  ['a far page of the gallery', post('/api/work/list', { page: 400 })],
  ['a category of the gallery', post('/api/work/list', { category_id: 3, page: 5 })],
  ['a tool in the gallery', post('/api/work/list', { job_type: 'Img2Img', page: 5 })],
  ['a model in the gallery', post('/api/work/list', { model_name: 'm7' })],
  ['rare words in the gallery', post('/api/work/list', { keyword: 'number 1234' })],
  ['common words in the gallery', post('/api/work/list', { keyword: '花瓶 vase' })],
  ['words of a category', post('/api/work/list', { keyword: '花', category_id: 2 })],
  ['a work of the gallery', async () => post('/api/work/detail', { id: made.publishedId })()],
  ['a page of the gallery', ask('GET', '/g/?page=9')],
  ['the page of a published work', async () => ask('GET', `/g/${made.publishedId}`)()],
  ['the map of published works', ask('GET', '/sitemap/works-2.xml')],
  ['what one has published', post('/api/work/mine')],
  ['an upload that is known', ask('GET', `/api/v2/upload/${'a'.repeat(64)}`)],
])('%s is found by an index', async (_what, work) => {
  expect(await scansOf(work)).toEqual([]);
});

test('looking at, reordering and ending a job uses indexes', async () => {
  const { jobId, waitingId, workId } = made;
  expect(await scansOf(ask('GET', `/api/v2/generate/check/${waitingId}`))).toEqual([]);
  expect(await scansOf(ask('GET', `/api/v2/generate/status/${jobId}`))).toEqual([]);
  expect(await scansOf(post('/api/v2/generate/order', { ids: [waitingId] }))).toEqual([]);
  expect(await scansOf(ask('DELETE', `/api/v2/generate/status/${waitingId}`))).toEqual([]);
  expect(
    await scansOf(
      post('/api/v2/works_favourite', {
        image_ids: [workId],
        starred: 1,
      }),
    ),
  ).toEqual([]);
  expect(await scansOf(post('/api/v2/works_delete', { image_ids: [workId] }))).toEqual([]);
});

test('the queue works by indexes', async () => {
  const { database } = platform;
  const budget = { name: 'other', concurrency: 2, isShared: true, startsPerMinute: 60 };
  expect(await scansOf(() => claimJobs(database, budget, 2, 0))).toEqual([]);
  expect(await scansOf(() => renewLeases(database, [{ id: made.jobId, fence: 1 }]))).toEqual([]);
  expect(
    await scansOf(async () => {
      engine.hold = false;
      (await engine.nextRun()).finish();
      await platform.ended(person, made.jobId);
    }),
  ).toEqual([]);
});

test('housekeeping works by indexes', async () => {
  const { database, dataFolder } = platform;
  const log = createLog('silent');
  const store = await openFileStore(dataFolder, log);
  const retention = { resultDays: 30, acknowledgedDays: 30 };
  expect(await scansOf(() => expireOriginals(database, store, retention, log))).toEqual([]);
  await database.execute(sql`
    update uploads set used_at = now() - interval '8 days' 
    where file_id in (select id from files where bytes = 3 or (bytes = 2 and sha256 < '02'))`);
  let cleared = 0;
  const clear = async () => (cleared = await clearUnusedUploads(database, store, 7));
  expect(await scansOf(clear)).toEqual([]);
  expect(cleared).toBe(total / 400);
  expect(await scansOf(() => removeExpiredSessions(database))).toEqual([]);
  expect(await scansOf(() => forgetToldWaits(database))).toEqual([]);
});
