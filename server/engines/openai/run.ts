import { setTimeout as sleep } from 'node:timers/promises';

import { backoffDelayMs } from '../../../src/domain/backoff.ts';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { OutgoingError } from '../../http/outgoing.ts';
import type { Outgoing } from '../../http/outgoing.ts';
import { EngineError, missingBy } from '../contract/engine.ts';
import type { EngineContext, EngineJob, EngineOutput, EnginePreview } from '../contract/engine.ts';
import { readEvents } from '../event-stream.ts';
import { fetchFile } from '../fetch-file.ts';
import { bytesOfBase64, judgePicture } from '../pictures.ts';
import { readJson, readReference, retryAfterMs, writeReference } from '../remote.ts';
import { errorAnswer, errorOf, hasNoCredit } from '../openai-errors.ts';
import type { ToldError } from '../openai-errors.ts';
import { imagesAnswer, streamEvent } from './answers.ts';
import type { AnsweredImage } from './answers.ts';
import { LostAnswer } from './failure.ts';
import type { OpenaiModelSettings, OpenaiSettings } from './settings.ts';
import type { OpenaiTool } from './models.ts';
import { requestOf } from './request.ts';
import type { ImageRequest } from './request.ts';

/** Every pause in one place; tests run on a server of their own and need not wait as long. */
export interface OpenaiPace {
  /** After this long without an answer it is at work: refusals come sooner. */
  workMs: number;
  busyMs: number;
  /** How long to keep asking while it says "later". */
  admissionMs: number;
}

export const openaiPace: OpenaiPace = {
  workMs: 1_500,
  busyMs: 2_000,
  admissionMs: 10 * 60_000,
};

export interface OpenaiServer {
  settings: OpenaiSettings;
  ask: Outgoing;
  headers: Record<string, string>;
  pace: OpenaiPace;
}

const answerMaxBytes = 192 * 1024 * 1024;
const previewTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** What an error says; null where it is no error of the API but something in front of it. */
async function toldBy(response: Response): Promise<ToldError | null> {
  const parsed = errorAnswer.safeParse(await readJson(response));
  return parsed.success ? parsed.data.error : null;
}

function previewOf(base64: string): EnginePreview | null {
  const data = bytesOfBase64(base64);
  const mediaType = sniffMediaType(data.subarray(0, 32));
  if (mediaType === null || !previewTypes.includes(mediaType)) return null;
  return { data, mediaType: mediaType as EnginePreview['mediaType'] };
}

async function readStream(
  response: Response,
  model: OpenaiModelSettings,
  server: OpenaiServer,
  context: EngineContext,
): Promise<AnsweredImage[]> {
  for await (const { data } of readEvents(response)) {
    if (data === '[DONE]') break;
    const event = streamEvent.safeParse(JSON.parse(data));
    if (!event.success) continue;
    const { type, b64_json: base64, partial_image_index: index = 0, error } = event.data;
    if (error !== undefined && error !== null) {
      const told = errorAnswer.safeParse(event.data);
      const unknown: ToldError = { message: '', type: null, code: null };
      throw errorOf(200, told.success ? told.data.error : unknown, server.settings.name);
    }
    if (base64 === undefined) continue;
    if (type.endsWith('.completed')) return [{ b64_json: base64 }];
    if (!type.endsWith('.partial_image')) continue;
    const preview = previewOf(base64);
    context.reportProgress({
      phase: 'generating',
      fraction: Math.min(0.95, (index + 1) / (model.partialImages + 1)),
      ...(preview && { preview }),
    });
  }
  // It was being made, and nobody will say what became of it.
  throw new LostAnswer(server.settings.name);
}

async function readAnswer(
  response: Response,
  model: OpenaiModelSettings,
  server: OpenaiServer,
  context: EngineContext,
): Promise<AnsweredImage[]> {
  // A server that knows of no streams answers as always.
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    return readStream(response, model, server, context);
  }
  const answer = imagesAnswer.safeParse(await readJson(response));
  if (!answer.success) throw new LostAnswer(server.settings.name);
  return answer.data.data;
}

const forget = (context: EngineContext): Promise<void> =>
  context.saveExternalReference(writeReference({ state: 'none' })).catch(() => undefined);

