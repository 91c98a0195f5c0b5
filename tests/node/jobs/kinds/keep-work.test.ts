import 'fake-indexeddb/auto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSession } from '../../../../src/db/account/session.ts';
import { db } from '../../../../src/db/database.ts';
import { requestCancel, retryIntent } from '../../../../src/db/intents/intents.ts';
import { listIntents } from '../../../../src/db/intents/lists.ts';
import { getOriginal } from '../../../../src/db/media/media.ts';
import type { Session } from '../../../../src/db/schema.ts';
import {
  adoptLinks,
  askForLink,
  getLinkState,
  readLinks,
  takeLinkBack,
} from '../../../../src/db/works/links.ts';
import { addOwnWorks } from '../../../../src/db/works/own-works.ts';
import { rateWorks } from '../../../../src/db/works/ratings.ts';
import { binWorks, deleteForGood, restoreWorks } from '../../../../src/db/works/bin.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import type { OwnWork } from '../../../../src/db/works/own-works.ts';
import type { UserKey, WorkId } from '../../../../src/domain/ids.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { sha256Hex } from '../../../../src/media/hash.ts';
import { syncWorks } from '../../../../src/jobs/poller/sync-works.ts';
import { freshDevice } from '../../../fixtures/device.ts';
import { ownWork } from '../../../fixtures/own-works.ts';
import { startTestPlatform } from '../../server/fixtures/platform.ts';
import type { TestPlatform } from '../../server/fixtures/platform.ts';
import { createTestEngine } from '../../server/fixtures/test-engine.ts';

/** A device's queue against the platform itself, with its database. */
let platform: TestPlatform;
let session: Session;
let calls: string[];
/** What becomes of a call, by the last part of its address. */
let fault: (name: string) => 'lost-answer' | 'never-arrives' | null;
let numbers = 0;

const realFetch = globalThis.fetch;
const limit = 60_000;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { storedBytesPerPerson: limit });
});
afterAll(() => platform?.stop());

beforeEach(async () => {
  fault = () => null;
  vi.stubGlobal('location', { origin: platform.url });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    calls.push(name);
    const what = fault(name);
    if (what === 'never-arrives') throw new TypeError('Failed to fetch');
    const response = await realFetch(request);
    if (what === 'lost-answer') throw new TypeError('Failed to fetch');
    return response;
  });
  await freshDevice();
  const person = await platform.register();
  const { userKey, userToken } = person.headers;
  session = {
    userKey: userKey as UserKey,
    userToken: userToken ?? '',
    account: 'ada',
    nickname: 'Ada',
    isVip: false,
    isSuperUser: false,
    expiresAtMs: 4_000_000_000_000,
  };
  await signIn();
  calls = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** On an empty device. */
async function signIn(): Promise<void> {
  await freshDevice();
  await startSession(session);
}

/** Names that no other test has: the platform is the same for all. */
const next = (changes: Partial<OwnWork> = {}) => ownWork((numbers += 1), changes);
const owner = () => session.userKey;
const person = () => ({ uid: 0, headers: { userKey: owner(), userToken: session.userToken } });
const runOnce = () => runQueue({ host: 'service-worker', ignoreNetworkWaits: true });
const called = (name: string) => calls.filter((one) => one === name).length;
const keeps = async () => (await listIntents(owner())).filter((row) => row.kind === 'keep-work');

/** The queue until nothing is left for it to do at once. */
async function run(): Promise<void> {
  // Nobody waits eight seconds for a deletion that could be taken back.
  await db.intents.toCollection().modify((row) => {
    if (row.kind === 'delete-works') row.nextAttemptAtMs = 0;
  });
  for (let round = 0; round < 6; round += 1) await runOnce();
}

/** What the platform itself answers to the person. */
async function ask<Data>(name: string, body: object): Promise<Data> {
  const answer = await platform.call('POST', `/api/v2/${name}`, { person: person(), body });
  return (answer.body as { data: Data }).data;
}

