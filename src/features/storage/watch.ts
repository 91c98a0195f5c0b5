import { useEffect, useRef, useState } from 'react';
import { onFullDisk } from '../../db/database.ts';
import { resumeStopped } from '../../db/intent-steps.ts';
import type { Settings } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getSetting, setSetting } from '../../db/settings.ts';
import { storageAlarmShare, storageLevel, type StorageLevel } from '../../domain/storage.ts';
import { askToPersist, readEstimate, type Estimate } from './estimate.ts';

/** Several results often come at once; the browser's own count is not cheap. */
const settleMs = 1_500;
/** Attempts go on by themselves and fail again; once in a while is enough. */
const quietForMs = 5 * 60_000;
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

/** Whether a write has just failed for want of room; `quiet` until the next one after a while. */
export function useFullDisk(): { isFull: boolean; quiet: () => void } {
  const [fullAtMs, setFullAtMs] = useState<number | null>(null);
  const quietUntilMs = useRef(0);
  useEffect(
    () =>
      onFullDisk(() => {
        if (Date.now() > quietUntilMs.current) setFullAtMs(Date.now());
      }),
    [],
  );
  return {
    isFull: fullAtMs !== null,
    quiet: () => {
      quietUntilMs.current = Date.now() + quietForMs;
      setFullAtMs(null);
    },
  };
}

/**
 * Measures when the number of full-size results has changed.
 * @returns how full it is; null until known
 */
export function useStorageWatch(originals: number): StorageLevel | null {
  const [level, setLevel] = useState<StorageLevel | null>(null);
  const usedBefore = useRef(Infinity);
  useEffect(() => {
    async function look() {
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
    const timer = setTimeout(() => void look().catch(() => {}), settleMs);
    return () => clearTimeout(timer);
  }, [originals]);
  return level;
}
