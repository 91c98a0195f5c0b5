import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { loadDraft } from '../../../src/db/drafts.ts';
import {
  putGroupBack,
  readGroup,
  removeGroup,
  saveGroup,
  type NewGroup,
} from '../../../src/db/intents/groups.ts';
import { removeEndedIntents, retryIntent } from '../../../src/db/intents/intents.ts';
import { getIntent, listOpenIntents } from '../../../src/db/intents/lists.ts';
import { duplicateIntent } from '../../../src/db/intents/request-actions.ts';
import type { GroupId, JobId, MediaId, UserKey } from '../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../src/domain/intent.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { putWorks, workId, workRow } from '../../fixtures/works.ts';

beforeEach(freshDevice);

function newGroup(count = 3, changes: Partial<NewGroup> = {}): NewGroup {
  return {
    owner,
    group: {
      jobType: 'Text2Img',
      axes: [{ kind: 'steps', ordinal: 0, values: [10, 20, 30] }],
      prompt: 'a lake',
      seed: '7',
      width: 16,
      height: 12,
    },
    requests: Array.from({ length: count }, (_, cell) => ({
      cell,
      payload: {
        jobType: 'Text2Img' as const,
        model: 'painter',
        place: 'platform' as const,
        modelLabel: { cn: '画师', en: 'Painter' },
        input: { prompt: 'a lake', steps: 10 * (cell + 1) },
        cost: 1,
        width: 16,
        height: 12,
      },
      sources: [],
    })),
    draft: { type: 'Text2Img', model: 'painter', input: { prompt: 'a lake' }, sources: [] },
    ...changes,
  };
}

async function membersOf(id: GroupId): Promise<GenerateIntent[]> {
  const requests = (await readGroup(owner, id))?.requests ?? [];
  return requests.toSorted((left, right) => left.createdAtMs - right.createdAtMs);
}

test('all requests of a press are kept with its form, leave one by one in their order, and the same press again adds nothing', async () => {
  const id = 'press' as GroupId;
  const group = await saveGroup(newGroup(3, { id }), 1_000);
  expect(await saveGroup(newGroup(3, { id }), 2_000)).toEqual(group);
  expect(await db.intents.count()).toBe(3);
  expect((await loadDraft(owner, 'Text2Img'))?.input).toEqual({ prompt: 'a lake' });
  const leaving = (await listOpenIntents(owner)) as GenerateIntent[];
  expect(leaving.map((row) => row.group?.cell)).toEqual([0, 1, 2]);
});

test('where one request cannot be kept, none is, and the form stays what it was', async () => {
  const wanted = newGroup();
  wanted.requests[2]!.sources = [{ field: 'image', mediaId: 'nowhere' as MediaId }];
  await expect(saveGroup(wanted)).rejects.toMatchObject({ code: 'source-missing' });
  expect([await db.intents.count(), await db.groups.count()]).toEqual([0, 0]);
  expect(await loadDraft(owner, 'Text2Img')).toBeUndefined();
});

test('a request keeps its place when it is tried again under a new identity; a copy of it stands by itself', async () => {
  const { id } = await saveGroup(newGroup());
  const [first] = await membersOf(id);
  await db.intents.put({ ...first!, stage: 'failed' });
  const again = (await retryIntent(first!.id)) as GenerateIntent;
  expect(again.id).not.toBe(first!.id);
  expect(again.group).toEqual({ id, cell: 0 });
  expect((await duplicateIntent(again.id))?.group).toBeUndefined();
  expect(await membersOf(id)).toHaveLength(3);
});

test('a group outlives the rows of its requests by its works, and is nobody else’s', async () => {
  const { id } = await saveGroup(newGroup(1));
  const [only] = await membersOf(id);
  await db.intents.put({ ...only!, stage: 'done', workIds: [workId(1)] });
  await putWorks({ ...workRow(1), owner, group: { id, cell: 0 } });
  await removeEndedIntents(owner);
  const left = await readGroup(owner, id);
  expect(left?.requests).toEqual([]);
  expect(left?.works.map((work) => work.group?.cell)).toEqual([0]);
  expect(await readGroup('2@kiln' as UserKey, id)).toBeNull();

  // The next press takes away groups of which nothing is left.
  await saveGroup(newGroup(1));
  expect(await db.groups.count()).toBe(2);
  await db.works.delete(workId(1));
  await saveGroup(newGroup(1));
  expect(await db.groups.get(id)).toBeUndefined();
});

test('a removed group leaves its works, each by itself, and comes back whole; one on its way is not removed', async () => {
  const { id } = await saveGroup(newGroup(2));
  const [first, second] = await membersOf(id);
  await db.intents.put({ ...first!, stage: 'done', workIds: [workId(1)] });
  await putWorks({ ...workRow(1), owner, group: { id, cell: 0 } });
  const before = await readGroup(owner, id);

  await db.intents.put({ ...second!, stage: 'running', jobId: 'job' as JobId });
  expect(await removeGroup(id)).toBeNull();
  await db.intents.put(second!);

  const removed = await removeGroup(id);
  expect(await db.intents.count()).toBe(0);
  expect((await db.works.get(workId(1)))?.group).toBeUndefined();
  expect(await readGroup(owner, id)).toBeNull();

  await putGroupBack(removed!);
  expect(await readGroup(owner, id)).toEqual(before);
  expect(await getIntent(second!.id)).toBeDefined();
});
