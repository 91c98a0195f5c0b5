import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { users } from '../../../server/accounts/tables.ts';
import { files } from '../../../server/files/tables.ts';
import { changeHeads, works, workTombstones } from '../../../server/works/tables.ts';
import { changeWorks } from '../../../server/works/change.ts';
import { worksChanges } from '../../../src/api/contract/sync.ts';
import type { OkOf } from '../../../src/api/contract/endpoint.ts';
import { seededRandom } from '../../faults/rules.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

type Changes = OkOf<typeof worksChanges>['data'];

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

async function changes(
  person: Person,
  body: { cursor?: string | null; before?: string | null; limit?: number } = {},
): Promise<Changes> {
  const answer = await platform.call('POST', worksChanges.path, { person, body });
  expect(answer.status).toBe(200);
  return worksChanges.ok.schema.parse(answer.body).data;
}

async function make(person: Person, count: number): Promise<string[]> {
  const { body } = await platform.generate(person, 'a vase', { n: count });
  const { generations } = (await platform.ended(person, body.id as string)).body;
  return (generations as { id: string }[]).map((work) => work.id);
}

const remove = (person: Person, ids: string[]) =>
  platform.call('POST', '/api/v2/works_delete', { person, body: { image_ids: ids } });

/** What a device knows: it applies every page to what it has. */
class Device {
  readonly known = new Map<string, Changes['works'][number]>();
  cursor: string | null = null;
  calls = 0;

  readonly person: Person;

  constructor(person: Person) {
    this.person = person;
  }

  async pull(limit = 200): Promise<boolean> {
    this.calls += 1;
    const page = await changes(this.person, { cursor: this.cursor, limit });
    let before = page.before;
    this.apply(page);
    while (before !== null) {
      const next = await changes(this.person, { cursor: page.cursor, before, limit });
      this.apply(next);
      before = next.before;
    }
    this.cursor = page.cursor;
    return page.more;
  }

  apply(page: Changes): void {
    for (const work of page.works) this.known.set(work.image_id, work);
    for (const id of page.gone) this.known.delete(id);
  }
}

test('a new device gets everything from the newest work down, then only what changed', async () => {
  const person = await platform.register(100);
  const made = [...(await make(person, 4)), ...(await make(person, 3))];
  const first = await changes(person, { limit: 3 });
  expect(first.works.map((work) => work.image_id)).toEqual(made.toReversed().slice(0, 3));
  const second = await changes(person, { cursor: first.cursor, before: first.before, limit: 3 });
  const third = await changes(person, { cursor: first.cursor, before: second.before, limit: 3 });
  expect([...second.works, ...third.works].map((work) => work.image_id)).toEqual(
    made.toReversed().slice(3),
  );
  expect(third.before).toBeNull();
  expect(first.works[0]).toMatchObject({ starred: 0, original: 'kept', prompt: 'a vase' });
  expect(first.works[0]?.thumbhash).toMatch(/^[\w-]{8,}$/);

  const nothing = await changes(person, { cursor: first.cursor });
  expect(nothing).toEqual({
    works: [],
    gone: [],
    albums: null,
    cursor: first.cursor,
    before: null,
    more: false,
    reset: false,
  });
  const [newest = ''] = await make(person, 1);
  await remove(person, [made[0] ?? '']);
  await platform.call('POST', '/api/v2/works_favourite', {
    person,
    body: { image_ids: [made[1]], starred: 1 },
  });
  const later = await changes(person, { cursor: first.cursor });
  expect(later.works.map((work) => [work.image_id, work.starred])).toEqual([
    [newest, 0],
    [made[1], 1],
  ]);
  expect(later.gone).toEqual([made[0]]);
  expect((await changes(person, { cursor: later.cursor })).works).toEqual([]);
});

test('a favourite that changes nothing is no change', async () => {
  const person = await platform.register();
  const ids = await make(person, 2);
  const { cursor } = await changes(person);
  await remove(person, [randomUUID()]);
  await platform.database.update(works).set({ starred: false }).where(inArray(works.id, ids));
  expect((await changes(person, { cursor })).cursor).toBe(cursor);
});

test('one person’s changes are nobody else’s', async () => {
  const [one, other] = [await platform.register(), await platform.register()];
  const [work = ''] = await make(one, 1);
  const { cursor } = await changes(one);
  expect(await changes(other)).toMatchObject({ works: [], gone: [] });
  await make(other, 1);
  expect((await changes(one, { cursor })).works).toEqual([]);
  // Somebody else's place is an unknown one.
  expect(await changes(other, { cursor })).toMatchObject({ reset: true });
  await remove(other, [work]);
  expect((await changes(one, { cursor })).gone).toEqual([]);
});

