import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { endSession } from '../../../src/db/account/session.ts';
import { db } from '../../../src/db/database.ts';
import {
  beginMaking,
  keepMade,
  letGoOfMaking,
  noteMaking,
  stopMaking,
  watchDeviceLine,
  type DeviceLine,
} from '../../../src/db/intents/device-requests.ts';
import { requestCancel, retryIntent, saveGenerateIntent } from '../../../src/db/intents/intents.ts';
import { readWaiting } from '../../../src/db/intents/queue-summary.ts';
import { listWorks } from '../../../src/db/works/works.ts';
import { guestOwner } from '../../../src/domain/community.ts';
import { KilnError } from '../../../src/domain/errors.ts';
import type { IntentId, UserKey } from '../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../src/domain/intent.ts';
import type { ModelPlace } from '../../../src/domain/model.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { ownWork } from '../../fixtures/own-works.ts';
import { workId } from '../../fixtures/works.ts';

beforeEach(freshDevice);

const ask = (
  place: ModelPlace = 'device',
  input: GenerateIntent['payload']['input'] = { prompt: 'a hill', n: 2 },
  of: UserKey = owner,
) =>
  saveGenerateIntent({
    owner: of,
    payload: {
      jobType: 'Text2Img',
      model: 'device-tiny',
      place,
      modelLabel: { cn: '小', en: 'Tiny' },
      input,
      cost: 0,
      width: 16,
      height: 16,
    },
    sources: [],
  });
const rowOf = async (id: IntentId) => (await db.intents.get(id)) as GenerateIntent;
const begin = (id: IntentId) => beginMaking(id, { seed: '7', outputs: 2, waitSeconds: 4 });
const made = (number: number) => ownWork(number, { origin: 'generated' });

test('each picture is kept with the request that it was made for, and the last one ends it', async () => {
  const { id } = await ask();
  expect((await begin(id))?.payload.input['seed']).toBe('7');
  expect(await keepMade(id, await made(1), false)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ stage: 'running', workIds: [workId(1)] });
  // Another page goes on with the second one, from the same seed.
  await letGoOfMaking(id, true);
  expect(await rowOf(id)).toMatchObject({ stage: 'saved', progress: null, attempts: 1 });
  const again = await beginMaking(id, { seed: '99', outputs: 2, waitSeconds: 4 });
  expect(again).toMatchObject({ workIds: [workId(1)], payload: { input: { seed: '7' } } });
  expect(await keepMade(id, await made(2), true)).toBe(true);
  expect(await rowOf(id)).toMatchObject({
    stage: 'done',
    workIds: [workId(1), workId(2)],
    attempts: 0,
  });
  const works = await listWorks({ owner, order: 'newest', limit: 5 });
  expect(works.map((work) => [work.id, work.origin, work.untold, work.jobId])).toEqual([
    [workId(2), 'generated', true, null],
    [workId(1), 'generated', true, null],
  ]);
  // The platform is to have them, too.
  expect(await db.intents.filter(({ kind }) => kind === 'keep-work').count()).toBe(2);
});

test('the same picture made twice is two works', async () => {
  const [one, other] = [await ask(), await ask()];
  await begin(one.id);
  await begin(other.id);
  const { blob, sha256 } = await made(1);
  await keepMade(one.id, { ...(await made(1)), blob, sha256 }, true);
  await keepMade(other.id, { ...(await made(2)), blob, sha256 }, true);
  expect(await listWorks({ owner, order: 'newest', limit: 5 })).toHaveLength(2);
});

test('what was cancelled meanwhile is not kept, and can be asked for once more', async () => {
  const { id } = await ask();
  await begin(id);
  await requestCancel(id);
  expect((await rowOf(id)).stage).toBe('cancelled');
  expect(await keepMade(id, await made(1), true)).toBe(false);
  await noteMaking(id, { outputs: 2, percent: 50, waitSeconds: 1, preview: null });
  await letGoOfMaking(id, false);
  expect(await rowOf(id)).toMatchObject({ stage: 'cancelled', workIds: [] });
  expect(await listWorks({ owner, order: 'newest', limit: 5 })).toEqual([]);
  const retried = await retryIntent(id);
  expect(retried).toMatchObject({ stage: 'saved', kind: 'generate' });
});

test('progress only rises, and why it can’t be made is told', async () => {
  const { id } = await ask();
  await begin(id);
  const note = (percent: number) =>
    noteMaking(id, { outputs: 2, percent, waitSeconds: 3, preview: 1 });
  await note(40);
  await note(20);
  expect((await rowOf(id)).progress).toMatchObject({ percent: 40, total: 2, preview: 1 });
  await note(100);
  expect((await rowOf(id)).progress?.percent).toBe(99.99);
  expect(await stopMaking(id, new KilnError('too-little-memory', { retryable: true }))).toBe(true);
  expect(await rowOf(id)).toMatchObject({
    stage: 'needs-attention',
    error: { code: 'too-little-memory' },
  });
});

test('a line has who is here, signed in or not, and nothing that goes elsewhere', async () => {
  await ask('platform');
  const { id } = await ask();
  const guest = guestOwner as UserKey;
  const { id: guests } = await ask('device', { prompt: 'mine' }, guest);
  const lines: DeviceLine[] = [];
  const stop = watchDeviceLine((line) => lines.push(line));
  await expect.poll(() => lines.at(-1)?.rows.map((row) => row.id)).toEqual([id]);
  await endSession();
  await expect.poll(() => lines.at(-1)?.rows.map((row) => row.id)).toEqual([guests]);
  stop();
});

test('what waits for this device does not wait for a network', async () => {
  await ask();
  await ask('platform');
  await db.settings.put({ key: 'deviceModels', value: [{ id: 'tiny' }] });
  expect((await readWaiting(owner)).requests).toBe(1);
});
