import { call } from '../../api/client.ts';
import { lastingAddress } from '../../api/contract/files.ts';
import { addWork } from '../../api/contract/own-works.ts';
import type { ServerWork } from '../../api/contract/works.ts';
import { watchCancel } from '../../db/intents/lists.ts';
import { isRefusal } from '../../db/intents/rules.ts';
import { enterStage } from '../../db/intents/rows.ts';
import type { WorkRow } from '../../db/schema.ts';
import { getDeviceId } from '../../db/works/device-copies.ts';
import {
  gatherOthers,
  leaveOthers,
  noteAsked,
  noteKept,
  noteRefused,
  readUntold,
} from '../../db/works/give-works.ts';
import type { UntoldWork } from '../../db/works/give-works.ts';
import type { KeepIntent } from '../../db/works/untold.ts';
import { purgedTables, purgeWorks } from '../../db/works/purge.ts';
import { KilnError } from '../../domain/errors.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { ownWorkPromptMaxCharacters } from '../../domain/limits.ts';
import { joinPrompt } from '../../domain/parameters.ts';
import { tapAgeMs } from '../../domain/tap-age.ts';
import { sha256Hex } from '../../media/hash.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler, StepContext } from '../engine/types.ts';
import { sendFile } from '../transfer/send-file.ts';

function asKeep(row: Intent): KeepIntent {
  if (row.kind !== 'keep-work') throw new TypeError(`A ${row.kind} is no keep-work`);
  return row;
}

/**
 * Gives the platform works that no job made: the bytes first, then the call that makes them a work there. The work's
 * name is the key, so that a repeat after a lost answer is answered with the work that is there. One work a step, so
 * that nothing that is said of it has to wait for the others.
 */
export const keepWork: IntentHandler<KeepIntent> = {
  kind: 'keep-work',
  lane: () => 'give',
  async perform(intent, context) {
    const [id] = intent.payload.workIds;
    if (intent.cancelRequestedAtMs !== null) {
      await end('cancelled', context);
      return;
    }
    const untold = id && (await readUntold(id));
    if (!untold) {
      await endFirst(context);
      return;
    }
    const stop = new AbortController();
    const onHostStop = () => {
      stop.abort(context.signal.reason);
    };
    context.signal.addEventListener('abort', onHostStop);
    if (context.signal.aborted) onHostStop();
    const stopWatching = watchCancel(intent.id, () => {
      stop.abort(new KilnError('cancelled', { retryable: false }));
    });
    try {
      await give(untold, { ...context, signal: stop.signal }, intent.createdAtMs);
    } catch (error) {
      await afterFailure(untold.work.id, error, context);
    } finally {
      stopWatching();
      context.signal.removeEventListener('abort', onHostStop);
    }
  },
};

async function end(stage: 'done' | 'cancelled', context: StepContext): Promise<void> {
  await context.commit((row) => {
    enterStage(row, stage, context.now());
  });
}

/** Ends with the first work of the list; the others go on as a row of their own. */
async function endFirst(
  context: StepContext,
  change: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await context.commit(
    async (row) => {
      await change();
      await leaveOthers(asKeep(row), context.now());
      enterStage(row, 'done', context.now());
    },
    { tables: purgedTables },
  );
}

async function give(
  { media, thumbnail }: UntoldWork,
  context: StepContext,
  takenInAtMs: number,
): Promise<void> {
  const id = media.id as string as WorkId;
  const image = await sendFile(media, 'work', context);
  const isPicture = media.mediaType.startsWith('image/');
  const poster = isPicture || !thumbnail ? null : await sendPoster(thumbnail, context);
  let work: WorkRow | undefined;
  await context.commit(
    async () => {
      work = await noteAsked(id);
    },
    { keepLease: true, tables: ['works'] },
  );
  if (!work) {
    await endFirst(context);
    return;
  }
  const { data } = await call(addWork, {
    body: await bodyOf(work, { image, poster }, takenInAtMs, context.now()),
    session: credentialsOf(context.session),
    signal: context.signal,
  }).catch(asGone);
  await endFirst(context, async () => {
    if (data) await noteKept(id, keptOf(data));
    else await purgeWorks([id], context.now());
  });
}

/** An upload that was cleared away before it was asked for is sent again. */
function asGone(error: unknown): never {
  const isGone =
    error instanceof KilnError &&
    error.reasons.some(({ field, reason }) => field === 'image' && reason === 'not-your-file');
  throw isGone ? new KilnError('source-missing', { retryable: true, cause: error }) : error;
}

async function sendPoster(
  { blob }: NonNullable<UntoldWork['thumbnail']>,
  context: StepContext,
): Promise<string> {
  const sha256 = await sha256Hex(blob);
  const { size: bytes, type: mediaType } = blob;
  return sendFile({ blob, sha256, bytes, mediaType, name: '' }, 'source', context);
}

/** What the platform takes is bounded; what it would refuse for its length is cut, and stays whole here. */
async function bodyOf(
  work: WorkRow,
  files: { image: string; poster: string | null },
  takenInAtMs: number,
  nowMs: number,
) {
  const { id, origin, jobType, model, modelLabel, parameters, seed, width, height } = work;
  return {
    ...files,
    image_id: id,
    origin: origin === 'assembled' ? origin : ('imported' as const),
    sources: work.sources.flatMap(({ field, kept }) => (kept ? [{ field, url: kept.url }] : [])),
    jobtype: jobType,
    model: model.slice(0, 200),
    modelname: (modelLabel?.en ?? '').slice(0, 200),
    params: parameters,
    prompt: joinPrompt(work.prompt, work.negativePrompt).slice(0, ownWorkPromptMaxCharacters),
    seed: seed.slice(0, 40),
    width,
    height,
    create_time: new Date(Math.min(nowMs, work.createdAtMs)).toISOString(),
    thumbhash: work.thumbhash,
    starred: work.starred,
    rating: work.rating,
    age_ms: tapAgeMs(takenInAtMs, nowMs),
    device_id: await getDeviceId(nowMs),
  };
}

function keptOf(data: ServerWork) {
  return {
    mediaType: data.media_type,
    bytes: data.bytes,
    sha256: data.sha256,
    width: data.width,
    height: data.height,
    remoteUrl: lastingAddress(data.image),
    createdAtMs: Date.parse(data.create_time),
    remote: data.original,
    expiresAtMs: data.expires_at === null ? null : Date.parse(data.expires_at),
  };
}

/** @throws what went wrong, unless the person cancelled it */
async function afterFailure(id: WorkId, error: unknown, context: StepContext): Promise<void> {
  if (!(error instanceof KilnError)) throw error;
  if (error.code === 'cancelled') {
    await end('cancelled', context);
    return;
  }
  if (error.retryable || !isRefusal(error.code)) throw error;
  await context.commit(
    async (row) => {
      await noteRefused(id);
      // It is about this file alone: the others go on. What is about the person holds for all of them.
      if (isAboutTheFile(error)) await leaveOthers(asKeep(row), context.now());
      else if (error.code === 'quota-exceeded') await gatherOthers(asKeep(row), context.now());
    },
    { keepLease: true, tables: ['works'] },
  );
  throw error;
}

const isAboutTheFile = ({ code }: KilnError): boolean =>
  ['unsupported-media', 'too-large', 'invalid-input', 'conflict', 'source-missing'].includes(code);
