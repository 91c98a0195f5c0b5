import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { OutgoingError } from '../http/outgoing.ts';
import { EngineError } from './contract/engine.ts';

/**
 * What is kept about a job on another server, so that a restart goes on with it. `submitting` is written
 * before a request leaves that may not be sent twice: whoever finds it knows that an answer may be lost.
 */
const remoteReference = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('submitting') }),
  z.object({
    state: z.literal('submitted'),
    id: z.string().min(1).max(500),
    /** What a webhook has to know to be believed. */
    token: z.string().optional(),
  }),
]);
export type RemoteReference = z.infer<typeof remoteReference>;

export const writeReference = (reference: RemoteReference): string => JSON.stringify(reference);

/** Something unreadable counts as `submitting`: it may have been paid for. */
export function readReference(text: string | null): RemoteReference {
  if (text === null || text === '') return { state: 'none' };
  try {
    return remoteReference.parse(JSON.parse(text));
  } catch {
    return { state: 'submitting' };
  }
}

/** The answer's JSON; null when it is none. Size and time are bounded by whoever asked. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** One line of another server's words, safe for a person to read. */
export function firstWords(text: unknown): string {
  if (typeof text !== 'string') return '';
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  // Paths, addresses and long tokens are the operator's business.
  return line.replaceAll(/\S{80,}|https?:\/\/\S+/g, '…').slice(0, 300);
}

const machineTrouble =
  /out of memory|\boom\b|exit ?code|\bkilled\b|interrupted|timed? ?out|connection|temporar|unavailable|overload|\bbusy\b|try again later|(cuda|hip|device)(-side)? (error|assert|lost)|no space left/i;

/**
 * Whether the words of a failed run are about the machine and not about the model: those may pass by themselves.
 * A model that could not do what it was asked for could not do it a second time either.
 */
export function mayPass(words: string): boolean {
  return machineTrouble.test(words);
}

/** An error on the way in words; anything else passes as it is. */
export function asUnavailable(error: unknown, name: string): unknown {
  if (!(error instanceof OutgoingError)) return error;
  const words =
    error.failure === 'too-large'
      ? `${name} answered more than is allowed`
      : `${name} can’t be reached right now`;
  return new EngineError('engine-unavailable', words, { retryable: true, cause: error });
}

/** `Retry-After` of an answer in milliseconds, at most two minutes. */
export function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('Retry-After');
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(120_000, Math.max(0, seconds * 1_000)) : null;
}

/**
 * Waits for a submission. A cancel does not wait: it rejects at once, and `late` undoes what was accepted after
 * all. A shutdown waits, so that the answer can be saved.
 */
export async function unlessCancelled<Value>(
  submission: Promise<Value>,
  signal: AbortSignal,
  late: (value: Value) => void,
): Promise<Value> {
  const { promise: hurry, resolve } = Promise.withResolvers<'aborted'>();
  const abort = (): void => {
    if (signal.reason !== 'shutdown') resolve('aborted');
  };
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const first = await Promise.race([submission.then((value) => ({ value })), hurry]);
    if (first !== 'aborted') return first.value;
    void submission.then(
      (value) => {
        if (signal.reason === 'cancelled') late(value);
      },
      () => undefined,
    );
    throw signal.reason;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What goes on behind a run that has ended already, such as a cancel on its way; `settle` waits for it. */
export function createBackground() {
  const working = new Set<Promise<unknown>>();
  return {
    keep(work: Promise<unknown>): void {
      const quiet = work.catch(() => undefined).finally(() => working.delete(quiet));
      working.add(quiet);
    },
    async settle(): Promise<void> {
      if (working.size === 0) return;
      await Promise.race([Promise.all(working), sleep(5_000, undefined, { ref: false })]);
    },
  };
}