async function platformHas(id: WorkId): Promise<boolean> {
  const works = await ask<{ image_id: string }[]>('get_generate_works', { page_size: 100 });
  return works.some((work) => work.image_id === id);
}

/** Of the small picture that the platform has of a work. */
async function smallSize(id: WorkId): Promise<[number, number]> {
  const target = `${(await getWork(id))?.remoteUrl}?width=512`;
  const small: { body: Buffer } = await platform.call('GET', target, { person: person() });
  const { width, height } = await sharp(small.body).metadata();
  return [width, height];
}

test('an imported work goes to the platform and comes to the other device as it was, with its file', async () => {
  const own = await next({ starred: 1, rating: 4, createdAtMs: Date.UTC(2019, 4, 5, 6, 7, 8, 9) });
  await addOwnWorks(owner(), [own]);
  await run();
  const told = await getWork(own.id);
  expect(told).toMatchObject({ remote: 'kept', origin: 'imported', sha256: own.sha256 });
  expect(told?.untold).toBeUndefined();
  expect(told?.expiresAtMs).toBeGreaterThan(Date.now());
  expect(await listIntents(owner())).toEqual([]);

  await signIn();
  await syncWorks(session, new AbortController().signal);
  const there = await getWork(own.id);
  expect(there).toMatchObject({
    origin: 'imported',
    jobId: null,
    prompt: own.prompt,
    negativePrompt: 'blur',
    parameters: { steps: 20 },
    createdAtMs: own.createdAtMs,
    starred: 1,
    rating: 4,
    width: 24,
    height: 16,
    mediaType: 'image/png',
    bytes: own.blob.size,
    sha256: own.sha256,
    modelLabel: { cn: 'Elsewhere', en: 'Elsewhere' },
  });
  const file = await platform.call('GET', there?.remoteUrl ?? '', { person: person() });
  expect(file.body).toEqual(Buffer.from(await own.blob.arrayBuffer()));
  expect(await smallSize(own.id)).toEqual([24, 16]);
});

test('a film brings the picture that stands for it, and is as large as its device says', async () => {
  const mp4 = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom'),
    Buffer.alloc(64),
  ]);
  const blob = new Blob([mp4], { type: 'video/mp4' });
  const film = { blob, mediaType: 'video/mp4', width: 640, height: 360 };
  const own = await next({ ...film, sha256: await sha256Hex(blob), origin: 'assembled' });
  await addOwnWorks(owner(), [own]);
  await run();
  await signIn();
  await syncWorks(session, new AbortController().signal);
  expect(await getWork(own.id)).toMatchObject({
    origin: 'assembled',
    mediaType: 'video/mp4',
    width: 640,
    height: 360,
  });
  expect(await smallSize(own.id)).toEqual([24, 16]);
});

test('an answer that is lost after the commit costs nothing: the work is there once, and is told no more', async () => {
  const own = await next();
  let isLost = false;
  fault = (name) => {
    if (name !== 'works_add' || isLost) return null;
    isLost = true;
    return 'lost-answer';
  };
  await addOwnWorks(owner(), [own]);
  await run();
  expect(isLost).toBe(true);
  expect(called('works_add')).toBe(2);
  expect(await getWork(own.id)).toMatchObject({ remote: 'kept' });
  expect(await ask('get_generate_works_count', {})).toBe(1);
});

/** Into the bin, and out of it for good. */
async function deleteNow(whose: UserKey, ids: readonly WorkId[]): Promise<void> {
  await binWorks(whose, ids);
  await deleteForGood(whose, ids);
}

test('of several works each is told by itself, and a rating of one need not wait for the others', async () => {
  const works = [await next(), await next(), await next()];
  await addOwnWorks(owner(), works);
  await run();
  for (const { id } of works) expect(await platformHas(id)).toBe(true);
  expect(called('works_add')).toBe(3);
});

