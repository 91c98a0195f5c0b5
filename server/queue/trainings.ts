import { sql } from 'drizzle-orm';

import type { TrainRecord } from '../../src/api/contract/training.ts';
import type { JobState } from '../../src/domain/job.ts';
import { trainedBase, type TrainState } from '../../src/domain/training.ts';
import type { Database } from '../database/connect.ts';

const recordsMax = 200;

const stateOf = (state: JobState): TrainState => {
  if (state === 'Finished') return 'succeeded';
  return state === 'Failed' ? 'failed' : 'processing';
};

/** The trainings of a person that were not cancelled, the newest first. */
export async function readTrainings(database: Database, userId: number): Promise<TrainRecord[]> {
  const { rows } = await database.execute<{
    id: string;
    model: string;
    state: JobState;
    name: string | null;
    created_at: Date | string;
    result: string | null;
    base: string | null;
    bytes: string | null;
  }>(sql`
    select j.id, j.model, j.state, j.input ->> 'model_name' as name, j.created_at, w.id as result,
      w.params ->> 'finetune_base' as base, f.bytes
    from jobs j
    left join lateral (select id, params from works where job_id = j.id order by id limit 1) w on true
    left join files f on f.id = (j.sources -> 0 ->> 'fileId')::uuid
    where j.user_id = ${userId} and j.job_type = 'Train' and j.state <> 'Cancelled'
    order by j.seq desc limit ${recordsMax}`);
  return rows.map((row) => ({
    id: row.id,
    model_name: row.name ?? '',
    train_state: stateOf(row.state),
    train_result: row.result,
    params: { base: row.base ?? trainedBase },
    model: row.model,
    file_size: row.bytes === null ? null : Number(row.bytes),
    create_time: new Date(row.created_at).toISOString(),
  }));
}
