import { noteRemote, saveOriginal } from '../../db/works/device-copies.ts';
import { appendLog, enterStage } from '../../db/intents/rows.ts';
import { isFetchable, planOriginals, watchFetch } from '../../db/works/originals.ts';
import type { FetchIntent } from '../../db/works/originals.ts';
import type { WorkRow } from '../../db/schema.ts';
import { getWork } from '../../db/works/works.ts';
import { workMediaId } from '../../db/works/purge.ts';
import { KilnError } from '../../domain/errors.ts';
import type { WorkId } from '../../domain/ids.ts';
import { downloadVerified } from '../transfer/download.ts';
import { mayPrefetch } from '../transfer/prefetch-allowance.ts';
import type { IntentHandler, StepContext } from '../engine/types.ts';

const tables = ['works', 'bin', 'media', 'thumbnails', 'downloads', 'parts'] as const;
/** So many answers "not found" before an original counts as gone: a platform that is starting up may give some. */
const goneConfirmations = 3;

/** Thrown when the person has opened another work or closed this one. The download pauses and keeps its bytes. */
class NotWantedError extends Error {
  override readonly name = 'NotWantedError';
}

/** Brings originals of works that were made elsewhere, or were let go of here, onto the device. */
export const fetchOriginals: IntentHandler<FetchIntent> = {
  kind: 'fetch-originals',
  // A work that is open on the screen must not wait behind those that are fetched in advance.
  lane: (intent) => (intent.payload.why === 'opened' ? 'show' : 'keep'),
  async perform(intent, context) {
    let row: FetchIntent | null = intent;
    while (row) {
      const [id] = row.payload.workIds;
      const work = id && row.cancelRequestedAtMs === null ? await getWork(id) : undefined;
      const isDone = !work || !isFetchable(work) || (await fetchOne(row, work, context));
      row = await takeOff(isDone ? id : undefined, context);
    }
    // With the setting "everything", originals are planned in batches. The next batch is planned when one is done.
    if (intent.payload.why === 'all' && (await mayPrefetch())) await planOriginals(intent.owner);
  },
};

/** @returns false when it is not wanted now */
async function fetchOne(row: FetchIntent, work: WorkRow, context: StepContext): Promise<boolean> {
  const leaving = new AbortController();
  const stopWatching = watchFetch(row, work.id, () => {
    leaving.abort(new NotWantedError());
  });
  const stop = () => {
    leaving.abort(context.signal.reason);
  };
  context.signal.addEventListener('abort', stop);
  try {
    await bring(work, { ...context, signal: leaving.signal });
    return true;
  } catch (error) {
    if (error instanceof NotWantedError) return false;
    if (!(error instanceof KilnError) || error.code !== 'result-gone') throw error;
    if (error.retryable && row.attempts + 1 < goneConfirmations) throw error;
    await context.commit(
      async (fresh) => {
        await noteRemote([work.id], error.retryable ? 'absent' : 'expired');
        appendLog(fresh, context.now(), 'original-gone', work.id);
      },
      { keepLease: true, tables: ['works'] },
    );
    return true;
  } finally {
    stopWatching();
    context.signal.removeEventListener('abort', stop);
  }
}

async function bring(work: WorkRow, context: StepContext): Promise<void> {
  const { id, mediaType, bytes, sha256, width, height } = work;
  const mediaId = workMediaId(id);
  const { blob, verified } = await downloadVerified(
    { id: mediaId, url: work.remoteUrl, place: work.place, bytes, mediaType },
    { bytes, sha256, media_type: mediaType, width, height },
    context,
  );
  const { thumbnail } = verified;
  await context.commit(
    async () => {
      const media = {
        id: mediaId,
        blob,
        mediaType,
        bytes,
        sha256,
        width,
        height,
        name: '',
        role: 'original' as const,
        createdAtMs: context.now(),
      };
      const small = thumbnail && {
        id: mediaId,
        blob: thumbnail.blob,
        width: thumbnail.width,
        height: thumbnail.height,
      };
      await saveOriginal(id, media, small, context.now());
    },
    { keepLease: true, tables },
  );
}

/** @returns the row as it is now; null when nothing is left on it */
async function takeOff(id: WorkId | undefined, context: StepContext): Promise<FetchIntent | null> {
  const row = await context.commit(
    (fresh) => {
      if (fresh.kind !== 'fetch-originals') return;
      const { payload } = fresh;
      payload.workIds = payload.workIds.filter((one) => one !== id);
      fresh.attempts = 0;
      fresh.error = null;
      if (fresh.cancelRequestedAtMs !== null) enterStage(fresh, 'cancelled', context.now());
      else if (payload.workIds.length === 0) enterStage(fresh, 'done', context.now());
    },
    { keepLease: true },
  );
  const isOver =
    row.kind !== 'fetch-originals' || row.stage === 'done' || row.stage === 'cancelled';
  return isOver ? null : row;
}
