import { randomBytes } from 'node:crypto';

import { sql } from 'drizzle-orm';

import { uuidV7 } from '../../src/domain/ids.ts';
import { lockAccounts, reserveAll } from '../credits/ledger.ts';
import type { CreditState, Hold } from '../credits/ledger.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { StoredAnswer } from '../database/schema.ts';
import type { QueueView } from '../queue/view.ts';
import { estimateWait } from '../queue/wait.ts';
import type { Wait } from '../queue/wait.ts';
import { together } from '../together.ts';
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

/** What the key of a submission was accepted with before. */
export interface Earlier {
  requestHash: string;
  answer: StoredAnswer;
}

export type Outcome =
  | { kind: 'accepted'; answer: StoredAnswer }
  | ({ kind: 'repeat' } & Earlier)
  | { kind: 'too-few-credits' };

interface Key {
  userId: number;
  idempotencyKey: string;
}

const nameOf = ({ userId, idempotencyKey }: Key): string => `${userId} ${idempotencyKey}`;

async function findEarlier(
  database: Database | Transaction,
  keys: readonly Key[],
): Promise<Map<string, Earlier>> {
  const asked = JSON.stringify(
    keys.map(({ userId, idempotencyKey }) => ({
      user_id: userId,
      idempotency_key: idempotencyKey,
    })),
  );
  const { rows } = await database.execute<{
    user_id: string;
    idempotency_key: string;
    request_hash: string;
    answer: StoredAnswer;
  }>(sql`
    select user_id, idempotency_key, request_hash, answer
    from jsonb_to_recordset(${asked}::jsonb) as asked (user_id bigint, idempotency_key text)
    join jobs using (user_id, idempotency_key)`);
  return new Map(
    rows.map((row) => [
      nameOf({ userId: Number(row.user_id), idempotencyKey: row.idempotency_key }),
      { requestHash: row.request_hash, answer: row.answer },
    ]),
  );
}

/** Whether a key was used before, asked together with all who ask at the same time. */
export function createFindEarlier(database: Database): (key: Key) => Promise<Earlier | null> {
  return together(
    async (keys: Key[]) => {
      const found = await findEarlier(database, keys);
      return keys.map((key) => found.get(nameOf(key)) ?? null);
    },
    { atOnce: 2, most: 50 },
  );
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

interface Taken {
  candidate: Candidate;
  estimate: Estimate;
  id: string;
  answer: StoredAnswer;
}

async function insertJobs(transaction: Transaction, taken: readonly Taken[]): Promise<void> {
  const rows = taken.map(({ candidate, estimate, id, answer }, position) => {
    const { prepared } = candidate;
    const { engine, model } = prepared.offered;
    return {
      position,
      id,
      user_id: candidate.userId,
      idempotency_key: candidate.idempotencyKey,
      request_hash: candidate.requestHash,
      answer,
      engine: engine.name,
      model: model.model,
      model_name: model.name,
      job_type: prepared.jobType,
      input: prepared.input,
      sources: prepared.sources,
      prompt: prepared.prompt,
      template: prepared.template,
      disabled_translate: prepared.disabledTranslate,
      seed: prepared.seed,
      outputs: prepared.outputs,
      cost_per_output: prepared.cost / prepared.outputs,
      cost: prepared.cost,
      engine_estimate_seconds: estimate.engineEstimateSeconds,
      estimate_seconds: estimate.estimateSeconds,
    };
  });
  const columns = sql.raw(
    `id, user_id, idempotency_key, request_hash, answer, engine, model, model_name, job_type, input, sources,
     prompt, template, disabled_translate, seed, outputs, cost_per_output, cost, engine_estimate_seconds,
     estimate_seconds`,
  );
  await transaction.execute(sql`
    insert into jobs (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as job (
      position int, id uuid, user_id bigint, idempotency_key text, request_hash text, answer jsonb, engine text,
      model text, model_name text, job_type text, input jsonb, sources jsonb, prompt text, template text,
      disabled_translate boolean, seed text, outputs int, cost_per_output int, cost int,
      engine_estimate_seconds float8, estimate_seconds float8)
    order by position`);
}

/** All or nothing; one flush to disk for all of them. */
async function acceptAll(
  database: Database,
  view: QueueView,
  candidates: readonly Candidate[],
): Promise<Outcome[]> {
  // Before accounts are locked: others of the same people wait behind them.
  const estimates = await estimateAll(view, candidates);
  return database.transaction(async (transaction) => {
    // First of all: the locks put each person's submissions in a line.
    const accounts = await lockAccounts(
      transaction,
      candidates.map(({ userId }) => userId),
    );
    const earlier = await findEarlier(transaction, candidates);
    const taken: Taken[] = [];
    const holds: Hold[] = [];
    const outcomes = candidates.map((candidate, index): Outcome => {
      const known = earlier.get(nameOf(candidate));
      if (known) return { kind: 'repeat', ...known };
      const { userId, requestHash, prepared } = candidate;
      const { cost, jobType } = prepared;
      const account = accounts.get(userId);
      const estimate = estimates[index];
      if (!estimate || !account || account.balance < cost) return { kind: 'too-few-credits' };
      account.balance -= cost;
      account.reserved += cost;
      const id = uuidV7(Date.now(), randomBytes(10));
      const { queuePosition, waitSeconds } = estimate;
      const acceptance = { ...account, queuePosition, waitSeconds, jobId: id, cost };
      const answer = candidate.answer(acceptance);
      taken.push({ candidate, estimate, id, answer });
      holds.push({ userId, amount: cost, balanceAfter: account.balance, job: { id, jobType } });
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
export function createAccept(
  database: Database,
  view: QueueView,
): (candidate: Candidate) => Promise<Outcome> {
  const inCompany = together(
    async (candidates: Candidate[]) => {
      try {
        const outcomes = await acceptAll(database, view, candidates);
        return outcomes.map((outcome) => () => outcome);
      } catch (error) {
        if (candidates.length === 1) throw error;
        const results: (() => Outcome)[] = [];
        for (const candidate of candidates) {
          results.push(
            await acceptAll(database, view, [candidate]).then(
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
