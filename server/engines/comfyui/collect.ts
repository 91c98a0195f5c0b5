import { setTimeout as sleep } from 'node:timers/promises';

import {
  EngineError,
  missingBy,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
} from '../contract/engine.ts';
import { judgePicture, type JudgedPicture } from '../pictures.ts';
import type { ComfyPicture, HistoryEntry } from './answers.ts';
import { ComfyFailure, type ComfyClient } from './client.ts';
import type { Manifest } from './manifest.ts';

const tries = 3;
const firstPauseMs = 300;

/** Pictures that count, in the manifest's order; previews only where nothing was saved. */
export function picturesOf(entry: HistoryEntry, manifest: Manifest): ComfyPicture[] {
  const nodes = manifest.outputs.length > 0 ? manifest.outputs : Object.keys(entry.outputs);
  const all = nodes.flatMap((id) =>
    Object.hasOwn(entry.outputs, id) ? (entry.outputs[id]?.images ?? []) : [],
  );
  const kept = all.filter((picture) => picture.type === 'output');
  return kept.length > 0 ? kept : all;
}

async function bring(
  client: ComfyClient,
  picture: ComfyPicture,
  signal: AbortSignal,
): Promise<JudgedPicture> {
  let cause: unknown;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await sleep(firstPauseMs * attempt, undefined, { signal });
    try {
      return await judgePicture(await client.view(picture, signal));
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
      if (error instanceof ComfyFailure && error.status === 404) break;
    }
  }
  const isGone = cause instanceof ComfyFailure && cause.status === 404;
  throw new EngineError(
    isGone ? 'result-gone' : 'result-damaged',
    isGone ? 'ComfyUI no longer has this picture' : 'A picture of ComfyUI could not be fetched',
    { retryable: false, cause },
  );
}

/**
 * Brings a prompt's pictures home.
 * @throws EngineError when not one of them came
 */
export async function collectOutputs(
  client: ComfyClient,
  entry: HistoryEntry,
  job: EngineJob,
  manifest: Manifest,
  context: EngineContext,
): Promise<EngineOutput[]> {
  const { signal } = context;
  const pictures = picturesOf(entry, manifest).slice(0, job.outputs);
  const outputs: EngineOutput[] = [];
  let failure: unknown = new EngineError('engine-failed', 'The workflow saved no picture', {
    retryable: false,
  });
  for (const picture of pictures) {
    try {
      const brought = await bring(client, picture, signal);
      const { width, height } = brought;
      outputs.push({
        ...brought,
        index: outputs.length,
        seed: job.seed,
        model: job.model,
        // A batch has one seed, and its later pictures come only with the same number of them.
        parameters: { ...job.input, seed: job.seed, width, height },
        censored: false,
        warnings: [],
      });
    } catch (error) {
      signal.throwIfAborted();
      // The others may still be good.
      failure = error;
    }
  }
  if (outputs.length === 0) throw failure;
  if (outputs.length < job.outputs)
    context.reportProgress({ phase: 'finishing', missing: missingBy(failure) });
  return outputs;
}
