import type * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { downloadSmallPicture } from '../../api/files.ts';
import { lastingAddress } from '../../api/contract/files.ts';
import { filesIn, generationStatus } from '../../api/contract/generate.ts';
import type { generation } from '../../api/contract/generate.ts';
import { getModels } from '../../db/caches.ts';
import { isFileRefused } from '../../db/media/refused-files.ts';
import { saveArrival } from '../../db/works/device-copies.ts';
import { appendLog, enterStage } from '../../db/intents/rows.ts';
import type { WorkRow } from '../../db/schema.ts';
import { workMediaId } from '../../db/works/purge.ts';
import type { NewWork } from '../../db/works/works.ts';
import { isErrorCode, KilnError } from '../../domain/errors.ts';
import { mayHaveSmallPicture } from '../../domain/file-kinds.ts';
import type { MediaId, WorkId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { isTerminalJobState } from '../../domain/job.ts';
import type { InputValues, ModelPlace } from '../../domain/model.ts';
import { asGenerate } from './as-generate.ts';
import { downloadVerified } from '../transfer/download.ts';
import { troubleOf } from '../output-trouble.ts';
import { applyJobState } from '../poller/job-state.ts';
import { canDecodePictures, makeThumbnail, thumbnailMaxPixels } from '../../media/pictures.ts';
import { credentialsOf } from '../engine/types.ts';
import type { StepContext } from '../engine/types.ts';

type Generation = z.infer<typeof generation>;
type OnProgress = (receivedBytes: number) => Promise<void>;
type Prompts = Pick<WorkRow, 'prompt' | 'negativePrompt'>;

/**
 * Downloads and verifies what a finished job made. Each output becomes a work in one transaction with its
 * bytes; the last one carries the row to `done`. A repeat goes on after what is stored already.
 */
export async function bringHome(intent: GenerateIntent, context: StepContext): Promise<void> {
  if (intent.jobId === null) throw new TypeError(`${intent.id} has no job`);
  const answer = await call(generationStatus, {
    place: intent.payload.place,
    params: { id: intent.jobId },
    session: credentialsOf(context.session),
    signal: context.signal,
  }).catch((error: unknown) => {
    if (!(error instanceof KilnError) || error.code !== 'not-found') throw error;
    throw new KilnError('result-gone', { retryable: true, httpStatus: error.httpStatus });
  });
  if (answer.state !== 'Finished') {
    await context.commit((fresh) => {
      const row = asGenerate(fresh);
      row.stage = 'running';
      applyJobState(row, answer, context.now());
      // The status call contradicts the check that said "finished". The poller asks again later, to avoid a busy loop.
      if (!isTerminalJobState(answer.state))
        appendLog(row, context.now(), 'not-finished-after-all');
    });
    return;
  }
  const missing = Math.max(0, answer.total - answer.finished);
  const noteMissing = (row: GenerateIntent) => {
    row.missingOutputs = missing;
    if (missing > 0 && isErrorCode(answer.code)) row.missingCode = answer.code;
  };
  const outputs = filesIn(answer);
  if (outputs.length === 0) {
    // A job that made nothing is failed, not finished. So the person has deleted all of its works meanwhile.
    await context.commit((fresh) => {
      noteMissing(asGenerate(fresh));
      enterStage(fresh, 'done', context.now(), 'everything it made was deleted');
    });
    return;
  }
  const prompts = await promptsOf(intent);
  for (const [index, output] of outputs.entries()) {
    const isLast = index === outputs.length - 1;
    const onProgress = progressOf(outputs, index, context);
    const arrival = await bringOne(output, intent, { prompts, onProgress }, context);
    await context.commit(
      async (fresh) => {
        const row = asGenerate(fresh);
        if (arrival) await saveArrival(arrival, context.now());
        const id = output.id as WorkId;
        if (!row.workIds.includes(id)) row.workIds.push(id);
        noteMissing(row);
        if (arrival?.work.remote === 'expired') row.lostOriginals = (row.lostOriginals ?? 0) + 1;
        // A stored work is progress, so failures are counted anew for the next one.
        row.attempts = 0;
        appendLog(row, context.now(), arrival?.media ? 'work-stored' : 'work-noted', output.id);
        if (!isLast) return;
        row.download = null;
        enterStage(row, 'done', context.now());
      },
      { keepLease: !isLast, tables: ['works', 'bin', 'media', 'thumbnails', 'downloads', 'parts'] },
    );
  }
}

/** Progress is written no more often than this: every list of requests is read again each time. */
const progressEveryMs = 500;

/** Writes how many bytes of all results have arrived, for the progress on the screen. */
function progressOf(outputs: readonly Generation[], index: number, context: StepContext) {
  const sum = (list: readonly Generation[]) => list.reduce((bytes, one) => bytes + one.bytes, 0);
  const totalBytes = sum(outputs);
  const before = sum(outputs.slice(0, index));
  let writtenAtMs = context.now();
  return async (received: number): Promise<void> => {
    if (context.now() - writtenAtMs < progressEveryMs) return;
    writtenAtMs = context.now();
    await context.commit(
      (fresh) => {
        asGenerate(fresh).download = { receivedBytes: before + received, totalBytes };
      },
      { keepLease: true },
    );
  };
}

/** The verified rows of one output; null when it was stored before. */
async function bringOne(
  output: Generation,
  intent: GenerateIntent,
  { prompts, onProgress }: { prompts: Prompts; onProgress: OnProgress },
  context: StepContext,
): Promise<NewWork | null> {
  const id = output.id as WorkId;
  // The row and its bytes were written together. If the bytes are missing now, the person has deleted them.
  if (intent.workIds.includes(id)) return null;
  const mediaId = workMediaId(id);
  const createdAtMs = Date.parse(output.create_time);
  const facts = {
    id,
    owner: intent.owner,
    jobId: intent.jobId as NonNullable<GenerateIntent['jobId']>,
    intentId: intent.id,
    ...(intent.group && { group: intent.group }),
    jobType: intent.payload.jobType,
    model: output.model,
    modelLabel: intent.payload.modelLabel,
    place: intent.payload.place,
    origin: 'generated',
    ...sourcesOf(intent),
    ...prompts,
    parameters: output.params,
    seed: output.seed,
    bytes: output.bytes,
    sha256: output.sha256,
    remoteUrl: lastingAddress(output.img),
    createdAtMs,
    starred: 0,
    rated: 0,
    rating: 0,
    censored: output.censored,
    warnings: output.warnings,
    ...troubleOf(output),
    pinned: 0,
    expiresAtMs: output.expires_at === null ? null : Date.parse(output.expires_at),
    deletedAtMs: null,
  } as const;
  const original = await bringOriginal(
    output,
    { mediaId, place: intent.payload.place, onProgress },
    context,
  );
  if (typeof original === 'string') {
    const { width, height, media_type: mediaType } = output;
    const rest = {
      width,
      height,
      mediaType,
      thumbhash: '',
      onDevice: 0,
      remote: original,
    } as const;
    const work: WorkRow = {
      ...facts,
      ...rest,
      thumbnailWanted: mayHaveSmallPicture(mediaType) ? 1 : 0,
    };
    return { work, media: null, thumbnail: null };
  }
  const { blob, verified } = original;
  const { width, height, mediaType, thumbnail } = verified;
  const shape = { width, height, mediaType };
  return {
    work: {
      ...facts,
      ...shape,
      thumbhash: thumbnail?.thumbhash ?? '',
      onDevice: 1,
      thumbnailWanted: mediaType === 'image/svg+xml' ? 1 : 0,
      remote: output.original,
    },
    media: {
      id: mediaId,
      blob,
      ...shape,
      bytes: blob.size,
      sha256: output.sha256,
      name: '',
      role: 'original',
      createdAtMs,
    },
    thumbnail: thumbnail && {
      id: mediaId,
      blob: thumbnail.blob,
      width: thumbnail.width,
      height: thumbnail.height,
    },
  };
}

/**
 * The verified bytes; or where the original is instead. `expired`: the platform removed it before this device fetched it,
 * and only the small picture is left. Anything else: this window keeps no files, and the platform has it.
 */
async function bringOriginal(
  output: Generation,
  { mediaId, place, onProgress }: { mediaId: MediaId; place: ModelPlace; onProgress: OnProgress },
  context: StepContext,
) {
  const { img, bytes, media_type: mediaType } = output;
  try {
    const file = { id: mediaId, url: img, place, bytes, mediaType, onProgress };
    const { blob, verified } = await downloadVerified(file, output, context);
    const poster = place === 'platform' ? () => bringPoster(output, context) : () => null;
    const thumbnail = verified.thumbnail ?? (await poster());
    const typed = new Blob([blob], { type: verified.mediaType });
    return { blob: typed, verified: { ...verified, thumbnail } };
  } catch (error) {
    const isOver = error instanceof KilnError && error.code === 'result-gone' && !error.retryable;
    if (isOver) return 'expired';
    if (place === 'platform' && isFileRefused(error)) return output.original;
    throw error;
  }
}

/** Whether the platform has the small picture of what this device cannot draw by itself. */
const hasPoster = (mediaType: string): boolean =>
  mayHaveSmallPicture(mediaType) &&
  (!mediaType.startsWith('image/') || mediaType === 'image/svg+xml');

/** The picture that stands for a film or a sound; null when there is none, or not now. */
async function bringPoster(output: Generation, context: StepContext) {
  if (!hasPoster(output.media_type) || !canDecodePictures()) return null;
  try {
    const { signal } = context;
    const session = credentialsOf(context.session);
    const options = { width: thumbnailMaxPixels, session, signal };
    const blob = await downloadSmallPicture(output.img, options);
    return blob && (await makeThumbnail(blob));
  } catch (error) {
    if (context.signal.aborted) throw error;
    return null;
  }
}

/** The source files of a request, in the form in which its works record them. */
function sourcesOf({ payload }: GenerateIntent): Pick<WorkRow, 'sources' | 'keptSources'> {
  const isRemote = payload.place === 'platform';
  const sources = payload.sources.map(({ field, mediaId, uploadedUrl: url }) => ({
    field,
    mediaId,
    kept: isRemote && url !== null ? { url, sha256: null, bytes: null } : null,
  }));
  const keptSources = sources.flatMap(({ mediaId, kept }) => (kept ? [] : [mediaId]));
  return { sources, keptSources };
}

/** Prompt and negative prompt from the fields that the model names for them. */
async function promptsOf(intent: GenerateIntent): Promise<Prompts> {
  const model = (await getModels())?.find((item) => item.model === intent.payload.model);
  const read = (input: InputValues, field: string | null | undefined) => {
    const value = field ? input[field] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const { input } = intent.payload;
  return {
    prompt: read(input, model ? model.filed_mappings.prompt : 'prompt'),
    negativePrompt: read(input, model ? model.filed_mappings.negative_prompt : 'negative_prompt'),
  };
}
