import { endLeases, pruneIntents, resumeStopped } from '../../db/intents/leases.ts';
import { agreesToVolunteers } from '../../db/account/volunteers.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { lockNames } from '../../domain/locks.ts';
import { withLock } from './lock.ts';
import { Round } from './round.ts';
import type { RunOptions } from './round.ts';
import type { QueueReport } from './types.ts';

export const queueLockName = lockNames.queue;

/**
 * Runs the queue once: does everything that is due. Any number of hosts may call it at any time; the
 * lock lets one of them work, leases and idempotency keep it right where locks fail or are missing.
 */
export async function runQueue(options: RunOptions): Promise<QueueReport> {
  const result = await withLock(queueLockName, (isAlone) => runRounds(options, isAlone));
  return result ?? { ran: false, networkFailed: false, nextDueAtMs: null };
}

async function runRounds(options: RunOptions, isAlone: boolean): Promise<QueueReport> {
  const session = await getSession();
  if (!isSessionUsable(session)) return { ran: true, networkFailed: false, nextDueAtMs: null };
  // Whoever had the lock before is done or dead: a closed tab must not cost half a minute.
  if (isAlone) await endLeases(session.userKey);
  await resumeStopped(session.userKey, 'login-required', Date.now());
  if (await agreesToVolunteers(session.userKey)) {
    await resumeStopped(session.userKey, 'consent-required', Date.now());
  }
  await pruneIntents(Date.now());
  const round = new Round(session, options);
  await round.run();
  return { ran: true, networkFailed: round.networkFailed, nextDueAtMs: await round.nextDueAtMs() };
}
