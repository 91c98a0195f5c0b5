import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import type { Intent, IntentPayloads, SimpleIntent } from '../../domain/intent.ts';
import { db } from '../database.ts';
import { pendingWishes } from '../intents/lists.ts';
import type { WorkRow } from '../schema.ts';

/** What wishes about works are, and what the platform says about them (docs/adr/0012); `ratings.ts` has the verbs. */

export type RatingKind = 'set-favourite' | 'set-rating';
export type RatingIntent = SimpleIntent<RatingKind>;
/** Wishes about works of which the latest tap wins (docs/adr/0012). */
export type WishKind = RatingKind | 'set-binned';
export type WishIntent = SimpleIntent<WishKind>;

export function isWish(intent: Intent): intent is WishIntent {
  const { kind } = intent;
  return kind === 'set-favourite' || kind === 'set-rating' || kind === 'set-binned';
}
/** 0 and 1 for a favourite; 0, which is none, to 5 for a rating. */
export type RatingValue<Kind extends RatingKind> = IntentPayloads[Kind]['value'];

export function readRating(work: WorkRow, kind: RatingKind): number {
  return kind === 'set-favourite' ? work.starred : work.rating;
}

export function writeRating(work: WorkRow, kind: RatingKind, value: number): void {
  if (kind === 'set-favourite') {
    work.starred = value > 0 ? 1 : 0;
  } else {
    work.rating = value;
    work.rated = value > 0 ? 1 : 0;
  }
}

/**
 * Writes what the platform says about ratings; an intent that has not arrived yet stays on top of it. Inside the
 * caller's transaction over `works` and `intents`.
 * @param except the intent that was just answered
 * @returns works whose rating changed here
 */
export async function adoptRatings(
  kind: RatingKind,
  owner: UserKey,
  values: ReadonlyMap<WorkId, number>,
  except: IntentId | null = null,
): Promise<WorkId[]> {
  const pending = await pendingWishes(owner, kind);
  const wished = new Set(
    pending
      .filter((row) => row.id !== except)
      .flatMap((row) => row.payload.works.map(({ id }) => id)),
  );
  const rows = await db.works.bulkGet([...values.keys()]);
  const changed = rows.flatMap((work) => {
    const value = work ? values.get(work.id) : undefined;
    if (!work || value === undefined || work.owner !== owner || wished.has(work.id)) return [];
    if (readRating(work, kind) === value) return [];
    writeRating(work, kind, value);
    return [work];
  });
  if (changed.length > 0) await db.works.bulkPut(changed);
  return changed.map((work) => work.id);
}
