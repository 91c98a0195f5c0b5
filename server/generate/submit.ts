import { createHash } from 'node:crypto';

import { lastingAddress } from '../../src/api/contract/files.ts';

import type { Database } from '../database/connect.ts';
import type { FreeSpace } from '../files/free-space.ts';
import { quotaExceeded } from '../files/quota.ts';
import type { Quota } from '../files/quota.ts';
import type { StoredAnswer } from '../queue/stored-answer.ts';
import { Problem } from '../http/problem.ts';
import type { Announce } from '../queue/announce.ts';
import { createFindEarlier } from '../queue/submissions.ts';
import type { Earlier } from '../queue/submissions.ts';
import type { QueueView } from '../queue/view.ts';
import { createAccept } from './accept.ts';
import type { Acceptance } from './accept.ts';
import type { PreparedJob } from './prepare.ts';

export interface Submission {
  userId: number;
  idempotencyKey: string;
  /** Call and body as they came: what a repeat must equal. */
  request: { call: string; body: unknown };
  /** Checks the request; refusals are thrown, and don't count for a repeat. */
  prepare(): Promise<PreparedJob>;
  /** The answer that this and every repeat gets. */
  answer(acceptance: Acceptance): StoredAnswer;
}

/**
 * Accepts a submission exactly once per person and key, holding its credits in the same transaction. A
 * repeat gets the first answer; a refusal leaves no trace, so that the same key may succeed later.
 * @throws Problem 422 for a key that was used for other content, 562 for too few credits, and what
 *   `prepare` throws; 413 when no result could be kept, and 507 while the platform is short of space
 */
export type Submit = (submission: Submission) => Promise<StoredAnswer>;

/** The same for the same content, whatever the order of its keys and the day on which its files were named. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return lastingAddress(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const sorted = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([key, inner]) => [key, canonical(inner)]);
}

function answerAgain(earlier: Earlier, requestHash: string): StoredAnswer {
  if (earlier.requestHash === requestHash) return earlier.answer;
  throw new Problem(
    422,
    'idempotency-mismatch',
    'This Idempotency-Key was used for another request',
  );
}

export function createSubmit(options: {
  database: Database;
  view: QueueView;
  announce: Announce;
  quota: Pick<Quota, 'usedUp'>;
  freeSpace: FreeSpace;
}): Submit {
  const { database, view, announce, quota, freeSpace } = options;
  const findEarlier = createFindEarlier(database);
  const accept = createAccept({ database, view, usedUp: (userIds) => quota.usedUp(userIds) });
  return async (submission) => {
    const { userId, idempotencyKey } = submission;
    const requestHash = createHash('sha256')
      .update(JSON.stringify(canonical(submission.request)))
      .digest('hex');
    const prepare = async () => {
      await freeSpace.assertEnough();
      return submission.prepare();
    };
    const prepared = await prepare().catch(async (refusal: unknown) => {
      // It may have been fine when it came first: a model may be gone since.
      const earlier = await findEarlier({ userId, idempotencyKey });
      if (earlier) return earlier;
      throw refusal;
    });
    if ('requestHash' in prepared) return answerAgain(prepared, requestHash);
    const outcome = await accept({
      userId,
      idempotencyKey,
      requestHash,
      prepared,
      answer: (acceptance) => submission.answer(acceptance),
    });
    if (outcome.kind === 'repeat') return answerAgain(outcome, requestHash);
    if (outcome.kind === 'too-few-credits') {
      throw new Problem(562, 'not-enough-credits', 'The credits for today is not enough');
    }
    if (outcome.kind === 'no-room') throw quotaExceeded();
    announce(prepared.offered.engine.name);
    return outcome.answer;
  };
}
