import { call } from '../api/client.ts';
import { reorderGenerations } from '../api/contract/generate.ts';
import { enterStage } from '../db/intent-rows.ts';
import { forgetLooks } from '../db/intent-order.ts';
import type { SimpleIntent } from '../domain/intent.ts';
import { jobsPerOrderMax } from '../domain/limits.ts';
import { credentialsOf } from './types.ts';
import type { IntentHandler } from './types.ts';

/** Tells the platform in which order its waiting jobs are wanted. It passes over those that have begun. */
export const reorderJobs: IntentHandler<SimpleIntent<'reorder-jobs'>> = {
  kind: 'reorder-jobs',
  lane: () => 'tell',
  async perform(intent, context) {
    const jobIds = intent.payload.jobIds.slice(0, jobsPerOrderMax);
    const { data } = await call(reorderGenerations, {
      body: { ids: jobIds },
      session: credentialsOf(context.session),
      signal: context.signal,
    });
    await context.commit(async (row) => {
      enterStage(row, 'done', context.now(), `${data.ids.length} waiting`);
      await forgetLooks(row.owner, jobIds);
    });
  },
};
