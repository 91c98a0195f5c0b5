import { call } from '../api/client.ts';
import { deleteWorks } from '../api/contract/works.ts';
import { purgeWorks, restoreWorks } from '../db/works.ts';
import type { DeleteWorksIntent } from '../domain/intent.ts';
import { enterStage } from '../db/intent-rows.ts';
import { KilnError } from '../domain/errors.ts';
import { credentialsOf } from './types.ts';
import type { IntentHandler } from './types.ts';

/** What the platform takes in one call. */
const idsPerCall = 1_000;

/**
 * Deletes works for good. The row waits `deleteUndoMs` before it is due, so that an undo only has to remove
 * it. The platform passes over ids that are gone: a repeat is harmless.
 */
export const deleteWorksHandler: IntentHandler<DeleteWorksIntent> = {
  kind: 'delete-works',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workIds } = intent.payload;
    try {
      for (let from = 0; from < workIds.length; from += idsPerCall) {
        await call(deleteWorks, {
          body: { image_ids: workIds.slice(from, from + idsPerCall) },
          session: credentialsOf(context.session),
          signal: context.signal,
        });
      }
    } catch (error) {
      // A refusal must not leave works hidden that still exist.
      if (error instanceof KilnError && !error.retryable && error.code !== 'login-required') {
        await restoreWorks(workIds);
      }
      throw error;
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
