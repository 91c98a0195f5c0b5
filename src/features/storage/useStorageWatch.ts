import { useEffect, useRef, useState } from 'react';
import { resumeStopped } from '../../db/intents/leases.ts';
import type { Settings } from '../../db/schema.ts';
import { getSession } from '../../db/account/session.ts';
import { getSetting, setSetting } from '../../db/settings.ts';
import { storageAlarmShare, storageLevel, type StorageLevel } from '../../domain/storage.ts';
import { whenNothingScrolls } from '../../ui/when-nothing-scrolls.ts';
import { askToPersist, readEstimate, type Estimate } from './estimate.ts';

/** Several results often come at once; the browser's own count is not cheap. */
const settleMs = 1_500;
const settledAtLatestMs = 20_000;
const tellAgainAfterMs = 7 * 86_400_000;
const askAgainAfterMs = 30 * 86_400_000;
const order: readonly StorageLevel[] = ['fine', 'filling', 'nearly-full'];

/** Once for each step towards full, and again after a week. */
export function isWorthTelling(
  level: StorageLevel,
  told: Settings['storageTold'],
  nowMs: number,
): boolean {
  if (level === 'fine') return false;
  if (!told || order.indexOf(level) > order.indexOf(told.level)) return true;
  return nowMs - told.atMs > tellAgainAfterMs;
}

/** The moment that makes sense: there is something to lose, and somebody who has just seen it. */
async function askOnceToPersist({ persisted }: Estimate): Promise<void> {
  if (persisted !== false || document.visibilityState !== 'visible') return;
  if (Date.now() - (await getSetting('persistAskedAtMs')) < askAgainAfterMs) return;
  await setSetting('persistAskedAtMs', Date.now());
  await askToPersist();
}

/** What stopped for want of room goes on by itself when there is some again. */
async function resumeWithRoom(): Promise<void> {
  const session = await getSession();
  if (session) await resumeStopped(session.userKey, 'storage-full', Date.now());
}

/**
 * Measures when the number of full-size results has changed.
 * @returns how full it is; null until known
 */
export function useStorageWatch(originals: number): StorageLevel | null {
  const [level, setLevel] = useState<StorageLevel | null>(null);
  const usedBefore = useRef(Infinity);
  useEffect(() => {
    async function check() {
      const estimate = await readEstimate();
      if (!estimate) return;
      const { usedBytes, quotaBytes } = estimate;
      const next = storageLevel(usedBytes, quotaBytes);
      setLevel(next);
      if (next === 'fine' && (await getSetting('storageTold')))
        await setSetting('storageTold', null);
      if (usedBytes < usedBefore.current && usedBytes < storageAlarmShare * quotaBytes) {
        await resumeWithRoom();
      }
      usedBefore.current = usedBytes;
      if (originals > 0) await askOnceToPersist(estimate);
    }
    // A full disk refuses these notes, too: then it is measured again after the next change.
    return whenNothingScrolls(() => void check().catch(() => {}), settleMs, settledAtLatestMs);
  }, [originals]);
  return level;
}
