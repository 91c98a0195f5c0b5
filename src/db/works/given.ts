import { isOpenStage } from '../../domain/intent.ts';
import type { Intent } from '../../domain/intent.ts';
import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';
import { isUnsent } from '../intents/rules.ts';

/** What a person gives of a work to others and takes back: links, a place in the gallery. */

type GivingKind = 'share-work' | 'unshare-work' | 'publish-work' | 'unpublish-work';
type Giving<Kind extends GivingKind> = Extract<Intent, { kind: Kind }>;

/**
 * Wishes of these kinds about one work that are not carried out yet, or were refused; in the order in which they were
 * made. Inside the caller's transaction.
 */
export async function givingIntents<Kind extends GivingKind>(
  owner: UserKey,
  kinds: readonly Kind[],
  workId: WorkId,
): Promise<Giving<Kind>[]> {
  const lists = await Promise.all(
    kinds.map((kind) =>
      db.intents
        .where('[owner+kind+stage]')
        .between([owner, kind, ''], [owner, kind, '\uffff'])
        .toArray(),
    ),
  );
  const isWanted = (row: Intent): row is Giving<Kind> =>
    (kinds as readonly string[]).includes(row.kind) &&
    (row as Giving<GivingKind>).payload.workId === workId &&
    (isOpenStage(row.stage) || row.stage === 'needs-attention' || row.stage === 'failed');
  return lists
    .flat()
    .toSorted((left, right) => left.createdAtMs - right.createdAtMs)
    .filter(isWanted);
}

/** Removes wishes that never left. @returns the others, which have to be carried out before a new one */
export async function replaceEarlier(
  earlier: readonly Giving<GivingKind>[],
  nowMs: number,
): Promise<IntentId[]> {
  const isOver = (row: Giving<GivingKind>) => isUnsent(row, nowMs) || !isOpenStage(row.stage);
  await db.intents.bulkDelete(earlier.filter(isOver).map(({ id }) => id));
  return earlier.filter((row) => !isOver(row)).map(({ id }) => id);
}

/** Works that a wish on its way takes back already. */
export async function leavingWorks(owner: UserKey, kind: GivingKind): Promise<Set<WorkId>> {
  const leaving = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, kind, ''], [owner, kind, '\uffff'])
    .filter((row) => isOpenStage(row.stage))
    .toArray();
  return new Set(leaving.map((row) => (row as Giving<GivingKind>).payload.workId));
}
