import type { z } from 'zod';
import { call } from '../api/client.ts';
import { generationStatus } from '../api/contract/generate.ts';
import type { generation } from '../api/contract/generate.ts';
import { downloadFile } from '../api/files.ts';
import { getModels } from '../db/caches.ts';
import { appendLog, enterStage } from '../db/intent-rows.ts';
import { stopWith } from '../db/intent-steps.ts';
import type { WorkRow } from '../db/schema.ts';
import { saveWorks, workMediaId } from '../db/works.ts';
import type { NewWork } from '../db/works.ts';
import { KilnError } from '../domain/errors.ts';
import type { WorkId } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { isTerminalJobState } from '../domain/job.ts';
import type { InputValues } from '../domain/model.ts';
import { asGenerate } from './as-generate.ts';
import { applyJobState } from './job-state.ts';
import { credentialsOf } from './types.ts';
import type { StepContext } from './types.ts';
import { verifyDownload } from './verify.ts';

type Generation = z.infer<typeof generation>;

/**
 * Downloads and verifies what a finished job made. Each output becomes a work in one transaction with its
 * bytes; the last one carries the row to `done`. A repeat goes on after what is stored already.
 */
export async function bringHome(intent: GenerateIntent, context: StepContext): Promise<void> {
  if (intent.jobId === null) throw new TypeError(`${intent.id} has no job`);
  const answer = await call(generationStatus, {
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
      // Not what "finished" promised: ask again later rather than in a circle.
      if (!isTerminalJobState(answer.state))
        appendLog(row, context.now(), 'not-finished-after-all');
    });
    return;
  }
  const missing = Math.max(0, answer.total - answer.generations.length);
  if (answer.generations.length === 0) {
    await context.commit((fresh) => {
      asGenerate(fresh).missingOutputs = missing;
      stopWith(
        fresh,
        'failed',
        { code: 'engine-failed', httpStatus: null, detail: answer.message },
        context.now(),
      );
    });
    return;
  }
  const prompts = await promptsOf(intent);
  const createdAtMs = context.now();
  for (const [index, output] of answer.generations.entries()) {
    const isLast = index === answer.generations.length - 1;
    const work = await bringOne(output, intent, { ...prompts, createdAtMs }, context);
    await context.commit(
      async (fresh) => {
        const row = asGenerate(fresh);
        if (work) await saveWorks([work]);
        const id = output.id as WorkId;
        if (!row.workIds.includes(id)) row.workIds.push(id);
        row.missingOutputs = missing;
        // A work at home is progress: failures of the next one are counted anew.
        row.attempts = 0;
        appendLog(row, context.now(), 'work-stored', output.id);
        if (isLast) enterStage(row, 'done', context.now());
      },
      { keepLease: !isLast, tables: ['works', 'media', 'thumbnails'] },
    );
  }
}

/** The verified rows of one output; null when it was stored before. */
async function bringOne(
  output: Generation,
  intent: GenerateIntent,
  shared: { prompt: string; negativePrompt: string; createdAtMs: number },
  context: StepContext,
): Promise<NewWork | null> {
  const id = output.id as WorkId;
  // On record together with its bytes; if they are gone since, the person deleted them.
  if (intent.workIds.includes(id)) return null;
  const blob = await downloadFile(output.img, {
    expectedBytes: output.bytes,
    session: credentialsOf(context.session),
    signal: context.signal,
  });
  const verified = await verifyDownload(blob, output);
  const mediaId = workMediaId(id);
  const work: WorkRow = {
    id,
    owner: intent.owner,
    jobId: intent.jobId as NonNullable<GenerateIntent['jobId']>,
    intentId: intent.id,
    jobType: intent.payload.jobType,
    model: output.model,
    modelName: intent.payload.modelLabel.en,
    prompt: shared.prompt,
    negativePrompt: shared.negativePrompt,
    parameters: output.params,
    seed: output.seed,
    width: verified.width,
    height: verified.height,
    mediaType: verified.mediaType,
    bytes: blob.size,
    sha256: output.sha256,
    remoteUrl: output.img,
    createdAtMs: shared.createdAtMs,
    starred: 0,
    rated: 0,
    rating: 0,
    censored: output.censored,
    warnings: output.warnings,
    thumbhash: verified.thumbnail?.thumbhash ?? '',
    onDevice: 1,
    pinned: 0,
    thumbnailWanted: 0,
    remote: 'kept',
    expiresAtMs: null,
    deletedAtMs: null,
  };
  return {
    work,
    media: {
      id: mediaId,
      blob: new Blob([blob], { type: verified.mediaType }),
      mediaType: verified.mediaType,
      bytes: blob.size,
      sha256: output.sha256,
      width: verified.width,
      height: verified.height,
      name: '',
      role: 'original',
      createdAtMs: shared.createdAtMs,
    },
    thumbnail: verified.thumbnail && {
      id: mediaId,
      blob: verified.thumbnail.blob,
      width: verified.thumbnail.width,
      height: verified.thumbnail.height,
    },
  };
}

/** Prompt and negative prompt from the fields that the model names for them. */
async function promptsOf(
  intent: GenerateIntent,
): Promise<{ prompt: string; negativePrompt: string }> {
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
