import { sizeLike } from '../../../src/domain/size-like.ts';
import { setTimeout as sleep } from 'node:timers/promises';

import { backoffDelayMs } from '../../../src/domain/backoff.ts';
import { loraKey, readLora } from '../../../src/domain/loras.ts';
import type { InputValues } from '../../../src/domain/model.ts';
import { OutgoingError } from '../../http/outgoing.ts';
import type { Outgoing } from '../../http/outgoing.ts';
import { EngineError, missingBy, refusedInput } from '../contract/engine.ts';
import type { EngineContext, EngineJob, EngineOutput } from '../contract/engine.ts';
import {
  bytesOfBase64,
  dataUrl,
  judgePicture,
  type JudgedPicture,
  sourceAsMask,
  sourceAsPng,
  sourceOf,
} from '../pictures.ts';
import {
  asUnavailable,
  firstWords,
  mayPass,
  readJson,
  readReference,
  retryAfterMs,
  unlessCancelled,
  writeReference,
} from '../remote.ts';
import { accepted, jobAnswer, refusal } from './answers.ts';
import type { Capabilities, JobAnswer } from './answers.ts';
import { putAt } from '../put-at.ts';
import { guidanceName, guidancePaths, modeOf } from './models.ts';

/** Every pause in one place; tests run on a server of their own and need not wait as long. */
export interface SdcppPace {
  pollMs: number;
  /** How long to keep asking while its queue is full. */
  admissionMs: number;
  busyMs: number;
  /** Without any answer for this long, the platform is told. */
  silenceMs: number;
}

export const sdcppPace: SdcppPace = {
  pollMs: 750,
  admissionMs: 10 * 60_000,
  busyMs: 3_000,
  silenceMs: 60_000,
};

export interface SdcppServer {
  name: string;
  url: string;
  ask: Outgoing;
  headers: Record<string, string>;
  pace: SdcppPace;
  known(): Capabilities;
}

const submitTimeoutMs = 60_000;
/** Four pictures of 2048² as PNG, in base64. */
const answerMaxBytes = 192 * 1024 * 1024;
const refusalMaxBytes = 64 * 1024;

/** Sizes without `width` and `height` fields follow the source, at the area that the model was made for. */
function sizeOf(job: EngineJob, known: Capabilities): { width: number; height: number } {
  const { width, height } = job.input;
  if (typeof width === 'number' && typeof height === 'number') return { width, height };
  const defaults = known.defaults_by_mode?.img_gen ?? { width: 512, height: 512 };
  const { min_width: min, max_width: max } = known.limits;
  return sizeLike(sourceOf(job.sources, 'image'), defaults.width * defaults.height, 64, {
    min: Math.max(64, min),
    max: Math.min(2_048, max),
  });
}

/** Nested as the server has it. */
function guidanceOf(input: InputValues): Record<string, unknown> {
  const guidance: Record<string, unknown> = { txt_cfg: Number(input['cfg_scale']) };
  for (const path of guidancePaths) {
    const value = input[guidanceName(path)];
    if (typeof value === 'number') putAt(guidance, path, value);
  }
  return guidance;
}

const picture = async (data: Promise<Buffer>) => dataUrl('image/png', await data);

/** In their order, which the words may speak of; each in its own shape, and no larger than the model sees. */
function referencesOf(job: EngineJob, known: Capabilities): Promise<string[]> {
  const { width, height } = known.defaults_by_mode?.img_gen ?? { width: 1_024, height: 1_024 };
  const given = job.sources.filter(({ field }) => field === 'image');
  return Promise.all(
    given.map((source) => {
      const area = Math.min(source.width * source.height, width * height);
      return picture(sourceAsPng(source, sizeLike(source, area, 8, { min: 8, max: 4_096 })));
    }),
  );
}

