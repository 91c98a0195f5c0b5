import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import { createOutgoing, OutgoingError } from '../../http/outgoing.ts';
import {
  alchemyAnswer,
  alchemyStatusAnswer,
  checkAnswer,
  dryRunAnswer,
  errorAnswer,
  findUserAnswer,
  modelsAnswer,
  modesAnswer,
  statusAnswer,
  submitAnswer,
  workersAnswer,
  type AlchemyStatus,
  type CheckAnswer,
  type StatusAnswer,
} from '../../../src/horde/answers.ts';
import { servedForms } from '../../../src/horde/alchemy.ts';
import { hordeLimits, type Budget, type Window } from './budget.ts';
import {
  HordeFailure,
  HordeSilence,
  isWordOfHorde,
  withoutSecrets,
} from '../../../src/horde/failure.ts';
import type { AlchemyRequest, HordeRequest } from '../../../src/horde/request.ts';
import { anonymousKey } from '../../../src/domain/volunteers.ts';

export interface HordeConnection {
  /** Without the version: `https://aihorde.net/api`. */
  baseUrl: string;
  /** `name:version:contact` */
  clientAgent: string;
}

const answerTimeoutMs = 30_000;
const answerMaxBytes = 32 * 1024 * 1024;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Front proxies answer HTML or nothing at all.
    return null;
  }
}

const retryAfterMaxSeconds = 120;

function retryAfterSeconds(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(retryAfterMaxSeconds, seconds) : null;
}

export function isAnonymous(key: string): boolean {
  return key === anonymousKey;
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** What it counts against, and that one's limits. */
  budget: readonly [string, readonly Window[]];
  body?: unknown;
  key?: string;
  signal?: AbortSignal | undefined;
  leaving?: Leaving;
}

/** For what may not be sent twice. */
export interface Leaving {
  /** Ends only the wait for the call's turn: what has left is seen through. */
  signal: AbortSignal;
  /** Done when its turn has come and before a byte leaves; what it throws keeps the call here. */
  before: () => Promise<void>;
}

/**
 * The Horde's calls, one method each, all within the process's budget. Throws `HordeFailure` or
 * `HordeSilence`.
 */
