import type { SimpleIntent } from '../../domain/intent.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { WorkLink } from '../../domain/work-links.ts';
import { getOwnCache } from '../caches.ts';
import { putOwnCache } from '../keep-answers.ts';
import { db, guardStorage } from '../database.ts';
import { addIntent } from '../intents/rows.ts';
import { givingIntents, leavingWorks, replaceEarlier } from './given.ts';
import { openKeepsOf } from './untold.ts';

/** Links to works that a person gives: asked for and taken back by the queue, known from the platform's answers. */

type LinkIntent = SimpleIntent<'share-work' | 'unshare-work'>;

const linkKinds = ['share-work', 'unshare-work'] as const;

const linkIntentsOf = (owner: UserKey, workId: WorkId): Promise<LinkIntent[]> =>
  givingIntents(owner, linkKinds, workId);

/** Asks for a link to a work, or has the one that there is say something else. */
export async function askForLink(
  owner: UserKey,
  workId: WorkId,
  words: { title: string; showsPrompt: boolean },
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.intents, db.caches, db.settings], async () => {
      const work = await db.works.get(workId);
      if (work?.deletedAtMs !== null || work.owner !== owner) return;
      const after = [
        ...(await replaceEarlier(await linkIntentsOf(owner, workId), nowMs)),
        ...(await openKeepsOf(owner, [work])),
      ];
      await addIntent(owner, 'share-work', { workId, ...words }, nowMs, { after });
    }),
  );
}

/** Takes a work's link back: here it is gone at once. What never left is only withdrawn. */
export async function takeLinkBack(
  owner: UserKey,
  workId: WorkId,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.intents, db.caches, db.settings], async () => {
      const known = await readLinks(owner);
      const after = await replaceEarlier(await linkIntentsOf(owner, workId), nowMs);
      const isGiven = known.some((link) => link.workId === workId);
      if (!isGiven && after.length === 0) return;
      await writeLinks(
        owner,
        known.filter((link) => link.workId !== workId),
      );
      await addIntent(owner, 'unshare-work', { workId }, nowMs, { after });
    }),
  );
}

/** Links as this device knows them, the newest first. */
export async function readLinks(owner: UserKey): Promise<WorkLink[]> {
  return (await getOwnCache(owner, 'links'))?.value ?? [];
}

/** Inside the caller's transaction over `caches` and `settings`, if there is one. */
export async function writeLinks(owner: UserKey, links: readonly WorkLink[]): Promise<void> {
  await putOwnCache(owner, 'links', [...links]);
}

/** What the platform says of all links. One that is being taken back here is not brought back by it. */
export async function adoptLinks(owner: UserKey, links: readonly WorkLink[]): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.intents, db.caches, db.settings], async () => {
      const gone = await leavingWorks(owner, 'unshare-work');
      await writeLinks(
        owner,
        links.filter((link) => !gone.has(link.workId as WorkId)),
      );
    }),
  );
}

/** A work's link, and what is under way with it. */
export interface LinkState {
  link: WorkLink | null;
  intent: LinkIntent | null;
}

export async function getLinkState(owner: UserKey, workId: WorkId): Promise<LinkState> {
  const links = await readLinks(owner);
  const intents = await linkIntentsOf(owner, workId);
  return {
    link: links.find((link) => link.workId === workId) ?? null,
    intent: intents.at(-1) ?? null,
  };
}
