import { getSession, isSessionUsable } from '../db/account/session.ts';
import { getSetting } from '../db/settings.ts';
import { readWaiting } from '../db/intents/queue-summary.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** What holds the whole queue up, as far as the rows tell. */
export interface QueueHoldUps {
  /** Requests that have not left the device. */
  waiting: number;
  /** Last outcomes of what is still being tried. */
  failures: ErrorCode[];
  needsSignIn: boolean;
  paused: boolean;
}

async function readHoldUps(): Promise<QueueHoldUps | null> {
  const session = await getSession();
  const owner = session?.userKey;
  if (!owner) return null;
  const { requests, failures, stopped } = await readWaiting(owner);
  return {
    waiting: requests,
    failures,
    needsSignIn: !isSessionUsable(session) || stopped.includes('login-required'),
    paused: await getSetting('queuePaused'),
  };
}

/** Undefined until read, null when nobody is signed in. */
export function useQueueHoldUps(): QueueHoldUps | null | undefined {
  return useThrottledQuery(['intents', 'settings'], readHoldUps, []);
}
