import type { UserKey, WorkId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { dropDownloads } from '../media/drop-downloads.ts';
import { newId } from '../ids.ts';
import { newIntentBase, nextCreatedAtMs, reopen } from '../intents/rows.ts';
import type { MediaRow } from '../schema.ts';
import { getSetting } from '../settings.ts';
import { saveWorks } from './works.ts';
import { workMediaId } from './purge.ts';
import type { NewWork } from './works.ts';

/** What lies on this device, and what the platform is told about it (docs/adr/0010). */

type ListKind = 'acknowledge-works' | 'release-works';

/** This browser's own name towards the platform; made when it is first needed. */
export async function getDeviceId(nowMs: number = Date.now()): Promise<string> {
  return guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const known = await getSetting('deviceId');
      if (known) return known;
      const made = newId(nowMs);
      await db.settings.put({ key: 'deviceId', value: made });
      return made;
    }),
  );
}

/** Intents of a kind that are not carried out yet. Inside the caller's transaction. */
async function openLists(kind: ListKind, owner: UserKey): Promise<SimpleIntent<ListKind>[]> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, kind, ''], [owner, kind, '\uffff'])
    .toArray();
  return rows.filter(
    (row): row is SimpleIntent<ListKind> =>
      row.kind === kind && (isOpenStage(row.stage) || row.stage === 'needs-attention'),
  );
}

/** Adds works to the waiting intent of a kind, or creates one. Inside the caller's transaction. */
async function addToList(
  kind: ListKind,
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number,
): Promise<void> {
  if (ids.length === 0) return;
  // An original that is released must not be acknowledged afterwards.
  const after =
    kind === 'release-works'
      ? (await openLists('acknowledge-works', owner)).map((row) => row.id)
      : [];
  const [known] = await openLists(kind, owner);
  if (known) {
    known.payload.workIds = [...new Set([...known.payload.workIds, ...ids])];
    known.after = [...new Set([...known.after, ...after])];
    if (!isOpenStage(known.stage)) reopen(known, 'saved', nowMs, 'list-extended');
    await db.intents.put(known);
    return;
  }
  const createdAtMs = await nextCreatedAtMs(owner, nowMs);
  await db.intents.add({
    ...newIntentBase(owner, createdAtMs),
    after,
    kind,
    payload: { workIds: [...new Set(ids)] },
  });
}

/**
 * Writes a work with its verified original, and the intent that tells the platform. What the device knows about
 * the work already, from other devices or the person, stays. Inside a transaction over all tables of works
 * and `intents`.
 */
export async function saveArrival(arrival: NewWork, nowMs: number = Date.now()): Promise<void> {
  const { work } = arrival;
  // Another device may have put it into the bin before it came here.
  const binned = await db.bin.get(work.id);
  const known = binned ?? (await db.works.get(work.id));
  const kept = known && {
    starred: known.starred,
    rated: known.rated,
    rating: known.rating,
    pinned: known.pinned,
    deletedAtMs: known.deletedAtMs,
  };
  await saveWorks([{ ...arrival, work: { ...work, ...kept } }]);
  if (binned) {
    await db.works.delete(work.id);
    await db.bin.put({ ...work, ...kept, binnedAtMs: binned.binnedAtMs });
  }
  await dropDownloads([workMediaId(work.id)]);
  if (arrival.media) await addToList('acknowledge-works', work.owner, [work.id], nowMs);
}

/**
 * Keeps the original of a work that is known here already.
 * @returns false when the work has gone meanwhile
 */
export async function saveOriginal(
  id: WorkId,
  media: MediaRow,
  thumbnail: NewWork['thumbnail'],
  nowMs: number = Date.now(),
): Promise<boolean> {
  const work = await db.works.get(id);
  if (!work) return false;
  const small = thumbnail && work.thumbnailWanted !== 0 ? { thumbnailWanted: 0 as const } : null;
  await saveArrival(
    { work: { ...work, onDevice: 1, ...small }, media, thumbnail: small && thumbnail },
    nowMs,
  );
  return true;
}

/** The platform says that it lets go of these originals, or does not know them. */
export async function noteRemote(
  ids: readonly WorkId[],
  remote: 'expired' | 'absent',
): Promise<void> {
  await db.works
    .where('id')
    .anyOf([...ids])
    .modify((work) => {
      work.remote = remote;
      work.expiresAtMs = null;
    });
}

/**
 * Makes room: the originals go from this device as soon as the platform has said that it keeps them. Those it
 * no longer has, and those the person wants here, stay.
 * @returns how many were asked for
 */
export async function releaseOriginals(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<number> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const rows = await db.works.bulkGet([...new Set(ids)]);
      const free = rows.flatMap((work) =>
        work?.owner === owner && work.onDevice === 1 && work.pinned === 0 && work.remote === 'kept'
          ? [work.id]
          : [],
      );
      await addToList('release-works', owner, free, nowMs);
      return free.length;
    }),
  );
}

/** What the platform answered to a release. Inside a transaction over `works` and `media`. */
export async function settleRelease(
  answers: readonly { id: WorkId; kept: boolean; expiresAtMs: number | null }[],
): Promise<void> {
  const rows = await db.works.bulkGet(answers.map(({ id }) => id));
  for (const [index, work] of rows.entries()) {
    const answer = answers[index];
    if (!work || !answer) continue;
    if (!answer.kept) await noteRemote([work.id], 'expired');
    else {
      await db.works.update(work.id, { expiresAtMs: answer.expiresAtMs });
      // The person pinned it while the answer was on its way, so it stays.
      if (work.pinned === 1) continue;
      await db.media.delete(workMediaId(work.id));
      await db.works.update(work.id, { onDevice: 0 });
    }
  }
}
