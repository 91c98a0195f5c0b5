import type { JobId, UserKey, WorkId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { listUnseen } from './lists.ts';
import { getSession } from '../account/session.ts';
import { getOwnSetting, setOwnSetting } from '../settings.ts';

/** Requests that ended unseen, for badge and notification. */
export interface Ends {
  /** Ends the person has not seen, oldest first. */
  unseen: GenerateIntent[];
  /** Those of them that were not announced yet. */
  untold: GenerateIntent[];
}

/** Only requests of the person who is signed in: this device tells nothing about anyone else's. */
export async function readEnds(): Promise<Ends> {
  const session = await getSession();
  if (!session) return { unseen: [], untold: [] };
  const rows = await listUnseen(session.userKey);
  const unseen = rows.toSorted((left, right) => left.updatedAtMs - right.updatedAtMs);
  // This is read after the rows, so that a request which was announced meanwhile is not announced again.
  const toldUpToMs = await getOwnSetting(session.userKey, 'toldUpToMs');
  return { unseen, untold: unseen.filter((row) => row.updatedAtMs > toldUpToMs) };
}

/** A person's requests that ended up to this moment are not announced any more. */
export async function markTold(owner: UserKey, upToMs: number): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const toldUpToMs = await getOwnSetting(owner, 'toldUpToMs');
      if (upToMs > toldUpToMs) await setOwnSetting(owner, 'toldUpToMs', upToMs);
    }),
  );
}

/** How many ends the badge shows. */
export async function countUnseenEnds(): Promise<number> {
  return (await readEnds()).unseen.length;
}

/** The request of whoever is signed in that became a job. */
export async function getIntentOfJob(
  owner: UserKey,
  jobId: JobId,
): Promise<GenerateIntent | undefined> {
  const row = await db.intents.where('jobId').equals(jobId).first();
  return row?.kind === 'generate' && row.owner === owner ? row : undefined;
}

/** Opening a work marks the request that made it as seen. */
export async function markWorkSeen(id: WorkId): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const work = await db.works.get(id);
      const intent = work?.intentId ? await db.intents.get(work.intentId) : undefined;
      if (intent?.kind !== 'generate' || intent.stage !== 'done' || intent.seen) return;
      await db.intents.put({ ...intent, seen: true });
    }),
  );
}

/** Opening the history marks every finished request that made a work as seen. */
export async function markAllWorksSeen(owner: UserKey): Promise<void> {
  const done = (await listUnseen(owner)).filter((row) => row.stage === 'done');
  if (done.length === 0) return;
  await guardStorage(() =>
    db.intents
      .where('id')
      .anyOf(done.map((row) => row.id))
      .modify((row) => {
        if (row.kind === 'generate' && row.stage === 'done') row.seen = true;
      }),
  );
}