test('what the platform was never told of is rated and deleted without a call', async () => {
  const [kept, gone] = [await next(), await next()];
  fault = (name) => (name.length === 64 ? 'never-arrives' : null);
  await addOwnWorks(owner(), [kept, gone]);
  await run();
  await rateWorks('set-rating', owner(), [kept.id, gone.id], 5);
  await deleteNow(owner(), [gone.id]);
  await run();
  expect(await db.works.get(gone.id)).toBeUndefined();
  expect(await getOriginal(gone.id)).toBeUndefined();
  fault = () => null;
  await run();
  expect([called('works_rate'), called('works_delete')]).toEqual([0, 0]);
  expect(await platformHas(gone.id)).toBe(false);
  await signIn();
  await syncWorks(session, new AbortController().signal);
  expect(await getWork(kept.id)).toMatchObject({ rating: 5, rated: 1 });
});

test('a deletion while it is on its way ends on both sides, whether or not it had arrived', async () => {
  const [arrived, lost] = [await next(), await next()];
  const answers = ['lost-answer', 'never-arrives'] as const;
  for (const [at, own] of [arrived, lost].entries()) {
    fault = (name) => (name === 'works_add' ? (answers[at] ?? null) : null);
    await addOwnWorks(owner(), [own]);
    await run();
    expect(await platformHas(own.id)).toBe(own === arrived);
    await deleteNow(owner(), [own.id]);
    fault = () => null;
    await run();
    expect(await db.works.get(own.id)).toBeUndefined();
    expect(await platformHas(own.id)).toBe(false);
  }
  const deletions = (await listIntents(owner())).filter(({ kind }) => kind === 'delete-works');
  expect(deletions).toEqual([
    expect.objectContaining({ kind: 'delete-works', stage: 'done' }),
    expect.objectContaining({ kind: 'delete-works', stage: 'done' }),
  ]);
});

test('a rating and a deletion after it was told are told, too', async () => {
  const own = await next();
  await addOwnWorks(owner(), [own]);
  await run();
  await rateWorks('set-favourite', owner(), [own.id], 1);
  await run();
  expect(called('works_favourite')).toBe(1);
  await deleteNow(owner(), [own.id]);
  await run();
  expect(await platformHas(own.id)).toBe(false);
});

test('a deletion that is taken back has the work told after all', async () => {
  const own = await next();
  await addOwnWorks(owner(), [own]);
  await binWorks(owner(), [own.id]);
  await runOnce();
  expect(called('works_add')).toBe(0);
  expect(await keeps()).toEqual([]);
  await restoreWorks(owner(), [own.id]);
  await run();
  expect(await platformHas(own.id)).toBe(true);
});

test('what was deleted and is taken in again comes back under its name, on every device', async () => {
  const own = await next();
  await addOwnWorks(owner(), [own]);
  await run();
  await deleteNow(owner(), [own.id]);
  await run();
  await addOwnWorks(owner(), [own]);
  await run();
  expect(await platformHas(own.id)).toBe(true);
  expect(await getWork(own.id)).toMatchObject({ remote: 'kept' });
});

test('what another device deleted while the answer was lost goes here, too', async () => {
  const own = await next();
  fault = (name) => (name === 'works_add' ? 'lost-answer' : null);
  await addOwnWorks(owner(), [own]);
  await runOnce();
  await ask('works_delete', { image_ids: [own.id] });
  fault = () => null;
  await run();
  expect(await db.works.get(own.id)).toBeUndefined();
  expect(await platformHas(own.id)).toBe(false);
});

test('a file that is refused stays here and says so, and holds no other up', async () => {
  const damaged = new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' });
  const bad = await next({ blob: damaged, sha256: await sha256Hex(damaged) });
  const good = await next();
  await addOwnWorks(owner(), [bad, good]);
  await run();
  expect(await platformHas(good.id)).toBe(true);
  const [refused] = await keeps();
  expect(refused).toMatchObject({
    stage: 'failed',
    error: { code: 'unsupported-media' },
    payload: { workIds: [bad.id] },
  });
  expect(await getWork(bad.id)).toMatchObject({ untold: true, onDevice: 1 });
  expect(await getOriginal(bad.id)).toBeDefined();
});

