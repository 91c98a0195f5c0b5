import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { BlobReader, BlobWriter, TextWriter, ZipReader } from '@zip.js/zip.js';
import type { FileEntry } from '@zip.js/zip.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { belongings } from '../../../server/belongings/list.ts';
import { upload } from '../../../src/api/contract/uploads.ts';
import { Authenticator } from '../../fixtures/authenticator.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';
import type { HeldRun } from './fixtures/test-engine.ts';

const engine = createTestEngine();
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
beforeEach(() => {
  engine.hold = false;
});
afterAll(() => platform?.stop());

const ask = (person: Person, target: string, body: object = {}): Promise<Answer> =>
  platform.call('POST', target, { person, body });
const leave = (person: Person, body: object = {}) => ask(person, '/api/account/delete', body);
const join = (person: Person, other: Person, more: object = {}) =>
  ask(person, '/api/account/join', {
    user_key: other.headers['userKey'],
    user_token: other.headers['userToken'],
    ...more,
  });
/** One that was cancelled as it began may have been held, too. */
async function runOf(jobId: string): Promise<HeldRun> {
  for (;;) {
    const run = await engine.nextRun();
    if (run.job.id === jobId) return run;
  }
}
const isIn = async (person: Person) =>
  (await platform.call('GET', '/api/account/user_info', { person })).status === 200;

