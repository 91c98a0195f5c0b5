import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  checkAnswer,
  errorAnswer,
  findUserAnswer,
  modelsAnswer,
  statusAnswer,
  submitAnswer,
  type CheckAnswer,
  type StatusAnswer,
} from './answers.ts';
import { HordeFailure, HordeSilence } from './failure.ts';
import type { HordeRequest } from './request.ts';

export interface HordeConnection {
  apiKey: string;
  /** Without the version: `https://aihorde.net/api`. */
  baseUrl: string;
  /** `name:version:contact` */
  clientAgent: string;
}

const answerTimeoutMs = 30_000;
const answerMaxBytes = 32 * 1024 * 1024;
/** The server allows 2 a second and 90 a minute for everyone behind one address. */
const submitIntervalMs = 700;

/** Connection errors that come before a single byte of the request was sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasSent(error: unknown): boolean {
  const cause =
    error instanceof Error
      ? (error.cause as { code?: string; errors?: { code?: string }[] })
      : undefined;
  const codes = [cause?.code, ...(cause?.errors ?? []).map((inner) => inner.code)];
  return !codes.some((code) => code !== undefined && unsentCodes.has(code));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Front proxies answer HTML or nothing at all.
    return null;
  }
}

/** `Retry-After` stands on every answer; it means something only with 429. */
function retryAfter(response: Response): number | null {
  if (response.status !== 429) return null;
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(120, seconds) * 1000 : null;
}

/** The Horde's calls, one method each. Throws `HordeFailure` or `HordeSilence`. */
export function createHordeClient(connection: HordeConnection) {
  const { apiKey, baseUrl, clientAgent } = connection;
  let lastSubmit: Promise<unknown> = Promise.resolve();

  async function call<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: { body?: unknown; key?: boolean; signal?: AbortSignal } = {},
  ): Promise<z.infer<Schema>> {
    const signals = [AbortSignal.timeout(answerTimeoutMs)];
    if (options.signal) signals.push(options.signal);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl}/v2${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.any(signals),
        headers: {
          'Client-Agent': clientAgent,
          ...(options.key && { apikey: apiKey }),
          ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      });
      text = await response.text();
    } catch (error) {
      options.signal?.throwIfAborted();
      throw new HordeSilence(wasSent(error), error);
    }
    const answer = text.length <= answerMaxBytes ? parseJson(text) : null;
    if (!response.ok) {
      const error = errorAnswer.catch({}).parse(answer);
      const details = Object.entries(error.errors ?? {}).map(
        ([field, words]) => `${field} - ${String(words)}`,
      );
      const message = [error.message ?? `status ${response.status}`, ...details].join(' | ');
      // Some codes end in a dot by mistake.
      const rc = (error.rc ?? '').replace(/\.+$/, '');
      throw new HordeFailure(response.status, rc, message.slice(0, 500), retryAfter(response));
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new HordeSilence(true, parsed.error);
    return parsed.data;
  }

  const idPath = (kind: 'check' | 'status', id: string): string =>
    `/generate/${kind}/${encodeURIComponent(id)}`;

  return {
    isAnonymous: /^0{10}$/.test(apiKey),

    /** Not repeatable: every call that arrives is a new paid request. */
    submit(request: HordeRequest): Promise<{ id: string; warnings: string[] }> {
      const turn = lastSubmit.then(async () => {
        const { id, warnings } = await call(submitAnswer, 'POST', '/generate/async', {
          body: request,
          key: true,
        });
        return { id, warnings: (warnings ?? []).flatMap((warning) => warning.code ?? []) };
      });
      lastSubmit = turn
        .catch(() => undefined)
        .then(() => sleep(submitIntervalMs, undefined, { ref: false }));
      return turn;
    },

    check: (id: string, signal?: AbortSignal): Promise<CheckAnswer> =>
      call(checkAnswer, 'GET', idPath('check', id), { signal }),

    status: (id: string, signal?: AbortSignal): Promise<StatusAnswer> =>
      call(statusAnswer, 'GET', idPath('status', id), { signal }),

    async cancel(id: string): Promise<void> {
      await call(statusAnswer, 'DELETE', idPath('status', id));
    },

    imageModels: (signal?: AbortSignal) =>
      call(modelsAnswer, 'GET', '/status/models?type=image', { signal }),

    /** Ids of requests that this key has running; null when the Horde does not tell (anonymous, shared keys). */
    async activeRequests(): Promise<string[] | null> {
      if (/^0{10}$/.test(apiKey)) return null;
      const user = await call(findUserAnswer, 'GET', '/find_user', { key: true });
      return user.active_generations?.image ?? null;
    },
  };
}

export type HordeClient = ReturnType<typeof createHordeClient>;
