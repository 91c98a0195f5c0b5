import { setTimeout as sleep } from 'node:timers/promises';

import { backoffDelayMs } from '../../../src/domain/backoff.ts';
import { OutgoingError } from '../../http/outgoing.ts';
import type { Outgoing } from '../../http/outgoing.ts';
import { EngineError, refusedInput, type PlainErrorCode } from '../contract/engine.ts';
import type { EngineContext } from '../contract/engine.ts';
import { firstWords, readJson, retryAfterMs } from '../remote.ts';
import type { WebhookReceiver } from '../contract/webhooks.ts';
import { prediction, wordsOfRefusal } from './answers.ts';
import type { Prediction } from './answers.ts';
import type { CogSettings } from './settings.ts';
import type { CogInterface } from './openapi.ts';
import { fractionOfLogs } from './progress.ts';

/** Every pause in one place; tests run on a server of their own and need not wait as long. */
export interface CogPace {
  pollMs: number;
  /** Between tries while all its slots are busy, or it is still starting. */
  busyMs: number;
  /** How long to keep asking for a slot. */
  admissionMs: number;
  /** Without a webhook for this long, the container is asked itself. */
  quietMs: number;
  /** A webhook that found nobody comes again after 102 s at most. */
  repeatMs: number;
  /** Without any answer for this long, the platform is told. */
  silenceMs: number;
}

export const cogPace: CogPace = {
  pollMs: 1_000,
  busyMs: 2_000,
  admissionMs: 15 * 60_000,
  quietMs: 15_000,
  repeatMs: 110_000,
  silenceMs: 60_000,
};

export interface CogServer {
  settings: CogSettings;
  ask: Outgoing;
  /** With the key, for the engine's own host. */
  headers: Record<string, string>;
  pace: CogPace;
  webhooks: WebhookReceiver | null;
  known(): CogInterface;
  /** Its webhooks name files inside the container: from then on it is asked to answer itself. */
  webhooksStayInside: boolean;
  /** What goes on behind a run that has ended. */
  keep(work: Promise<unknown>): void;
}

export const answerMaxBytes = 192 * 1024 * 1024;

/** Tells the platform what a prediction says of itself; fractions never go back. */
export function createReporter(context: EngineContext): (told: Prediction) => void {
  let fraction = 0;
  return ({ status, logs }) => {
    fraction = Math.max(fraction, fractionOfLogs(logs) ?? 0);
    context.reportProgress({
      phase: status === 'starting' ? 'preparing' : 'generating',
      ...(fraction > 0 && { fraction }),
    });
  };
}

export async function readPrediction(response: Response): Promise<Prediction> {
  const parsed = prediction.safeParse(await readJson(response));
  if (parsed.success) return parsed.data;
  throw new EngineError('engine-failed', 'The engine answered something that is no prediction', {
    retryable: true,
  });
}

/** Turns a refusal into words for a person. */
export async function refusalOf(response: Response, name: string): Promise<EngineError> {
  const { status } = response;
  const words = firstWords(wordsOfRefusal(await readJson(response))) || `status ${status}`;
  const refuse = (code: PlainErrorCode, text: string, retryable = false) =>
    new EngineError(code, text, { retryable });
  if (status === 400 || status === 422) {
    const reason = { field: null, reason: 'engine-refused', values: [name] } as const;
    return refusedInput(reason, `${name} refused the request: ${words}`);
  }
  if (status === 401 || status === 403) {
    return refuse('engine-unavailable', `${name} does not take the configured key`);
  }
  if (status === 402)
    return refuse('engine-unavailable', `${name}: the account has no credit left`);
  if (status === 409 || status === 429) {
    return refuse('too-many-requests', `${name} is busy with other requests`, true);
  }
  if (status === 413) return refuse('too-large', `${name} does not take pictures this large`);
  return refuse('engine-unavailable', `${name} has a problem: ${words}`, status >= 500);
}

/**
 * Asks until it is let in: a full or still starting engine is waited for.
 * @param isSafe sending it again does no harm, so a lost answer is no reason to give up yet
 * @throws EngineError, or OutgoingError where an answer was lost
 */
export async function askForSlot(
  server: CogServer,
  context: Pick<EngineContext, 'signal' | 'reportProgress'>,
  send: () => Promise<Response>,
  isSafe: boolean,
): Promise<Response> {
  const { pace } = server;
  const until = performance.now() + pace.admissionMs;
  let heardMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    let asked: number | null = null;
    try {
      const response = await send();
      heardMs = performance.now();
      const isBusy = response.status === 429 || (isSafe && [409, 503].includes(response.status));
      if (!isBusy || performance.now() > until) return response;
      asked = retryAfterMs(response);
      await response.body?.cancel();
      context.reportProgress({ phase: 'waiting' });
    } catch (error) {
      context.signal.throwIfAborted();
      const mayRepeat = isSafe && error instanceof OutgoingError && error.failure === 'unreachable';
      if (!mayRepeat || performance.now() - heardMs > pace.silenceMs) throw error;
    }
    const policy = { baseMs: pace.busyMs, capMs: pace.busyMs * 5 };
    const pauseMs = backoffDelayMs(policy, attempt, Math.random(), asked);
    await sleep(Math.min(pauseMs, pace.busyMs * 60), undefined, { signal: context.signal });
  }
}

export const tookTooLong = (settings: CogSettings): EngineError =>
  new EngineError('engine-failed', `It took more than ${settings.timeoutMinutes} minutes`, {
    retryable: false,
  });
