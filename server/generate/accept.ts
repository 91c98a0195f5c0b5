import { randomBytes } from 'node:crypto';

import { uuidV7 } from '../../src/domain/ids.ts';
import { lockAccounts } from '../credits/accounts.ts';
import type { CreditState } from '../credits/accounts.ts';
import { reserveAll, takeHold } from '../credits/ledger.ts';
import type { Hold } from '../credits/ledger.ts';
import type { Database } from '../database/connect.ts';
import type { Quota } from '../files/quota.ts';
import type { StoredAnswer } from '../queue/stored-answer.ts';
import { findEarlier, insertJobs, nameOf } from '../queue/submissions.ts';
import type { Earlier, NewJob } from '../queue/submissions.ts';
import type { QueueView } from '../queue/view.ts';
import { estimateWait } from '../queue/wait-estimate.ts';
import type { Wait } from '../queue/wait-estimate.ts';
import { batchCalls } from '../async/batch-calls.ts';
import type { PreparedJob } from './prepare.ts';

export interface Acceptance extends CreditState, Wait {
  jobId: string;
  cost: number;
}

/** A submission that may run. */
export interface Candidate {
  userId: number;
  idempotencyKey: string;
  requestHash: string;
  prepared: PreparedJob;
  /** The answer that this and every repeat gets. */
  answer(acceptance: Acceptance): StoredAnswer;
}

export type Outcome =
  | { kind: 'accepted'; answer: StoredAnswer }
  | ({ kind: 'repeat' } & Earlier)
  | { kind: 'too-few-credits' }
  | { kind: 'no-room' };

export interface AcceptOptions {
  database: Database;
  view: QueueView;
  /** Of these people those for whom nothing more is kept. */
  usedUp: Quota['usedUp'];
}

interface Estimate extends Wait {
  engineEstimateSeconds: number;
  estimateSeconds: number;
}

async function estimateAll(view: QueueView, candidates: readonly Candidate[]): Promise<Estimate[]> {
  const estimates: Estimate[] = [];
  for (const { userId, prepared } of candidates) {
    const { offered, input, outputs } = prepared;
    const { engine } = offered;
    const { model } = offered.model;
    const seconds = Math.max(0, engine.estimateSeconds({ model, input, outputs }));
    const estimateSeconds = seconds * (await view.timing(engine.name, model));
    const wait = await estimateWait(view, engine, { userId, estimateSeconds });
    estimates.push({ ...wait, engineEstimateSeconds: seconds, estimateSeconds });
  }
  return estimates;
}

function jobOf(
  { userId, idempotencyKey, requestHash, prepared }: Candidate,
  { engineEstimateSeconds, estimateSeconds }: Estimate,
  id: string,
  answer: StoredAnswer,
): NewJob {
  const { offered, app, cost, outputs } = prepared;
  return {
    id,
    userId,
    idempotencyKey,
    requestHash,
    answer,
    engine: offered.engine.name,
    model: offered.model.model,
    modelName: (app ?? offered.model).name,
    jobType: prepared.jobType,
    input: prepared.input,
    sources: prepared.sources,
    prompt: prepared.prompt,
    template: prepared.template,
    disabledTranslate: prepared.disabledTranslate,
    seed: prepared.seed,
    outputs,
    costPerOutput: cost / outputs,
    cost,
    engineEstimateSeconds,
    estimateSeconds,
  };
}

/** All or nothing; one flush to disk for all of them. */
async function acceptAll(
  { database, view, usedUp }: AcceptOptions,
  candidates: readonly Candidate[],
): Promise<Outcome[]> {
  // Before accounts are locked: others of the same people wait behind them.
  const estimates = await estimateAll(view, candidates);
  const full = await usedUp(candidates.map(({ userId }) => userId));
  return database.transaction(async (transaction) => {
    // First of all: the locks put each person's submissions in a line.
    const accounts = await lockAccounts(
      transaction,
      candidates.map(({ userId }) => userId),
    );
    const earlier = await findEarlier(transaction, candidates);
    const taken: NewJob[] = [];
    const holds: Hold[] = [];
    const outcomes = candidates.map((candidate, index): Outcome => {
      const known = earlier.get(nameOf(candidate));
      if (known) return { kind: 'repeat', ...known };
      const { userId, requestHash, prepared } = candidate;
      if (full.has(userId)) return { kind: 'no-room' };
      const { cost, jobType } = prepared;
      const account = accounts.get(userId);
      const estimate = estimates[index];
      if (!estimate || !account) return { kind: 'too-few-credits' };
      const id = uuidV7(Date.now(), randomBytes(10));
      const hold = takeHold(account, userId, cost, { id, jobType });
      if (!hold) return { kind: 'too-few-credits' };
      holds.push(hold);
      const { queuePosition, waitSeconds } = estimate;
      const { balance, reserved } = account;
      const acceptance = { balance, reserved, queuePosition, waitSeconds, jobId: id, cost };
      const answer = candidate.answer(acceptance);
      taken.push(jobOf(candidate, estimate, id, answer));
      // The same key once more, in the same company.
      earlier.set(nameOf(candidate), { requestHash, answer });
      return { kind: 'accepted', answer };
    });
    if (taken.length > 0) {
      await reserveAll(transaction, holds);
      await insertJobs(transaction, taken);
    }
    return outcomes;
  });
}

/**
 * Accepts submissions, those that come at the same time together. What cannot be stored fails alone.
 */
export function createAccept(options: AcceptOptions): (candidate: Candidate) => Promise<Outcome> {
  const inCompany = batchCalls(
    async (candidates: Candidate[]) => {
      try {
        const outcomes = await acceptAll(options, candidates);
        return outcomes.map((outcome) => () => outcome);
      } catch (error) {
        if (candidates.length === 1) throw error;
        const results: (() => Outcome)[] = [];
        for (const candidate of candidates) {
          results.push(
            await acceptAll(options, [candidate]).then(
              ([outcome]) =>
                () =>
                  outcome as Outcome,
              (own: unknown) => () => {
                throw own;
              },
            ),
          );
        }
        return results;
      }
    },
    { atOnce: 1, most: 100 },
  );
  return async (candidate) => (await inCompany(candidate))();
}