/** The body of `POST /sdcpp/v1/img_gen`; numbers of the wrong kind would be ignored there without a word. */
export async function requestOf(job: EngineJob, server: SdcppServer): Promise<object> {
  const known = server.known();
  const mode = modeOf(server.name, job.model);
  const { input } = job;
  const size = sizeOf(job, known);
  const asked = Array.isArray(input['loras']) ? input['loras'].map(String) : [];
  const loras = asked.flatMap((entry) => {
    const found = known.loras.find(({ name }) => name.toLowerCase() === loraKey(entry));
    return found ? [{ path: found.path, multiplier: readLora(entry).strength ?? 1 }] : [];
  });
  const named = (field: string) =>
    typeof input[field] === 'string' && input[field] !== 'default' ? input[field] : undefined;
  return {
    prompt: String(input['prompt'] ?? ''),
    negative_prompt: String(input['negative_prompt'] ?? ''),
    ...size,
    seed: Number(job.seed),
    batch_count: job.outputs,
    sample_params: {
      sample_steps: Number(input['steps']),
      sample_method: named('sampler'),
      scheduler: named('scheduler'),
      guidance: guidanceOf(input),
    },
    lora: loras,
    ...(mode === 'references' && { ref_images: await referencesOf(job, known) }),
    ...((mode === 'image-to-image' || mode === 'inpainting') && {
      init_image: await picture(sourceAsPng(sourceOf(job.sources, 'image'), size)),
      strength: Number(input['denoising_strength']),
    }),
    ...(mode === 'inpainting' && {
      mask_image: await picture(sourceAsMask(sourceOf(job.sources, 'mask'), size)),
    }),
    // Words about the machine's files do not belong into pictures that people share.
    embed_image_metadata: false,
    output_format: 'png',
  };
}

async function refusalOf(response: Response): Promise<string> {
  const told = refusal.catch({ error: '', message: '' }).parse(await readJson(response));
  return firstWords(told.message || told.error) || `status ${response.status}`;
}

/** Sends, waiting as often as the queue is full. Its own machine: sending twice costs time, not money. */
async function submit(
  server: SdcppServer,
  request: object,
  context: EngineContext,
): Promise<string> {
  const until = performance.now() + server.pace.admissionMs;
  for (let attempt = 1; ; attempt += 1) {
    const response = await server.ask(`${server.url}/sdcpp/v1/img_gen`, {
      method: 'POST',
      headers: { ...server.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      timeoutMs: submitTimeoutMs,
      maxBytes: refusalMaxBytes,
    });
    if (response.status === 202) {
      const parsed = accepted.safeParse(await readJson(response));
      if (parsed.success) return parsed.data.id;
      throw new EngineError('engine-failed', `${server.name} gave no job id`, { retryable: true });
    }
    if (response.status === 429 && performance.now() < until) {
      await response.body?.cancel();
      context.reportProgress({ phase: 'waiting' });
      const policy = { baseMs: server.pace.busyMs, capMs: 30_000 };
      const pauseMs = backoffDelayMs(policy, attempt, Math.random(), retryAfterMs(response));
      await sleep(pauseMs, undefined, { signal: context.signal });
      continue;
    }
    const words = await refusalOf(response);
    if (response.status === 400) {
      const reason = { field: null, reason: 'engine-refused', values: [server.name] } as const;
      throw refusedInput(reason, `${server.name} refused the request: ${words}`);
    }
    const [code, retryable] =
      response.status === 429
        ? (['too-many-requests', true] as const)
        : (['engine-unavailable', response.status >= 500] as const);
    throw new EngineError(code, `${server.name} takes no job now: ${words}`, { retryable });
  }
}

type End = JobAnswer | 'gone';

/** Follows a job to its end. One bad poll never fails it. */
async function follow(server: SdcppServer, id: string, context: EngineContext): Promise<End> {
  let heardMs = performance.now();
  for (;;) {
    try {
      const response = await server.ask(`${server.url}/sdcpp/v1/jobs/${id}`, {
        headers: server.headers,
        signal: context.signal,
        timeoutMs: submitTimeoutMs,
        maxBytes: answerMaxBytes,
      });
      if (response.status === 404 || response.status === 410) {
        await response.body?.cancel();
        return 'gone';
      }
      const answer = response.ok ? jobAnswer.safeParse(await readJson(response)) : null;
      if (answer?.success) {
        heardMs = performance.now();
        const { status, queue_position: queuePosition } = answer.data;
        if (status !== 'queued' && status !== 'generating') return answer.data;
        context.reportProgress({
          phase: status === 'queued' ? 'waiting' : 'generating',
          queuePosition,
        });
      } else await response.body?.cancel().catch(() => undefined);
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof OutgoingError)) throw error;
    }
    if (performance.now() - heardMs > server.pace.silenceMs) {
      throw new EngineError('engine-unavailable', `${server.name} has stopped answering`, {
        retryable: true,
      });
    }
    await sleep(server.pace.pollMs, undefined, { signal: context.signal });
  }
}