/** Where the platform still names a person. */
async function tracesOf(userId: number): Promise<string[]> {
  const { rows } = await platform.database.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`);
  const traces: string[] = [];
  for (const { table, column } of rows) {
    const found = await platform.database.execute(sql`
      select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${userId} limit 1`);
    if (found.rows.length > 0) traces.push(`${table}.${column}`);
  }
  return traces;
}

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(path.join(platform.dataFolder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A work, published, in an album, liked by nobody, with a link; and today's credits. */
async function livesHere(person: Person): Promise<{ workId: string; fileId: string }> {
  const job = await platform.generate(person, 'a jar of honey');
  await platform.ended(person, job.body.id);
  const { rows } = await platform.database.execute<{ id: string; file_id: string }>(sql`
    select id, file_id from works where user_id = ${person.uid} order by seq desc limit 1`);
  const { id: workId = '', file_id: fileId = '' } = rows[0] ?? {};
  const published = await ask(person, '/api/work/add', { image_id: workId, consent: true });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  const album_id = randomUUID();
  for (const [target, body] of [
    ['/api/v2/albums_change', { albums: [{ album_id, name: 'Jars' }], age_ms: 0 }],
    [
      '/api/v2/albums_collect',
      { collection: album_id, works: [{ image_id: workId, at: 1 }], present: true, age_ms: 0 },
    ],
    ['/api/v2/links_share', { image_id: workId, title: 'Honey', shows_prompt: true }],
  ] as const) {
    const { status, body: said } = await ask(person, target, body);
    expect(status, `${target} ${JSON.stringify(said)}`).toBe(200);
  }
  const claimed = await platform.call('GET', '/api/user/draw_credit_balance', { person });
  expect(claimed.body.data.claimed).toBe(true);
  return { workId, fileId };
}

async function sendPicture(person: Person): Promise<void> {
  const { default: sharp } = await import('sharp');
  const picture = await sharp({
    create: { width: 600, height: 400, channels: 3, background: '#8a4' },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'a');
  expect((await platform.call('POST', upload.path, { person, body: form })).status).toBe(200);
}

/** Balance, lots and ledger of a person, which have to say the same. */
async function booksOf(userId: number): Promise<{ balance: number; rows: number }> {
  const { rows } = await platform.database.execute<Record<string, string | null>>(sql`
    select
      (select balance from credit_accounts where user_id = ${userId}) as balance,
      (select sum(remaining) from credit_lots where user_id = ${userId}) as lots,
      (select sum(change) from ledger where user_id = ${userId}) as changes,
      (select balance_after from ledger where user_id = ${userId} order by id desc limit 1) as after,
      (select count(*) from ledger where user_id = ${userId}) as rows,
      (select count(*) from (
        select balance_after, sum(change) over (order by id) as counted
        from ledger where user_id = ${userId}) as chain where balance_after <> counted) as wrong`);
  const said = rows[0] ?? {};
  const balance = Number(said['balance']);
  expect(Number(said['lots'])).toBe(balance);
  expect(Number(said['changes'])).toBe(balance);
  expect(Number(said['after'])).toBe(balance);
  expect(Number(said['wrong'])).toBe(0);
  return { balance, rows: Number(said['rows']) };
}

test('every table that names a person is in the list by which people take along, join and leave', async () => {
  const { rows } = await platform.database.execute<{ name: string }>(sql`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`);
  expect(belongings.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test('an account that is deleted leaves nothing: no row, no file, no session, no job, no name', async () => {
  const account = `leaver${Date.now()}`;
  const password = 'correct horse';
  const register = (name: string) =>
    platform.call('POST', '/api/account/register', { body: { account: name, password } });
  const { body } = await register(account);
  const person: Person = {
    uid: Number(body.user.uid),
    headers: { userKey: body.user.userKey, userToken: body.userToken },
  };
  const stays = await platform.register();
  const theirs = await livesHere(stays);
  const { fileId } = await livesHere(person);
  await sendPicture(person);
  engine.hold = true;
  const running = await platform.generate(person, 'a long one');
  const run = await runOf(running.body.id);
  expect(running.status).toBe(200);
  const waiting = await platform.generate(person, 'another');
  expect(waiting.status).toBe(200);

  await platform.database.execute(sql`
    update sessions set created_at = now() - interval '1 hour' where user_id = ${person.uid}`);
  expect((await leave(person)).body.code).toBe('wrong-credentials');
  expect((await leave(person, { password: 'battery staple' })).status).toBe(403);
  expect(await isIn(person)).toBe(true);
  expect((await leave(person, { password })).status).toBe(200);
  expect(run.context.signal.aborted).toBe(true);
  run.finish();
  expect(await tracesOf(person.uid)).toEqual([]);
  expect(await isIn(person)).toBe(false);
  expect((await leave(person, { password })).status).toBe(403);
  const files = await filesOnDisk();
  expect(files.filter((name) => name.includes(fileId))).toEqual([]);
  expect((await platform.call('GET', `/files/${fileId}.webp`)).status).not.toBe(200);
  // Nobody becomes who they were, or looks like them.
  expect((await register(account)).body.code).toBe('account-taken');
  expect((await register(account.replace('e', 'е'))).status).toBe(400);
  expect((await register(account.toUpperCase())).body.code).toBe('account-taken');
  expect(
    (await platform.call('POST', '/api/account/login', { body: { account, password } })).status,
  ).toBe(403);
  expect(files.some((name) => name.includes(theirs.fileId))).toBe(true);
  await booksOf(stays.uid);
});

test('somebody takes along everything that is theirs, and nothing that opens anything', async () => {
  const person = await platform.register();
  const { workId, fileId } = await livesHere(person);
  await sendPicture(person);
  const stranger = await platform.register();
  await livesHere(stranger);
  const { body } = await ask(person, '/api/account/export');
  const { address, bytes } = body.data;
  // A browser fetches it, without any header of ours.
  const response = await fetch(platform.url + address);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Disposition')).toContain(`kiln-${person.uid}-`);
  const archive = new ZipReader(new BlobReader(await response.blob()));
  const entries = (await archive.getEntries()) as FileEntry[];
  const read = async (name: string) =>
    (await entries.find(({ filename }) => filename === name)?.getData(new TextWriter())) ?? '';
  const rows = async (name: string) =>
    (await read(`data/${name}.jsonl`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(await rows('users')).toMatchObject([{ id: person.uid }]);
  expect(await rows('works')).toMatchObject([{ id: workId, prompt: 'a jar of honey' }]);
  expect((await rows('ledger')).length).toBe((await booksOf(person.uid)).rows);
  for (const name of ['jobs', 'albums', 'memberships', 'gallery_works', 'work_links', 'sessions']) {
    expect(await rows(name), name).toHaveLength(1);
  }
  const originals = entries.filter(({ filename }) => filename.startsWith('files/'));
  expect(originals).toHaveLength(2);
  const sizes = await Promise.all(
    originals.map(async (entry) => (await entry.getData(new BlobWriter())).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes);
  expect(originals.some(({ filename }) => filename.includes(fileId))).toBe(true);
  const data = entries.filter(({ filename }) => filename.startsWith('data/'));
  const words = (await Promise.all(data.map((entry) => entry.getData(new TextWriter())))).join(
    '\n',
  );
  expect(words).not.toContain(person.headers['userToken']);
  expect(words).not.toMatch(/token_hash|"secret"|sealed|session_hash/);
  expect(words).not.toContain(String(stranger.uid));
  // It is over after a while, and is nobody's to guess.
  expect((await fetch(`${platform.url}/api/account/export/${'x'.repeat(43)}`)).status).toBe(404);
  await platform.database.execute(sql`
    update export_tickets set expires_at = now() - interval '1 second'`);
  expect((await fetch(platform.url + address)).status).toBe(404);
});

test('two accounts of one person become one, with all that either has', async () => {
  const stays = await platform.register(100);
  const goes = await platform.register(30);
  await livesHere(stays);
  const cursor = (await ask(stays, '/api/v2/works_changes')).body.data.cursor;
  const albumCursor = (await ask(stays, '/api/v2/albums_changes')).body.data.cursor;
  const { workId, fileId } = await livesHere(goes);
  // Both have sent the same picture.
  await sendPicture(stays);
  await sendPicture(goes);
  const page = { origin: platform.url, rpId: new URL(platform.url).hostname };
  const device = new Authenticator();
  const headers = { Origin: page.origin };
  const begun = await platform.call('POST', '/api/account/passkeys/begin', {
    person: goes,
    headers,
    body: {},
  });
  await platform.call('POST', '/api/account/passkeys', {
    person: goes,
    headers,
    body: device.make(begun.body.data.challenge, page),
  });
  const before = { stays: await booksOf(stays.uid), goes: await booksOf(goes.uid) };

  expect((await join(stays, goes)).status).toBe(200);
  expect(await tracesOf(goes.uid)).toEqual([]);
  expect(await isIn(goes)).toBe(false);
  expect(await booksOf(stays.uid)).toEqual({
    balance: before.stays.balance + before.goes.balance,
    rows: before.stays.rows + before.goes.rows,
  });
  // Its devices hear of what came, where they stood.
  const news = await ask(stays, '/api/v2/works_changes', { cursor });
  expect(news.body.data.works.map((work: { image_id: string }) => work.image_id)).toContain(workId);
  const albumNews = await ask(stays, '/api/v2/albums_changes', { cursor: albumCursor });
  expect(albumNews.body.data.albums).toHaveLength(1);
  expect(albumNews.body.data.members).toHaveLength(1);
  const info = await platform.call('GET', '/api/account/user_info', { person: stays });
  expect(info.body.data.former_keys).toEqual([goes.headers['userKey']]);
  const files = await filesOnDisk();
  expect(files.some((name) => name.includes(fileId))).toBe(true);
  const { rows } = await platform.database.execute(sql`
    select 1 from files where user_id = ${stays.uid}`);
  expect(rows).toHaveLength(3);
  // The other's passkey opens this one now.
  const challenge = await platform.call('POST', '/api/account/passkey_login/begin', { headers });
  const entered = await platform.call('POST', '/api/account/passkey_login', {
    headers,
    body: device.use(challenge.body.data.challenge, page),
  });
  expect(entered.body.user).toMatchObject({
    uid: String(stays.uid),
    former_keys: [goes.headers['userKey']],
  });
  // Today's credits were had, by both.
  const again = await platform.call('GET', '/api/user/draw_credit_balance', { person: stays });
  expect(again.body.data.claimed).toBe(false);
  // A third one knows of both.
  const third = await platform.register(0);
  expect((await join(third, stays)).status).toBe(200);
  const last = await platform.call('GET', '/api/account/user_info', { person: third });
  expect(last.body.data.former_keys).toEqual(
    [stays, goes].map(({ headers: { userKey } }) => userKey),
  );
});

test('accounts are joined by whoever has both, once, and not while one has something under way', async () => {
  const stays = await platform.register(10);
  const goes = await platform.register(20);
  const stranger = await platform.register();
  const pretended = { ...goes, headers: { ...goes.headers, userToken: 'x'.repeat(43) } };
  expect((await join(stays, pretended)).status).toBe(404);
  expect((await join(stays, stays)).status).toBe(409);
  await platform.database.execute(sql`
    update sessions set created_at = now() - interval '1 hour' where user_id = ${stays.uid}`);
  expect((await join(stays, goes)).body.code).toBe('wrong-credentials');
  await platform.database.execute(sql`
    update sessions set created_at = now() where user_id = ${stays.uid}`);
  engine.hold = true;
  const job = await platform.generate(goes, 'a slow one');
  const run = await runOf(job.body.id);
  expect((await join(stays, goes)).status).toBe(409);
  run.finish();
  engine.hold = false;
  await platform.ended(goes, job.body.id);
  const answers = await Promise.all(Array.from({ length: 100 }, () => join(stays, goes)));
  const said = answers.map(({ status }) => status);
  expect(said.filter((status) => status === 200)).toHaveLength(1);
  expect(said.every((status) => [200, 403, 404].includes(status))).toBe(true);
  // 30 less what the slow one cost.
  expect((await booksOf(stays.uid)).balance).toBe(29);
  // Both ways at once: one of them stays, with all there is.
  const [one, two] = [await platform.register(5), await platform.register(6)];
  const crossed = await Promise.all([join(one, two), join(two, one)]);
  expect(crossed.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = (await isIn(one)) ? one : two;
  expect((await booksOf(left.uid)).balance).toBe(11);
  expect((await booksOf(stranger.uid)).balance).toBe(50);
});
