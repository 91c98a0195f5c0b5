import { call } from '../../api/client.ts';
import { deleteWorks } from '../../api/contract/works.ts';
import { groupByPlace } from '../../db/works/works.ts';
import { purgedTables, purgeWorks } from '../../db/works/purge.ts';
import type { DeleteWorksIntent } from '../../domain/intent.ts';
import { enterStage } from '../../db/intents/rows.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';

/**
 * Deletes works for good, out of the bin. The platform ignores ids that are gone, so a repeat is harmless. If it
 * refuses, the works are shown in the bin again.
 */
export const deleteWorksHandler: IntentHandler<DeleteWorksIntent> = {
  kind: 'delete-works',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workIds } = intent.payload;
    for (const { place, ids } of await groupByPlace(workIds)) {
      for (let from = 0; from < ids.length; from += worksPerCallMax) {
        await call(deleteWorks, {
          place,
          body: { image_ids: ids.slice(from, from + worksPerCallMax) },
          session: credentialsOf(context.session),
          signal: context.signal,
        });
      }
    }
    await context.commit(
      async (row) => {
        await purgeWorks(workIds, context.now());
        enterStage(row, 'done', context.now());
      },
      { tables: purgedTables },
    );
  },
};