test('without room at the platform all that waits asks once, loses nothing, and goes when there is room', async () => {
  const noise = async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(40_000));
    const blob = new Blob([Buffer.concat([Buffer.from('RIFF0000WAVE'), bytes])]);
    const sha256 = await sha256Hex(blob);
    return next({ blob, sha256, mediaType: 'audio/wav', thumbnail: null });
  };
  const works = [await noise(), await noise(), await noise()];
  for (const own of works) await addOwnWorks(owner(), [own]);
  await run();
  const [waiting, ...others] = await keeps();
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({ stage: 'needs-attention', error: { code: 'quota-exceeded' } });
  expect(await db.media.count()).toBe(3);
  const [first, second, third] = works;
  expect(await platformHas(first!.id)).toBe(true);
  await deleteNow(owner(), [first!.id, third!.id]);
  await run();
  await retryIntent(waiting!.id);
  await run();
  expect(await platformHas(second!.id)).toBe(true);
  expect(await platformHas(third!.id)).toBe(false);
  expect(await keeps()).toEqual([]);
});

test('whoever cancels it keeps the work on this device alone', async () => {
  const own = await next();
  fault = () => 'never-arrives';
  await addOwnWorks(owner(), [own]);
  await runOnce();
  const [row] = await keeps();
  await requestCancel(row!.id);
  fault = () => null;
  await run();
  expect(await platformHas(own.id)).toBe(false);
  expect(await getWork(own.id)).toMatchObject({ untold: true });
});

describe('a link to a work', () => {
  const links = () => readLinks(owner());
  const status = async (token = '') => (await platform.call('GET', `/s/${token}`)).status;
  const give = (id: WorkId, title = '', showsPrompt = false) =>
    askForLink(owner(), id, { title, showsPrompt });

  test('waits for the work to be there, comes once, and says something else when asked to', async () => {
    const own = await next();
    fault = () => 'never-arrives';
    await addOwnWorks(owner(), [own]);
    await give(own.id, 'offline');
    await runOnce();
    expect(await links()).toEqual([]);
    let isLost = false;
    fault = (name) => {
      if (name !== 'links_share' || isLost) return null;
      isLost = true;
      return 'lost-answer';
    };
    for (let round = 0; round < 3; round += 1) {
      await db.intents.toCollection().modify({ nextAttemptAtMs: 0 });
      await run();
    }
    const [link, ...others] = await links();
    expect(others).toEqual([]);
    expect(link).toMatchObject({ workId: own.id, title: 'offline', showsPrompt: false });
    expect(await status(link?.token)).toBe(200);
    await give(own.id, 'offline', true);
    await run();
    expect(await links()).toMatchObject([{ token: link?.token, showsPrompt: true }]);
  });

  test('is gone here at once when it is taken back, and there when the platform is told', async () => {
    const own = await next();
    await addOwnWorks(owner(), [own]);
    await run();
    await give(own.id);
    await run();
    const [link] = await links();
    fault = (name) => (name === 'links_revoke' ? 'never-arrives' : null);
    await takeLinkBack(owner(), own.id);
    await runOnce();
    expect(await links()).toEqual([]);
    expect(await status(link?.token)).toBe(200);
    // The list of another moment does not bring it back.
    await adoptLinks(owner(), [link!]);
    expect(await links()).toEqual([]);
    fault = () => null;
    await run();
    expect(await status(link?.token)).toBe(410);
  });

  test('that never left is only withdrawn', async () => {
    const own = await next();
    await addOwnWorks(owner(), [own]);
    await run();
    calls = [];
    await give(own.id);
    await takeLinkBack(owner(), own.id);
    await run();
    expect(calls).toEqual([]);
    expect(await listIntents(owner())).toEqual([]);
  });

  test('of a work that the platform does not keep is refused in words', async () => {
    const own = await next();
    await addOwnWorks(owner(), [own]);
    const [row] = await keeps();
    await requestCancel(row!.id);
    await give(own.id);
    await run();
    expect(await getLinkState(owner(), own.id)).toMatchObject({
      link: null,
      intent: { stage: 'failed', error: { code: 'not-found' } },
    });
  });
});
