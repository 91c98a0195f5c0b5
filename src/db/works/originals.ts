import { liveQuery } from 'dexie';
import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import { isOpenStage, openStages } from '../../domain/intent.ts';
import type { FetchReason, SimpleIntent } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { isLeased } from '../intents/rules.ts';
import { newIntentBase, nextCreatedAtMs, reopen } from '../intents/rows.ts';
import type { Settings, WorkRow } from '../schema.ts';
import { getSetting } from '../settings.ts';

/** Intents that fetch originals. One row per reason; its list holds only what is still missing. */

export type FetchIntent = SimpleIntent<'fetch-originals'>;

/** Of the works that were opened, only the newest are fetched. Leafing through pictures must not fetch all of them. */
const openedMax = 2;
/** The setting "everything" plans originals in small batches, so that a change of it takes effect soon. */
const lotSize = 10;

async function fetchesOf(owner: UserKey): Promise<FetchIntent[]> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, 'fetch-originals', ''], [owner, 'fetch-originals', '\uffff'])
    .toArray();
  return rows.filter(
    (row): row is FetchIntent =>
      row.kind === 'fetch-originals' && (isOpenStage(row.stage) || row.stage === 'needs-attention'),
  );
}

async function fetchOf(owner: UserKey, why: FetchReason): Promise<FetchIntent | undefined> {
  return (await fetchesOf(owner)).find((row) => row.payload.why === why);
}

/** Whether the platform can be asked for a work's original. */
export function isFetchable(work: WorkRow): boolean {
  return work.onDevice === 0 && work.remote === 'kept';
}

/** Generations of this device whose results come home by themselves. Inside the caller's transaction. */
export async function comingHome(owner: UserKey): Promise<ReadonlySet<IntentId>> {
  const ids = await db.intents
    .where('[owner+kind+stage]')
    .anyOf(openStages.map((stage) => [owner, 'generate', stage]))
    .primaryKeys();
  return new Set(ids);
}

/** Works whose originals have to be fetched for them to be here. Inside the caller's transaction. */
async function missingOf(owner: UserKey, works: readonly WorkRow[]): Promise<WorkId[]> {
  const coming = await comingHome(owner);
  return works
    .filter((work) => isFetchable(work) && !(work.intentId && coming.has(work.intentId)))
    .map((work) => work.id);
}

/** Writes the list of a reason; an empty one needs no row. Inside the caller's transaction. */
async function writeList(
  owner: UserKey,
  why: FetchReason,
  change: (ids: readonly WorkId[]) => WorkId[],
  nowMs: number,
): Promise<void> {
  const known = await fetchOf(owner, why);
  const workIds = [...new Set(change(known?.payload.workIds ?? []))];
  if (known) {
    known.payload.workIds = workIds;
    // A host is working on the row. It sees the empty list and ends the row itself.
    if (workIds.length === 0 && !isLeased(known, nowMs)) await db.intents.delete(known.id);
    else {
      if (!isOpenStage(known.stage)) reopen(known, 'saved', nowMs, 'list-extended');
      await db.intents.put(known);
    }
    return;
  }
  if (workIds.length === 0) return;
  const createdAtMs = await nextCreatedAtMs(owner, nowMs);
  await db.intents.add({
    ...newIntentBase(owner, createdAtMs),
    kind: 'fetch-originals',
    payload: { workIds, why },
  });
}

/** A work was opened: its original is fetched before all others. */
export async function openOriginal(
  owner: UserKey,
  id: WorkId,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const work = await db.works.get(id);
      if (!work || (await missingOf(owner, [work])).length === 0) return;
      await writeList(owner, 'opened', (ids) => [id, ...ids].slice(0, openedMax), nowMs);
    }),
  );
}

/** The work was closed. The bytes that have arrived stay for the next time. */
export async function leaveOriginal(
  owner: UserKey,
  id: WorkId,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const known = await fetchOf(owner, 'opened');
      if (!known?.payload.workIds.includes(id)) return;
      await writeList(owner, 'opened', (ids) => ids.filter((one) => one !== id), nowMs);
    }),
  );
}

/** Pins originals to this device: they are fetched, and never removed to free room. */
export async function pinOriginals(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const rows = (await db.works.bulkGet([...ids])).flatMap((work) =>
        work?.owner === owner ? [work] : [],
      );
      await db.works.bulkPut(rows.map((work) => ({ ...work, pinned: 1 as const })));
      const missing = await missingOf(owner, rows);
      if (missing.length === 0) return;
      await writeList(owner, 'pinned', (known) => [...known, ...missing], nowMs);
    }),
  );
}

/** Takes `pinOriginals` back; what is here stays until room is wanted. */
export async function unpinOriginals(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      await db.works
        .where('id')
        .anyOf([...ids])
        .modify((work) => {
          work.pinned = 0;
        });
      const gone = new Set(ids);
      await writeList(owner, 'pinned', (known) => known.filter((id) => !gone.has(id)), nowMs);
    }),
  );
}

/** Sets which originals are fetched by themselves. Fetches for the setting before are ended. */
export async function setKeepOriginals(
  owner: UserKey | null,
  value: Settings['keepOriginals'],
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.settings, db.intents], async () => {
      await db.settings.put({ key: 'keepOriginals', value });
      if (owner && value !== 'all') await writeList(owner, 'all', () => [], nowMs);
    }),
  );
}

/**
 * With the setting "everything": puts the next lot of originals in line, the newest first.
 * @returns how many; 0 when nothing is missing or a lot is still under way
 */
export async function planOriginals(owner: UserKey, nowMs: number = Date.now()): Promise<number> {
  return guardStorage(() =>
    db.transaction('rw', [db.settings, db.works, db.intents], async () => {
      if ((await getSetting('keepOriginals')) !== 'all') return 0;
      // An intent that needs the person's attention, e.g. because the disk is full, is not restarted without them.
      if (await fetchOf(owner, 'all')) return 0;
      const coming = await comingHome(owner);
      const missing = await db.works
        .where('[owner+onDevice+createdAtMs]')
        .between([owner, 0, -Infinity], [owner, 0, Infinity])
        .reverse()
        .filter((work) => isFetchable(work) && !(work.intentId && coming.has(work.intentId)))
        .limit(lotSize)
        .primaryKeys();
      await writeList(owner, 'all', () => missing, nowMs);
      return missing.length;
    }),
  );
}

/** The intent that fetches a work's original, for the view of that work. */
export async function getFetch(owner: UserKey, id: WorkId): Promise<FetchIntent | null> {
  const rows = await fetchesOf(owner);
  return rows.find((row) => row.payload.workIds.includes(id)) ?? null;
}

/**
 * Calls back once when a work is no longer the one to fetch: it left the list, or another work was opened.
 * @returns the way to stop watching
 */
export function watchFetch(intent: FetchIntent, id: WorkId, callback: () => void): () => void {
  const { id: intentId } = intent as { id: IntentId };
  const isWanted = (row: FetchIntent) =>
    row.payload.why === 'opened' ? row.payload.workIds[0] === id : row.payload.workIds.includes(id);
  const subscription = liveQuery(async () => db.intents.get(intentId)).subscribe((row) => {
    if (row?.kind === 'fetch-originals' && isWanted(row)) return;
    subscription.unsubscribe();
    callback();
  });
  return () => {
    subscription.unsubscribe();
  };
}
