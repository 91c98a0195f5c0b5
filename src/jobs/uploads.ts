import { uploadFile } from '../api/client.ts';
import { getCache, putCache, removeCache } from '../db/caches.ts';
import { enterStage, appendLog } from '../db/intent-rows.ts';
import { watchCancel } from '../db/intents.ts';
import { getMedia } from '../db/media.ts';
import { KilnError } from '../domain/errors.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import type { InputValues } from '../domain/model.ts';
import { asGenerate } from './as-generate.ts';
import { credentialsOf } from './types.ts';
import type { StepContext } from './types.ts';

/** An upload this young is taken to be still there; the platform may clear away what nobody used. */
const reuseForMs = 6 * 3_600_000;

function uploadKey(owner: UserKey, sha256: string): `upload:${string}` {
  return `upload:${owner}:${sha256}`;
}

/**
 * The input as the platform wants it: uploaded files by their URL in the fields that take them. A field with
 * several files, or that holds a list already, gets a list.
 */
export function requestInput(payload: GenerateIntent['payload']): InputValues {
  const input: InputValues = { ...payload.input };
  for (const field of new Set(payload.sources.map((source) => source.field))) {
    const urls = payload.sources
      .filter((source) => source.field === field)
      .map((source) => source.uploadedUrl ?? '');
    const isList = Array.isArray(payload.input[field]) || urls.length > 1;
    input[field] = isList ? urls : (urls[0] ?? '');
  }
  return input;
}

/**
 * Uploads what the platform does not have yet, one file after the other, each on record before the next.
 * @returns the row with all its URLs, or in stage `cancelled`
 */
export async function uploadSources(
  intent: GenerateIntent,
  context: StepContext,
): Promise<GenerateIntent> {
  let row = asGenerate(
    await context.commit(
      (fresh) => {
        if (fresh.stage !== 'uploading') {
          fresh.stage = 'uploading';
          appendLog(fresh, context.now(), 'stage-changed', 'uploading');
        }
      },
      { keepLease: true },
    ),
  );
  const cancelled = new AbortController();
  const stopWatching = watchCancel(intent.id, () => {
    cancelled.abort(new KilnError('cancelled', { retryable: false }));
  });
  try {
    for (const [index, source] of row.payload.sources.entries()) {
      if (source.uploadedUrl !== null) continue;
      const url = await uploadOne(source.mediaId, context, cancelled.signal);
      row = asGenerate(
        await context.commit(
          (fresh) => {
            const target = asGenerate(fresh).payload.sources[index];
            if (target) target.uploadedUrl = url;
            appendLog(fresh, context.now(), 'source-uploaded', source.field);
          },
          { keepLease: true },
        ),
      );
      if (row.cancelRequestedAtMs !== null) return await endCancelled(context);
    }
    return row;
  } catch (error) {
    if (cancelled.signal.aborted) return await endCancelled(context);
    throw error;
  } finally {
    stopWatching();
  }
}

async function endCancelled(context: StepContext): Promise<GenerateIntent> {
  const row = await context.commit((fresh) => {
    enterStage(fresh, 'cancelled', context.now());
  });
  return asGenerate(row);
}

async function uploadOne(
  mediaId: GenerateIntent['payload']['sources'][number]['mediaId'],
  context: StepContext,
  cancelled: AbortSignal,
): Promise<string> {
  const media = await getMedia(mediaId);
  if (!media) throw new KilnError('source-missing', { retryable: false });
  const { session } = context;
  const key = uploadKey(session.userKey, media.sha256);
  const known = await getCache(key);
  if (known && context.now() - known.fetchedAtMs < reuseForMs) return known.value.url;
  const aborter = new AbortController();
  const stop = () => {
    aborter.abort(cancelled.aborted ? cancelled.reason : context.signal.reason);
  };
  cancelled.addEventListener('abort', stop);
  context.signal.addEventListener('abort', stop);
  if (cancelled.aborted || context.signal.aborted) stop();
  try {
    const answer = await uploadFile(new Blob([media.blob], { type: media.mediaType }), media.name, {
      session: credentialsOf(session),
      signal: aborter.signal,
    });
    await putCache(key, { url: answer.url }, context.now());
    return answer.url;
  } finally {
    cancelled.removeEventListener('abort', stop);
    context.signal.removeEventListener('abort', stop);
  }
}

/** Whether a submission was refused because of an upload, e.g. one that was cleared away since. */
export function isSourceRefused(error: KilnError, payload: GenerateIntent['payload']): boolean {
  if (error.code === 'source-missing') return payload.sources.length > 0;
  const { detail } = error;
  if (error.code !== 'invalid-input' || detail === null) return false;
  return payload.sources.some((source) => detail.includes(`${source.field} - `));
}

/**
 * Forgets where the uploads were, so that one retry sends the bytes again. The submission was refused, so no
 * attempt is outstanding either.
 * @throws KilnError `source-missing`, retryable the first time; then the refusal itself
 */
export async function forgetUploads(
  intent: GenerateIntent,
  context: StepContext,
  refusal: KilnError,
): Promise<never> {
  for (const source of intent.payload.sources) {
    const media = await getMedia(source.mediaId);
    if (media) await removeCache(uploadKey(context.session.userKey, media.sha256));
  }
  const row = await context.commit(
    (fresh) => {
      const current = asGenerate(fresh);
      for (const source of current.payload.sources) source.uploadedUrl = null;
      current.submitAttemptedAtMs = null;
    },
    { keepLease: true },
  );
  if (row.attempts > 0) throw refusal;
  throw new KilnError('source-missing', { retryable: true, detail: refusal.detail });
}
