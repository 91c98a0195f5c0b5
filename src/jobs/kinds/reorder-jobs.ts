import { call } from '../../api/client.ts';
import { reorderGenerations } from '../../api/contract/generate.ts';
import { enterStage } from '../../db/intents/rows.ts';
import { makePollsDue, groupJobsByPlace } from '../../db/intents/order.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { jobsPerOrderMax } from '../../domain/limits.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';

/** Tells the platform the wanted order of the person's waiting jobs. It ignores those that have begun. */
export const reorderJobs: IntentHandler<SimpleIntent<'reorder-jobs'>> = {
  kind: 'reorder-jobs',
  lane: () => 'tell',
  async perform(intent, context) {
    const jobIds = intent.payload.jobIds.slice(0, jobsPerOrderMax);
    let waiting = 0;
    // The platform and the Horde have a queue each, so each is told the order of its own jobs.
    for (const { place, ids } of await groupJobsByPlace(jobIds)) {
      const { data } = await call(reorderGenerations, {
        place,
        body: { ids },
        session: credentialsOf(context.session),
        signal: context.signal,
      });
      waiting += data.ids.length;
    }
    await context.commit(async (row) => {
      enterStage(row, 'done', context.now(), `${waiting} waiting`);
      await makePollsDue(row.owner, jobIds);
    });
  },
};
