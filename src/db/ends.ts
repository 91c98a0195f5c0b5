import type { JobId, UserKey, WorkId } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { db, guardStorage } from './database.ts';
import { listUnseen } from './intents.ts';
import { getSession } from './session.ts';
import { getSetting, setSetting } from './settings.ts';

/** What ended while nobody looked, for badge and notification. */
export interface Ends {
  /** Ends the person has not seen, oldest first. */
  unseen: GenerateIntent[];
  /** Those among them of which nobody has been told yet. */
  untold: GenerateIntent[];
}

/** Ends of the person who is signed in; nobody else's are told on this device. */
export async function readEnds(): Promise<Ends> {
  const session = await getSession();
  if (!session) return { unseen: [], untold: [] };
  const rows = await listUnseen(session.userKey);
  const unseen = rows.toSorted((left, right) => left.updatedAtMs - right.updatedAtMs);
  // After the rows: what was told of meanwhile is not told again.
  const toldUpToMs = await getSetting('toldUpToMs');
  return { unseen, untold: unseen.filter((row) => row.updatedAtMs > toldUpToMs) };
}

/** Ends up to here need no more telling. */
export async function markTold(upToMs: number): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      if (upToMs > (await getSetting('toldUpToMs'))) await setSetting('toldUpToMs', upToMs);
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

/** Whoever looks at a work has seen the end of its making. */
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

/** Whoever looks at all works has seen every end that became one. */
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