export function createHordeClient(connection: HordeConnection, budget: Budget, secondMs: number) {
  const { baseUrl, clientAgent } = connection;
  const ask = createOutgoing({ hosts: [baseUrl], others: 'refused' });

  /** The Horde counts for all processes behind this address, so it knows better than our own count. */
  function heed(response: Response, rc: string, bucket: string): number | null {
    const seconds = retryAfterSeconds(response);
    // It stands on every answer and means something only where the limiter refused or is about to.
    const refused = response.status === 429 && rc === '';
    const isLast = response.headers.get('x-ratelimit-remaining') === '0';
    if (seconds === null || !(refused || isLast)) return null;
    budget.pause(bucket, seconds * secondMs);
    return refused ? seconds * secondMs : null;
  }

  async function call<Schema extends z.ZodMiniType>(
    schema: Schema,
    { method, path, budget: [bucket, windows], body, key, signal, leaving }: Call,
  ): Promise<z.infer<Schema>> {
    const landed = await budget.take(bucket, windows, leaving?.signal ?? signal);
    await leaving?.before().catch((error: unknown) => {
      landed();
      throw error;
    });
    let response: Response;
    let text: string;
    try {
      response = await ask(`${baseUrl}/v2${path}`, {
        method,
        headers: {
          'Client-Agent': clientAgent,
          ...(key !== undefined && { apikey: key }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        timeoutMs: answerTimeoutMs,
        maxBytes: answerMaxBytes,
      });
      text = await response.text();
    } catch (error) {
      signal?.throwIfAborted();
      throw new HordeSilence(!(error instanceof OutgoingError) || error.wasSent, error);
    } finally {
      landed();
    }
    const answer = parseJson(text);
    const error = z.parse(orElse(errorAnswer, {}), answer);
    // Some codes end in a dot by mistake.
    const rc = response.ok ? '' : (error.rc ?? '').replace(/\.+$/, '');
    const retryAfterMs = heed(response, rc, bucket);
    if (!response.ok) {
      if (response.status < 500 && !isWordOfHorde(response.status, error)) {
        throw new HordeSilence(true, `status ${response.status}`);
      }
      const details = Object.entries(error.errors ?? {}).map(
        ([field, words]) => `${field} - ${String(words)}`,
      );
      const message = withoutSecrets(
        [error.message ?? `status ${response.status}`, ...details].join(' | '),
      );
      throw new HordeFailure(response.status, rc, message.slice(0, 500), {
        retryAfterMs,
        isPlain: answer === null,
      });
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new HordeSilence(true, parsed.error);
    return parsed.data;
  }

  const onId = (
    kind: 'check' | 'status',
    id: string,
    method: 'GET' | 'DELETE',
    signal?: AbortSignal,
  ): Call => ({
    method,
    path: `/generate/${kind}/${encodeURIComponent(id)}`,
    budget: [`${method} ${kind} ${id}`, hordeLimits[kind]],
    signal,
  });
  const alchemyOn = (id: string, method: 'GET' | 'DELETE', signal?: AbortSignal): Call => ({
    method,
    path: `/interrogate/status/${encodeURIComponent(id)}`,
    // As many a second as a check.
    budget: [`${method} alchemy ${id}`, hordeLimits.check],
    signal,
  });
  const reading = (path: string, signal?: AbortSignal): Call => ({
    method: 'GET',
    path,
    budget: [path.replace(/\?.*/, ''), hordeLimits.other],
    signal,
  });

  return {
    /** Not repeatable: every call that arrives is a new paid request. */
    async submit(
      request: HordeRequest,
      key: string,
      leaving: Leaving,
    ): Promise<{ id: string; warnings: string[] }> {
      const { id, warnings } = await call(submitAnswer, {
        method: 'POST',
        path: '/generate/async',
        budget: [submitBucket, hordeLimits.submit],
        body: request,
        key,
        leaving,
      });
      // That nobody could take it just then is nothing to tell beside a picture that came.
      const codes = (warnings ?? []).flatMap(({ code }) =>
        code === undefined || code === 'NoAvailableWorker' ? [] : code,
      );
      return { id, warnings: codes };
    },

    /** Kudos that all pictures of a request would take; without its source pictures, whose kind only counts. */
    async cost(request: HordeRequest, key: string, signal: AbortSignal): Promise<number> {
      const { kudos } = await call(dryRunAnswer, {
        method: 'POST',
        path: '/generate/async',
        budget: [submitBucket, hordeLimits.submit],
        body: { ...request, dry_run: true },
        key,
        signal,
      });
      return kudos;
    },

    check: (id: string, signal?: AbortSignal): Promise<CheckAnswer> =>
      call(checkAnswer, onId('check', id, 'GET', signal)),

    status: (id: string, signal?: AbortSignal): Promise<StatusAnswer> =>
      call(statusAnswer, onId('status', id, 'GET', signal)),

    async cancel(id: string): Promise<void> {
      await call(statusAnswer, onId('status', id, 'DELETE'));
    },

    imageModels: (signal: AbortSignal) =>
      call(modelsAnswer, reading('/status/models?type=image', signal)),

    async isInMaintenance(signal: AbortSignal): Promise<boolean> {
      const budgetOfModes = ['/status/modes', hordeLimits.modes] as const;
      const modes = await call(modesAnswer, {
        ...reading('/status/modes', signal),
        budget: budgetOfModes,
      });
      return modes.maintenance_mode;
    },

    /** What the alchemists that are there can do. */
    async servedForms(signal: AbortSignal): Promise<Set<string>> {
      return servedForms(await call(workersAnswer, reading('/workers?type=interrogation', signal)));
    },

    /** Not repeatable either. */
    alchemy(request: AlchemyRequest, key: string, leaving: Leaving): Promise<{ id: string }> {
      return call(alchemyAnswer, {
        method: 'POST',
        path: '/interrogate/async',
        budget: [alchemyBucket, hordeLimits.other],
        body: request,
        key,
        leaving,
      });
    },

    alchemyStatus: (id: string, signal: AbortSignal): Promise<AlchemyStatus> =>
      call(alchemyStatusAnswer, alchemyOn(id, 'GET', signal)),

    async cancelAlchemy(id: string): Promise<void> {
      await call(alchemyStatusAnswer, alchemyOn(id, 'DELETE'));
    },

    /** Ids of requests that a key has running; null when the Horde does not tell (anonymous, shared keys). */
    async activeRequests(key: string, signal?: AbortSignal): Promise<string[] | null> {
      if (isAnonymous(key)) return null;
      const user = await call(findUserAnswer, { ...reading('/find_user', signal), key });
      return user.active_generations ? (user.active_generations.image ?? []) : null;
    },
  };
}

/** All submissions of the process, whoever's key they carry: the address counts. */
export const submitBucket = '/generate/async';
export const alchemyBucket = '/interrogate/async';

export type HordeClient = ReturnType<typeof createHordeClient>;
