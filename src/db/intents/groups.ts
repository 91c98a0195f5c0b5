import type { GroupId, UserKey, WorkId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import type { GenerateIntent, GroupPlace, Intent } from '../../domain/intent.ts';
import { changedTables } from './local-effects.ts';
import { db, guardStorage } from '../database.ts';
import { newId } from '../ids.ts';
import type { DraftRow, GroupRow, WorkRow } from '../schema.ts';
import { takeOut, type NewGenerate } from './intents.ts';
import { putBack } from './request-actions.ts';
import { newGenerateIntent, nextCreatedAtMs, requireSources } from './rows.ts';
import { isUnsent } from './rules.ts';

export interface NewGroup {
  /** Fixed where one press may be carried out twice: the second time finds the group of the first. */
  id?: GroupId;
  owner: UserKey;
  group: Omit<GroupRow, 'id' | 'owner' | 'createdAtMs' | 'cells'>;
  /** In the order in which they are to leave. */
  requests: (Pick<NewGenerate, 'payload' | 'sources'> & { cell: number })[];
  /** Written in the same transaction, so that a reload shows the form as it was sent. */
  draft?: Omit<DraftRow, 'owner' | 'updatedAtMs'>;
}

/** Groups of which neither a request nor a work is left: nothing leads to them any more. */
async function removeEmptyGroups(owner: UserKey): Promise<void> {
  for (const id of await db.groups.where('owner').equals(owner).primaryKeys()) {
    const left =
      (await db.intents.where('group.id').equals(id).count()) ||
      (await db.works.where('group.id').equals(id).count()) ||
      (await db.bin.where('group.id').equals(id).count());
    if (left === 0) await db.groups.delete(id);
  }
}

/**
 * Keeps all requests of one press in compare mode, or none of them; from here on each is an ordinary request of the
 * queue. Under an id that is already there, nothing is written.
 * @throws KilnError `source-missing` when a source is no longer on the device, `storage-full`
 */
export async function saveGroup(wanted: NewGroup, nowMs: number = Date.now()): Promise<GroupRow> {
  const { owner, requests, draft } = wanted;
  return guardStorage(() =>
    db.transaction(
      'rw',
      [db.groups, db.intents, db.works, db.bin, db.personalDrafts, db.media],
      async () => {
        const earlier = wanted.id ? await db.groups.get(wanted.id) : undefined;
        if (earlier) return earlier;
        await removeEmptyGroups(owner);
        await requireSources(requests.flatMap(({ sources }) => sources));
        const createdAtMs = await nextCreatedAtMs(owner, nowMs);
        const id = wanted.id ?? (newId(createdAtMs) as GroupId);
        const cells = requests.map(({ cell }) => cell);
        const group = { ...wanted.group, id, owner, createdAtMs, cells };
        await db.groups.add(group);
        await db.intents.bulkAdd(
          requests.map(({ payload, sources, cell }, index) => ({
            // Each in its own millisecond: the queue sends in this order.
            ...newGenerateIntent(owner, { ...payload, sources }, createdAtMs + index),
            group: { id, cell },
          })),
        );
        if (draft) await db.personalDrafts.put({ ...draft, owner, updatedAtMs: nowMs });
        return group;
      },
    ),
  );
}

/** A group with what is left of its requests and of the works that they became. */
export interface GroupWithMembers {
  group: GroupRow;
  requests: GenerateIntent[];
  works: WorkRow[];
}

/** @returns null when this device has no such group, or it is somebody else's */
export async function readGroup(owner: UserKey, id: GroupId): Promise<GroupWithMembers | null> {
  return db.transaction('r', [db.groups, ...changedTables()], async () => {
    const group = await db.groups.get(id);
    if (group?.owner !== owner) return null;
    const [requests, works] = await Promise.all([
      db.intents.where('group.id').equals(id).toArray(),
      db.works.where('group.id').equals(id).toArray(),
    ]);
    return {
      group,
      requests: requests.filter((row) => row.kind === 'generate'),
      works,
    };
  });
}

/** What `removeGroup` took away, for `putGroupBack`. */
export interface RemovedGroup {
  group: GroupRow;
  requests: Intent[];
  places: { id: WorkId; place: GroupPlace }[];
}

/**
 * Takes a group and its requests out of the queue. Its works stay, each by itself. Sources stay until somebody calls
 * `removeUnusedSources`.
 * @returns null when it is gone, or one of its requests is on its way and has to be cancelled first
 */
export async function removeGroup(
  id: GroupId,
  nowMs: number = Date.now(),
): Promise<RemovedGroup | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.groups, ...changedTables()], async () => {
      const group = await db.groups.get(id);
      const rows = await db.intents.where('group.id').equals(id).toArray();
      if (!group || rows.some((row) => isOpenStage(row.stage) && !isUnsent(row, nowMs)))
        return null;
      const requests: Intent[] = [];
      for (const row of rows) {
        const taken = await takeOut(row.id, nowMs);
        if (taken) requests.push(taken);
      }
      const works = await db.works.where('group.id').equals(id).toArray();
      const places = works.flatMap((work) =>
        work.group ? [{ id: work.id, place: work.group }] : [],
      );
      await db.works.bulkPut(works.map(({ group: _place, ...work }) => work));
      // What comes out of the bin later stands by itself.
      const binned = await db.bin.where('group.id').equals(id).toArray();
      await db.bin.bulkPut(binned.map(({ group: _place, ...work }) => work));
      await db.groups.delete(id);
      return { group, requests, places };
    }),
  );
}

/** Puts a removed group back as it was. */
export async function putGroupBack(
  { group, requests, places }: RemovedGroup,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.groups, ...changedTables()], async () => {
      await db.groups.put(group);
      await putBack(requests, nowMs);
      for (const { id, place } of places) await db.works.update(id, { group: place });
    }),
  );
}
