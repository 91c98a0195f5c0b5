import { liveQuery } from 'dexie';
import { getOriginal } from '../media/media.ts';
import { getFetch, leaveOriginal, openOriginal } from './originals.ts';
import type { WorkRow } from '../schema.ts';

/** How long to wait for an original before giving up. */
const patienceMs = 60_000;

/**
 * Waits until a work's original is on this device.
 * @returns false when it cannot be had now
 */
export async function bringHere({ id, owner, remote }: WorkRow): Promise<boolean> {
  const isHere = async () => (await getOriginal(id)) !== undefined;
  if (await isHere()) return true;
  if (remote !== 'kept' || !navigator.onLine) return false;
  await openOriginal(owner, id);
  const came = await new Promise<boolean>((resolve) => {
    const end = (result: boolean) => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve(result);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    const subscription = liveQuery(async () => {
      const fetch = await getFetch(owner, id);
      return { isHere: await isHere(), isStopped: fetch?.stage === 'needs-attention' };
    }).subscribe({
      next: (state) => {
        if (state.isHere || state.isStopped) end(state.isHere);
      },
      error: () => end(false),
    });
  });
  if (!came) await leaveOriginal(owner, id);
  return came;
}