test('a place that the platform does not know begins anew', async () => {
  const person = await platform.register();
  const ids = await make(person, 2);
  const { cursor } = await changes(person);
  const [epoch = ''] = cursor.split('.');
  for (const strange of ['nonsense', `${randomUUID()}.1`, `${epoch}.999`]) {
    const answer = await changes(person, { cursor: strange });
    expect(answer.reset, strange).toBe(true);
    expect(answer.works.map((work) => work.image_id)).toEqual(ids.toReversed());
    expect(answer.cursor).toBe(cursor);
  }
});

test('an account that is removed takes its changes along', async () => {
  const person = await platform.register();
  const ids = await make(person, 2);
  await remove(person, ids.slice(0, 1));
  await platform.database.delete(works).where(eq(works.userId, person.uid));
  await make(person, 1);
  const { database } = platform;
  // Foreign keys of other tables are not this test's subject.
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`delete from works where user_id = ${person.uid}`);
    await transaction.execute(sql`delete from users where id = ${person.uid}`);
  });
  expect(await database.select().from(users).where(eq(users.id, person.uid))).toEqual([]);
  const left = await database
    .select()
    .from(workTombstones)
    .where(eq(workTombstones.userId, person.uid));
  expect(left).toEqual([]);
});

for (const seed of [1, 2, 3]) {
  test(`a device that asks all the time misses nothing of what is committed meanwhile (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const person = await platform.register(100);
    await make(person, 2);
    const { database } = platform;
    const [parent] = await database.select().from(works).where(eq(works.userId, person.uid));
    if (!parent) throw new Error('no work was made');
    let index = 100;
    const alive: string[] = [];

    /** One transaction of a server process, that may commit long after it took its numbers. */
    async function write(): Promise<void> {
      const kind = below(4);
      const waits = [below(6), below(6)];
      const chosen = alive.splice(below(alive.length), kind === 3 ? 2 : 0);
      const starred = alive.slice(0, 3);
      const count = 1 + below(3);
      const added = Array.from({ length: count }, () => ({
        id: randomUUID(),
        index: (index += 1),
      }));
      // As the platform does: what changes rows that are there takes the lock first.
      const run: typeof database.transaction =
        kind < 2
          ? (work) => database.transaction(work)
          : (work) => changeWorks(database, person.uid, work);
      await run(async (transaction) => {
        if (kind === 3) {
          if (chosen.length > 0)
            await transaction.delete(works).where(inArray(works.id, chosen.toSorted()));
        } else if (kind === 2) {
          for (const id of starred.toSorted()) {
            await transaction
              .update(works)
              .set({ starred: sql`not ${works.starred}` })
              .where(eq(works.id, id));
          }
        } else {
          for (const one of added) {
            const fileId = randomUUID();
            await transaction.insert(files).values({
              id: fileId,
              userId: person.uid,
              extension: 'png',
              mediaType: 'image/png',
              bytes: 1,
              sha256: 'x',
              width: 1,
              height: 1,
            });
            const { seq: _seq, ...rest } = parent as typeof parent & { seq: number };
            await transaction.insert(works).values({ ...rest, ...one, fileId });
            await sleep(waits[0] ?? 0);
          }
        }
        await sleep(waits[1] ?? 0);
      });
      if (kind < 2) alive.push(...added.map((one) => one.id));
    }

    const device = new Device(person);
    let isWriting = true;
    const reading = (async () => {
      while (isWriting) await device.pull(1 + below(5));
    })();
    reading.catch(() => undefined);
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let turn = 0; turn < 20; turn += 1) await write();
      }),
    );
    isWriting = false;
    await reading;
    while (await device.pull());

    const truth = await database.select().from(works).where(eq(works.userId, person.uid));
    expect(device.calls).toBeGreaterThan(20);
    expect([...device.known.keys()].toSorted()).toEqual(truth.map((work) => work.id).toSorted());
    for (const work of truth) {
      expect(device.known.get(work.id)?.starred).toBe(work.starred ? 1 : 0);
    }
    // Numbers are taken one by one, and none is lost.
    const [head] = await database
      .select()
      .from(changeHeads)
      .where(eq(changeHeads.userId, person.uid));
    const graves = await database
      .select()
      .from(workTombstones)
      .where(eq(workTombstones.userId, person.uid));
    const numbers = [...truth, ...graves].map((row) => row.changeSeq);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.max(...numbers)).toBe(head?.seq);
  });
}
