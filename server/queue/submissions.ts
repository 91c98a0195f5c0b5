import { sql } from 'drizzle-orm';

import { batchCalls } from '../async/batch-calls.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { JobRow } from './job.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** What the key of a submission was accepted with before. */
export interface Earlier {
  requestHash: string;
  answer: StoredAnswer;
}

/** By which a person's submission is known for ever. */
export interface SubmissionKey {
  userId: number;
  idempotencyKey: string;
}

export const nameOf = ({ userId, idempotencyKey }: SubmissionKey): string =>
  `${userId} ${idempotencyKey}`;

export async function findEarlier(
  database: Database | Transaction,
  keys: readonly SubmissionKey[],
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
export function createFindEarlier(
  database: Database,
): (key: SubmissionKey) => Promise<Earlier | null> {
  return batchCalls(
    async (keys: SubmissionKey[]) => {
      const found = await findEarlier(database, keys);
      return keys.map((key) => found.get(nameOf(key)) ?? null);
    },
    { atOnce: 2, most: 50 },
  );
}

/** What is accepted; the rest of a job's row is the queue's to fill in. */
export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'userId'
  | 'idempotencyKey'
  | 'requestHash'
  | 'answer'
  | 'engine'
  | 'model'
  | 'modelName'
  | 'jobType'
  | 'input'
  | 'sources'
  | 'prompt'
  | 'template'
  | 'disabledTranslate'
  | 'seed'
  | 'outputs'
  | 'costPerOutput'
  | 'cost'
  | 'engineEstimateSeconds'
  | 'estimateSeconds'
>;

/** Puts jobs into the queue in the order given, by one statement. */
export async function insertJobs(
  transaction: Transaction,
  accepted: readonly NewJob[],
): Promise<void> {
  const rows = accepted.map((job, position) => ({
    position,
    id: job.id,
    user_id: job.userId,
    idempotency_key: job.idempotencyKey,
    request_hash: job.requestHash,
    answer: job.answer,
    engine: job.engine,
    model: job.model,
    model_name: job.modelName,
    job_type: job.jobType,
    input: job.input,
    sources: job.sources,
    prompt: job.prompt,
    template: job.template,
    disabled_translate: job.disabledTranslate,
    seed: job.seed,
    outputs: job.outputs,
    cost_per_output: job.costPerOutput,
    cost: job.cost,
    engine_estimate_seconds: job.engineEstimateSeconds,
    estimate_seconds: job.estimateSeconds,
  }));
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
