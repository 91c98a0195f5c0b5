import { call } from '../api/client.ts';
import { deleteWorks } from '../api/contract/works.ts';
import { purgeWorks } from '../db/works.ts';
import type { DeleteWorksIntent } from '../domain/intent.ts';
import { enterStage } from '../db/intent-rows.ts';
import { worksPerCallMax } from '../domain/limits.ts';
import { credentialsOf } from './types.ts';
import type { IntentHandler } from './types.ts';

/**
 * Deletes works for good. The row waits `deleteUndoMs` before it is due, so that an undo only has to remove
 * it. The platform passes over ids that are gone: a repeat is harmless. When it refuses, they are shown again.
 */
export const deleteWorksHandler: IntentHandler<DeleteWorksIntent> = {
  kind: 'delete-works',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workIds } = intent.payload;
    for (let from = 0; from < workIds.length; from += worksPerCallMax) {
      await call(deleteWorks, {
        body: { image_ids: workIds.slice(from, from + worksPerCallMax) },
        session: credentialsOf(context.session),
        signal: context.signal,
      });
    }
    await context.commit(
      async (row) => {
        await purgeWorks(workIds, context.now());
        enterStage(row, 'done', context.now());
      },
      { tables: ['works', 'media', 'thumbnails', 'downloads', 'parts'] },
    );
  },
};
