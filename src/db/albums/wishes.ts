import { communityOwner } from '../../domain/community.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { addIntent } from '../intents/rows.ts';

/** What the platform has not heard of yet: it stays on top of what other devices did (docs/adr/0012). */

/** Whether there is somebody to tell: a device without a platform keeps its albums to itself. */
export const isTold = (owner: UserKey): boolean => owner !== communityOwner;

/** Says the opposite of what was taken back after it may have reached the platform. Inside the caller's transaction. */
export async function counterAlbumWish(intent: Intent, nowMs: number): Promise<void> {
  const { owner } = intent;
  if (intent.kind === 'change-album') {
    const { albumId, change, before } = intent.payload;
    const known = Object.entries(before).filter(
      ([name, value]) => name in change && !Number.isNaN(value),
    );
    const payload = { albumId, change: Object.fromEntries(known), before: change };
    await addIntent(owner, 'change-album', { ...payload, tappedAtMs: nowMs }, nowMs);
  } else if (intent.kind === 'collect-works') {
    const { collection, works, isIn } = intent.payload;
    const payload = { collection, works, isIn: !isIn, tappedAtMs: nowMs };
    await addIntent(owner, 'collect-works', payload, nowMs);
  }
}