/** Only what still waits can be taken back; what is being made is finished there and thrown away. */
export async function cancelRemote(server: SdcppServer, id: string): Promise<void> {
  const response = await server.ask(`${server.url}/sdcpp/v1/jobs/${id}/cancel`, {
    method: 'POST',
    headers: server.headers,
    timeoutMs: 10_000,
  });
  await response.body?.cancel();
}

function used(job: EngineJob, size: { width: number; height: number }, seed: string): InputValues {
  return { ...job.input, ...size, seed, n: 1 };
}

async function collect(
  job: EngineJob,
  answer: JobAnswer,
  context: EngineContext,
): Promise<EngineOutput[]> {
  const images = (answer.result?.images ?? [])
    .toSorted((one, other) => one.index - other.index)
    .slice(0, job.outputs);
  const outputs: EngineOutput[] = [];
  let failure: EngineError | null = null;
  for (const image of images) {
    let picture: JudgedPicture;
    try {
      picture = await judgePicture(bytesOfBase64(image.b64_json));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // One damaged picture does not take the others along.
      failure = error;
      continue;
    }
    // The pictures of a batch have consecutive seeds.
    const seed = String(Number(job.seed) + image.index);
    outputs.push({
      ...picture,
      index: outputs.length,
      seed,
      model: job.model,
      parameters: used(job, { width: picture.width, height: picture.height }, seed),
      censored: false,
      warnings: [],
    });
  }
  if (outputs.length === 0 && failure) throw failure;
  if (outputs.length < job.outputs)
    context.reportProgress({ phase: 'finishing', missing: missingBy(failure) });
  return outputs;
}

export async function runSdcpp(
  server: SdcppServer,
  job: EngineJob,
  context: EngineContext,
  onCancel: (id: string) => void,
): Promise<EngineOutput[]> {
  const forget = () => context.saveExternalReference(writeReference({ state: 'none' }));
  try {
    context.signal.throwIfAborted();
    context.reportProgress({ phase: 'preparing' });
    const known = readReference(job.externalReference);
    let id: string;
    if (known.state === 'submitted') id = known.id;
    else {
      const request = await requestOf(job, server);
      context.signal.throwIfAborted();
      id = await unlessCancelled(submit(server, request, context), context.signal, onCancel);
      await context.saveExternalReference(writeReference({ state: 'submitted', id }));
    }
    let end: End;
    try {
      context.signal.throwIfAborted();
      end = await follow(server, id, context);
    } catch (error) {
      if (context.signal.reason === 'cancelled') onCancel(id);
      throw error;
    }
    if (end === 'gone') {
      await forget();
      throw new EngineError('engine-failed', `${server.name} no longer knows the job`, {
        retryable: true,
      });
    }
    if (end.status !== 'completed') {
      await forget();
      const words = firstWords(end.error?.message) || end.status;
      const retryable = end.status !== 'failed' || mayPass(words);
      throw new EngineError('engine-failed', `${server.name} failed: ${words}`, { retryable });
    }
    context.reportProgress({ phase: 'finishing' });
    return await collect(job, end, context);
  } catch (error) {
    context.signal.throwIfAborted();
    throw asUnavailable(error, server.name);
  }
}
