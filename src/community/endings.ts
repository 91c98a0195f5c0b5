import type { CheckAnswer } from '../horde/answers.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { changeJob } from '../db/community-store.ts';
import type { JobRow } from '../db/community-store.ts';

/** Between two looks at what is finished of one request: 10 a minute are allowed. */
export const statusEveryMs = 6_100;
/** The Horde itself checks once a second. */
export const checkEveryMs = 1_000;
/** Looks at a finished request without getting all of it; everything is paid for. */
export const finalLooksMax = 4;

/** What this thread was told last of each request. */
export const lastChecks = new Map<string, { atMs: number; answer: CheckAnswer }>();

export function end(
  id: string,
  state: 'finished' | 'failed' | 'cancelled',
  failure?: JobRow['failure'],
) {
  lastChecks.delete(id);
  return changeJob(id, (row) => {
    if (row.state !== 'submitted') return;
    row.state = state;
    row.failure = failure ?? null;
  });
}

/** The Horde no longer has it. What is here already stays. */
export async function endGone(row: JobRow): Promise<void> {
  if (row.pictures.length > 0) await end(row.id, 'finished');
  else if (row.cancelSentAtMs !== null) await end(row.id, 'cancelled');
  else if (row.wasWorkedOn) {
    await end(row.id, 'failed', { code: 'result-gone', message: communityDetail('gone') });
  } else {
    await end(row.id, 'failed', {
      code: 'engine-unavailable',
      message: communityDetail('no-worker'),
    });
  }
}

export async function noteWorkedOn(row: JobRow): Promise<void> {
  if (row.wasWorkedOn) return;
  await changeJob(row.id, (fresh) => {
    fresh.wasWorkedOn = true;
  });
}
