import { lastingAddress } from '../../api/contract/files.ts';
import { getUploadAddress, putUploadAddress, removeUploadAddress } from '../../db/keep-answers.ts';
import { enterStage, appendLog } from '../../db/intents/rows.ts';
import { watchCancel } from '../../db/intents/lists.ts';
import { getMedia } from '../../db/media/media.ts';
import type { MediaRow } from '../../db/schema.ts';
import { getSetting } from '../../db/settings.ts';
import { KilnError } from '../../domain/errors.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import type { InputValues, ModelPlace } from '../../domain/model.ts';
import { uploadPurposeOf } from '../../domain/uploads.ts';
import { asGenerate } from '../kinds/as-generate.ts';
import { failureScope } from '../engine/retry-policy.ts';
import { ProgressWriter } from './progress-writer.ts';
import { sendFile } from './send-file.ts';
import { uploadCopyOf } from './upload-copy.ts';
import type { StepContext } from '../engine/types.ts';

/** For so long an upload is assumed to be on the platform. Of older ones the platform is asked: it removes unused ones. */
const reuseForMs = 6 * 3_600_000;

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
 * @returns the row with all its URLs, or in stage `cancelled`; null when the person paused the queue meanwhile,
 *   and then the row is let go
 */
export async function uploadSources(
  intent: GenerateIntent,
  context: StepContext,
): Promise<GenerateIntent | null> {
  const travellers = await travellersOf(intent);
  const totalBytes = travellers.reduce((sum, media) => sum + media.bytes, 0);
  const bytesBefore = (index: number) =>
    travellers.slice(0, index).reduce((sum, media) => sum + media.bytes, 0);
  let row = asGenerate(
    await context.commit(
      (fresh) => {
        if (fresh.stage === 'uploading') return;
        fresh.stage = 'uploading';
        appendLog(fresh, context.now(), 'stage-changed', 'uploading');
      },
      { keepLease: true },
    ),
  );
  const stop = new AbortController();
  const onHostStop = () => {
    stop.abort(context.signal.reason);
  };
  context.signal.addEventListener('abort', onHostStop);
  if (context.signal.aborted) onHostStop();
  let ended: 'cancelled' | 'paused' | null = null;
  const end = (why: 'cancelled' | 'paused') => {
    ended = why;
    stop.abort(new KilnError('cancelled', { retryable: false }));
  };
  const stopWatching = watchCancel(intent.id, () => {
    end('cancelled');
  });
  try {
    for (const [index, source] of row.payload.sources.entries()) {
      const media = travellers[index];
      if (source.uploadedUrl !== null || !media) continue;
      const tell = async (bytes: number) => {
        await context.commit(
          (fresh) => {
            noteProgress(asGenerate(fresh), bytesBefore(index) + bytes, totalBytes);
          },
          { keepLease: true },
        );
        if (await getSetting('queuePaused')) end('paused');
      };
      const teller = new ProgressWriter(tell, () => context.now());
      let url: string;
      try {
        url = await uploadOne(media, row.payload.place, context, stop.signal, teller);
      } finally {
        await teller.stop();
      }
      row = asGenerate(
        await context.commit(
          (fresh) => {
            const current = asGenerate(fresh);
            const target = current.payload.sources[index];
            if (target) target.uploadedUrl = url;
            noteProgress(current, bytesBefore(index + 1), totalBytes);
            appendLog(current, context.now(), 'source-uploaded', source.field);
          },
          { keepLease: true },
        ),
      );
      if (row.cancelRequestedAtMs !== null) return await endCancelled(context);
    }
    return row;
  } catch (error) {
    if (ended === 'cancelled') return await endCancelled(context);
    if (ended === null) throw error;
    await context.commit((fresh) => {
      appendLog(fresh, context.now(), 'upload-paused');
    });
    return null;
  } finally {
    stopWatching();
    context.signal.removeEventListener('abort', onHostStop);
  }
}

/** The file to upload for each source, in the order of the sources. */
async function travellersOf(intent: GenerateIntent): Promise<MediaRow[]> {
  const travellers: MediaRow[] = [];
  for (const source of intent.payload.sources) {
    const media = await getMedia(source.mediaId);
    if (!media) throw new KilnError('source-missing', { retryable: false });
    travellers.push(await uploadCopyOf(media, intent.payload.model));
  }
  return travellers;
}

function noteProgress(row: GenerateIntent, uploadedBytes: number, totalBytes: number): void {
  const isMore = uploadedBytes > (row.upload?.uploadedBytes ?? 0);
  row.upload = { uploadedBytes, totalBytes };
  // Bytes that get through prove the line: its earlier failures no longer count towards giving up.
  if (isMore && (row.error === null || failureScope(row.error) === 'network')) {
    row.attempts = 0;
    row.failingSinceMs = null;
  }
}

async function endCancelled(context: StepContext): Promise<GenerateIntent> {
  const row = await context.commit((fresh) => {
    enterStage(fresh, 'cancelled', context.now());
  });
  return asGenerate(row);
}

async function uploadOne(
  media: MediaRow,
  place: ModelPlace,
  context: StepContext,
  signal: AbortSignal,
  teller: ProgressWriter,
): Promise<string> {
  // The Horde gets sources inside the request itself, so there is no upload to remember for the platform.
  if (place !== 'platform') return send(media, place, context, signal, teller);
  const { userKey } = context.session;
  const known = await getUploadAddress(userKey, media.sha256);
  if (known && context.now() - known.fetchedAtMs < reuseForMs) return known.value.url;
  const url = lastingAddress(await send(media, place, context, signal, teller));
  await putUploadAddress(userKey, media.sha256, url, context.now());
  return url;
}

async function send(
  media: MediaRow,
  place: ModelPlace,
  context: StepContext,
  signal: AbortSignal,
  teller: ProgressWriter,
): Promise<string> {
  const purpose = uploadPurposeOf(media.mediaType);
  if (!purpose) {
    throw new KilnError('unsupported-media', { retryable: false, detail: media.mediaType });
  }
  const { session } = context;
  const now = () => context.now();
  return sendFile(
    media,
    purpose,
    { session, signal, now },
    { place, onProgress: (sent) => teller.note(sent) },
  );
}

/** Whether a submission was refused because of an upload, e.g. one that was cleared away since. */
export function isSourceRefused(error: KilnError, payload: GenerateIntent['payload']): boolean {
  if (error.code === 'source-missing') return payload.sources.length > 0;
  if (error.code !== 'invalid-input') return false;
  const refused = new Set(error.reasons.map(({ field }) => field));
  return payload.sources.some((source) => refused.has(source.field));
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
  for (const media of await travellersOf(intent)) {
    await removeUploadAddress(context.session.userKey, media.sha256);
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