/** Sends, waiting as often as the server surely did nothing and says "later". */
async function send(
  server: OpenaiServer,
  model: OpenaiModelSettings,
  request: ImageRequest,
  context: EngineContext,
): Promise<AnsweredImage[]> {
  const { settings, pace } = server;
  const until = performance.now() + pace.admissionMs;
  for (let attempt = 1; ; attempt += 1) {
    const timer = setTimeout(() => context.reportProgress({ phase: 'generating' }), pace.workMs);
    let asked: number | null;
    try {
      const response = await server.ask(settings.url + request.path, {
        method: 'POST',
        headers: { ...server.headers, ...request.headers },
        body: request.body,
        signal: context.signal,
        timeoutMs: settings.timeoutMinutes * 60_000,
        maxBytes: answerMaxBytes,
      });
      if (response.ok) return await readAnswer(response, model, server, context);
      asked = retryAfterMs(response);
      const told = await toldBy(response);
      const { status } = response;
      // Without an error of the API in it, it says nothing about what happened behind the front.
      if (told === null && status >= 500 && settings.paid) throw new LostAnswer(settings.name);
      const error = errorOf(status, told ?? { message: '', type: null, code: null }, settings.name);
      const isBusy = status === 429 || (status === 503 && asked !== null);
      const mayWait = isBusy && !(told && hasNoCredit(told)) && performance.now() < until;
      if (!mayWait) throw error;
    } catch (error) {
      context.signal.throwIfAborted();
      const isSure = error instanceof OutgoingError && !error.wasSent;
      if (error instanceof EngineError || isSure || !settings.paid) throw error;
      throw new LostAnswer(settings.name, error);
    } finally {
      clearTimeout(timer);
    }
    context.reportProgress({ phase: 'waiting' });
    const policy = { baseMs: pace.busyMs, capMs: 30_000 };
    const pauseMs = backoffDelayMs(policy, attempt, Math.random(), asked);
    try {
      await sleep(pauseMs, undefined, { signal: context.signal });
    } catch (error) {
      // A restart in this pause may send: nothing is on its way.
      if (context.signal.reason === 'shutdown') await forget(context);
      throw error;
    }
  }
}

async function collect(
  server: OpenaiServer,
  job: EngineJob,
  images: AnsweredImage[],
  context: EngineContext,
): Promise<EngineOutput[]> {
  const { signal } = context;
  const { settings, ask, headers } = server;
  const authorization = { origin: new URL(settings.url).origin, headers };
  const outputs: EngineOutput[] = [];
  let failure: EngineError | null = null;
  let withheld = 0;
  for (const { b64_json: base64, url } of images.slice(0, job.outputs)) {
    if (!base64 && !url) {
      // Some services leave a flagged picture's place empty.
      withheld += 1;
      continue;
    }
    try {
      const data = base64
        ? bytesOfBase64(base64)
        : await fetchFile(url ?? '', ask, authorization, signal);
      const picture = await judgePicture(data);
      const { width, height } = picture;
      outputs.push({
        ...picture,
        index: outputs.length,
        // The API knows of none.
        seed: '',
        model: job.model,
        parameters: { ...job.input, width, height, n: 1 },
        censored: false,
        warnings: [],
      });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      failure = error;
    }
  }
  if (outputs.length > 0) {
    const missing = withheld > 0 ? 'nsfw-content' : missingBy(failure);
    if (outputs.length < job.outputs) context.reportProgress({ phase: 'finishing', missing });
    return outputs;
  }
  if (failure) throw failure;
  throw withheld > 0
    ? new EngineError('nsfw-content', `${settings.name} withheld the picture`, { retryable: false })
    : new EngineError('engine-failed', `${settings.name} gave no picture`, { retryable: false });
}

/**
 * Runs one request to its end. There is no asking later: what a crash or a lost connection interrupted is
 * told in words where it may have cost something, and made anew where it did not.
 */
export async function runOpenai(
  server: OpenaiServer,
  tool: OpenaiTool,
  job: EngineJob,
  context: EngineContext,
): Promise<EngineOutput[]> {
  const { settings } = server;
  context.signal.throwIfAborted();
  if (settings.paid && readReference(job.externalReference).state !== 'none') {
    throw new LostAnswer(settings.name);
  }
  context.reportProgress({ phase: 'preparing' });
  const request = await requestOf(job, tool);
  context.signal.throwIfAborted();
  await context.saveExternalReference(writeReference({ state: 'submitting' }));
  try {
    const images = await send(server, tool.model, request, context);
    context.reportProgress({ phase: 'finishing' });
    return await collect(server, job, images, context);
  } catch (error) {
    context.signal.throwIfAborted();
    // Certainly nothing made: the next attempt may send.
    if (!(error instanceof LostAnswer)) await forget(context);
    throw error;
  }
}
