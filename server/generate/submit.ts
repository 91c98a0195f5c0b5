import { createHash, randomBytes } from 'node:crypto';

import { and, eq } from 'drizzle-orm';

import { uuidV7 } from '../../src/domain/ids.ts';
import { reserve } from '../credits/ledger.ts';
import type { CreditState } from '../credits/ledger.ts';
import type { Database } from '../database/connect.ts';
import { jobs, modelTimings } from '../database/schema.ts';
import type { StoredAnswer } from '../database/schema.ts';
import { Problem } from '../http/problem.ts';
import type { Announce } from '../queue/announce.ts';
import type { QueueView } from '../queue/view.ts';
import { estimateWait } from '../queue/wait.ts';
import type { PreparedJob } from './prepare.ts';

export interface Acceptance extends CreditState {
  jobId: string;
  cost: number;
  queuePosition: number;
  waitSeconds: number;
}

export interface Submission {
  userId: number;
  idempotencyKey: string;
  /** Call and body as they came: what a repeat must equal. */
  request: { call: string; body: unknown };
  /** Checks the request; refusals are thrown. Not called for a repeat. */
  prepare(): Promise<PreparedJob>;
  /** The answer that this and every repeat gets. */
  answer(acceptance: Acceptance): StoredAnswer;
}

/** What submissions need of the platform. */
export interface SubmitDependencies {
  database: Database;
  view: QueueView;
  announce: Announce;
}

/** The same for the same content, whatever the order of its keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const sorted = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([key, inner]) => [key, canonical(inner)]);
}

const notEnoughCredits = () =>
  new Problem(562, 'not-enough-credits', 'The credits for today is not enough');

class AnsweredAlready extends Error {}

async function earlierAnswer(
  database: Database,
  { userId, idempotencyKey }: Submission,
  requestHash: string,
): Promise<StoredAnswer | null> {
  const [job] = await database
    .select({ requestHash: jobs.requestHash, answer: jobs.answer })
    .from(jobs)
    .where(and(eq(jobs.userId, userId), eq(jobs.idempotencyKey, idempotencyKey)));
  if (!job) return null;
  if (job.requestHash !== requestHash) {
    throw new Problem(
      422,
      'idempotency-mismatch',
      'This Idempotency-Key was used for another request',
    );
  }
  return job.answer;
}

async function accept(
  { database, view, announce }: SubmitDependencies,
  submission: Submission,
  requestHash: string,
  prepared: PreparedJob,
): Promise<StoredAnswer | null> {
  const { userId, idempotencyKey } = submission;
  const { engine, model } = prepared.offered;
  const id = uuidV7(Date.now(), randomBytes(10));
  const [timing] = await database
    .select({ ratio: modelTimings.ratio })
    .from(modelTimings)
    .where(and(eq(modelTimings.engine, engine.name), eq(modelTimings.model, model.model)));
  const { input, outputs, jobType, cost } = prepared;
  const engineEstimateSeconds = Math.max(
    0,
    engine.estimateSeconds({ model: model.model, input, outputs }),
  );
  const estimateSeconds = engineEstimateSeconds * (timing?.ratio ?? 1);
  // Before the account is locked: others of the same person wait behind it.
  const wait = await estimateWait(view, engine, { userId, estimateSeconds });
  const accepted = await database.transaction(async (transaction) => {
    // First of all, because the account's row lock puts a person's submissions in a line.
    const credits = await reserve(transaction, userId, cost, { id, jobType });
    if (!credits) return null;
    const answer = submission.answer({ ...credits, ...wait, jobId: id, cost });
    const [job] = await transaction
      .insert(jobs)
      .values({
        id,
        userId,
        idempotencyKey,
        requestHash,
        answer,
        engine: engine.name,
        model: model.model,
        modelName: model.name,
        jobType,
        input,
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
      })
      .onConflictDoNothing({ target: [jobs.userId, jobs.idempotencyKey] })
      .returning({ id: jobs.id });
    // Undoes the reservation too.
    if (!job) throw new AnsweredAlready();
    return answer;
  });
  if (accepted) announce(engine.name);
  return accepted;
}

/**
 * Accepts a submission exactly once per person and key, holding its credits in the same transaction. A
 * repeat gets the first answer; a refusal leaves no trace, so that the same key may succeed later.
 * @throws Problem 422 for a key that was used for other content, 562 for too few credits, and what
 *   `prepare` throws
 */
export async function submit(
  dependencies: SubmitDependencies,
  submission: Submission,
): Promise<StoredAnswer> {
  const { database } = dependencies;
  const requestHash = createHash('sha256')
    .update(JSON.stringify(canonical(submission.request)))
    .digest('hex');
  const earlier = await earlierAnswer(database, submission, requestHash);
  if (earlier) return earlier;
  const prepared = await submission.prepare();
  const accepted = await accept(dependencies, submission, requestHash, prepared).catch(
    (error: unknown) => {
      if (error instanceof AnsweredAlready) return null;
      throw error;
    },
  );
  if (accepted) return accepted;
  // Too few credits, or the same key was accepted a moment ago, perhaps with the last credits.
  const meanwhile = await earlierAnswer(database, submission, requestHash);
  if (meanwhile) return meanwhile;
  throw notEnoughCredits();
}
