import type { Publication } from '../../domain/gallery.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { getOwnCache } from '../caches.ts';
import { putOwnCache } from '../keep-answers.ts';
import { db, guardStorage } from '../database.ts';
import { addIntent } from '../intents/rows.ts';
import { givingIntents, leavingWorks, replaceEarlier } from './given.ts';
import { openKeepsOf } from './untold.ts';

/** Places of a person's works in the gallery: asked for and given up by the queue, known from the platform's answers. */

type PublishIntent = SimpleIntent<'publish-work' | 'unpublish-work'>;

const publishKinds = ['publish-work', 'unpublish-work'] as const;

const intentsOf = (owner: UserKey, workId: WorkId): Promise<PublishIntent[]> =>
  givingIntents(owner, publishKinds, workId);

/** Asks for a place in the gallery, or has the one that there is say something else. The person has agreed to it. */
export async function publish(
  owner: UserKey,
  workId: WorkId,
  words: { title: string; categoryId: number },
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.intents, db.caches, db.settings], async () => {
      const work = await db.works.get(workId);
      if (work?.deletedAtMs !== null || work.owner !== owner) return;
      const after = [
        ...(await replaceEarlier(await intentsOf(owner, workId), nowMs)),
        ...(await openKeepsOf(owner, [work])),
      ];
      await addIntent(owner, 'publish-work', { workId, ...words }, nowMs, { after });
    }),
  );
}

/** Takes a work out of the gallery: here it is so at once. What never left is only withdrawn. */
export async function unpublish(
  owner: UserKey,
  workId: WorkId,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.intents, db.caches, db.settings], async () => {
      const known = await readPublications(owner);
      const after = await replaceEarlier(await intentsOf(owner, workId), nowMs);
      const isThere = known.some((place) => place.workId === workId);
      if (!isThere && after.length === 0) return;
      await writePublications(
        owner,
        known.filter((place) => place.workId !== workId),
      );
      await addIntent(owner, 'unpublish-work', { workId }, nowMs, { after });
    }),
  );
}

/** Places as this device knows them, the newest first. */
export async function readPublications(owner: UserKey): Promise<Publication[]> {
  return (await getOwnCache(owner, 'publications'))?.value ?? [];
}

/** Inside the caller's transaction over `caches` and `settings`, if there is one. */
export async function writePublications(
  owner: UserKey,
  publications: readonly Publication[],
): Promise<void> {
  await putOwnCache(owner, 'publications', [...publications]);
}

/** What the platform says of all places. One that is being given up here is not brought back by it. */
export async function adoptPublications(
  owner: UserKey,
  publications: readonly Publication[],
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.intents, db.caches, db.settings], async () => {
      const gone = await leavingWorks(owner, 'unpublish-work');
      await writePublications(
        owner,
        publications.filter((place) => !gone.has(place.workId as WorkId)),
      );
    }),
  );
}

/** A work's place in the gallery, and what is under way with it. */
export interface PublicationState {
  publication: Publication | null;
  intent: PublishIntent | null;
}

export async function getPublicationState(
  owner: UserKey,
  workId: WorkId,
): Promise<PublicationState> {
  const publications = await readPublications(owner);
  const intents = await intentsOf(owner, workId);
  return {
    publication: publications.find((place) => place.workId === workId) ?? null,
    intent: intents.at(-1) ?? null,
  };
}
