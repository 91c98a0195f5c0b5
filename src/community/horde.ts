import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import {
  alchemyAnswer,
  alchemyStatusAnswer,
  checkAnswer,
  dryRunAnswer,
  errorAnswer,
  findUserAnswer,
  modelsAnswer,
  statusAnswer,
  submitAnswer,
  workersAnswer,
} from '../horde/answers.ts';
import type { AlchemyStatus, CheckAnswer, ServedModel, StatusAnswer } from '../horde/answers.ts';
import { servedForms } from '../horde/alchemy.ts';
import { HordeFailure, HordeSilence, isWordOfHorde, withoutSecrets } from '../horde/failure.ts';
import type { AlchemyRequest, HordeRequest } from '../horde/request.ts';
import { anonymousKey } from '../domain/volunteers.ts';
import { contractVersion } from '../api/contract/endpoint.ts';
import { withTimeout } from '../api/timeout.ts';

const answerTimeoutMs = 30_000;
/** The Horde's limiter does not let a browser read how long; its windows are a second and a minute. */
const limiterPauseMs = 20_000;

interface Call {
  method?: 'POST' | 'PUT' | 'DELETE';
  key?: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Front proxies answer HTML or nothing at all.
    return null;
  }
}

/**
 * The Horde's calls from a browser, one method each. All throw `HordeFailure` for a refusal and `HordeSilence`
 * where no usable answer came; the signal's reason when aborted.
 * @param baseUrl without the version
 */
export function createHorde(baseUrl: string) {
  async function call<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    { method, key, body, signal }: Call,
  ): Promise<z.infer<Schema>> {
    let response: Response;
    let text: string;
    try {
      [response, text] = await withTimeout(answerTimeoutMs, signal, async (limit) => {
        const answer = await fetch(`${baseUrl}/v2${path}`, {
          method: method ?? 'GET',
          headers: {
            // The Horde asks for name:version:contact.
            'Client-Agent': `Kiln:${__KILN_VERSION__}+${contractVersion}:community`,
            ...(key !== undefined && { apikey: key }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          signal: limit,
        });
        return [answer, await answer.text()];
      });
    } catch (error) {
      signal?.throwIfAborted();
      // A browser does not tell whether a failed request had left.
      throw new HordeSilence(true, error);
    }
    const answer = parseJson(text);
    if (!response.ok) {
      const error = z.parse(orElse(errorAnswer, {}), answer);
      if (response.status < 500 && !isWordOfHorde(response.status, error)) {
        throw new HordeSilence(true, `status ${response.status}`);
      }
      // Some codes end in a dot by mistake.
      const rc = (error.rc ?? '').replace(/\.+$/, '');
      const details = Object.entries(error.errors ?? {}).map(
        ([field, words]) => `${field} - ${String(words)}`,
      );
      const message = [error.message ?? `status ${response.status}`, ...details].join(' | ');
      throw new HordeFailure(response.status, rc, withoutSecrets(message).slice(0, 500), {
        retryAfterMs: response.status === 429 && rc === '' ? limiterPauseMs : null,
        isPlain: answer === null,
      });
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new HordeSilence(true, parsed.error);
    return parsed.data;
  }

  const alchemyOf = (id: string) => `/interrogate/status/${encodeURIComponent(id)}`;
  const of = (kind: 'check' | 'status', id: string) =>
    `/generate/${kind}/${encodeURIComponent(id)}`;

  return {
    baseUrl,
    models: (signal?: AbortSignal): Promise<ServedModel[]> =>
      call(modelsAnswer, '/status/models?type=image', { signal }),
    /** A list of the network, or one of its workers, as it is answered; `body` changes what the key owns. */
    network: (
      path: string,
      { key, body, signal }: { key?: string; body?: unknown; signal?: AbortSignal | undefined },
    ): Promise<unknown> =>
      call(z.unknown(), path, {
        signal,
        ...(key !== undefined && { key }),
        ...(body !== undefined && { method: 'PUT', body }),
      }),
    /** Whether it can be reached at all; whatever it answers means yes. */
    async reach(signal?: AbortSignal): Promise<void> {
      await call(errorAnswer, '/status/heartbeat', { signal }).catch((error: unknown) => {
        if (!(error instanceof HordeFailure)) throw error;
      });
    },
    /** Requests that an account has open; null where it does not tell, as the anonymous one. */
    async activeRequests(key: string, signal?: AbortSignal): Promise<string[] | null> {
      const user = await call(findUserAnswer, '/find_user', { key, signal });
      return key === anonymousKey ? null : (user.active_generations?.image ?? []);
    },
    /** What an account has; null where it does not tell. */
    async kudos(key: string, signal?: AbortSignal): Promise<number | null> {
      return (await call(findUserAnswer, '/find_user', { key, signal })).kudos ?? null;
    },
    /** Kudos that all pictures of a request would take; nothing is made. */
    async cost(body: HordeRequest, key: string, signal?: AbortSignal): Promise<number> {
      const asked = { method: 'POST', key, body: { ...body, dry_run: true }, signal } as const;
      return (await call(dryRunAnswer, '/generate/async', asked)).kudos;
    },
    /** Not to be aborted: what has left is seen through. */
    submit: (body: HordeRequest, key: string) =>
      call(submitAnswer, '/generate/async', { method: 'POST', key, body }),
    check: (id: string, signal?: AbortSignal): Promise<CheckAnswer> =>
      call(checkAnswer, of('check', id), { signal }),
    status: (id: string, signal?: AbortSignal): Promise<StatusAnswer> =>
      call(statusAnswer, of('status', id), { signal }),
    async cancel(id: string, signal?: AbortSignal): Promise<void> {
      await call(statusAnswer, of('status', id), { method: 'DELETE', signal });
    },
    /** What the alchemists that are there can do. */
    async servedForms(signal?: AbortSignal): Promise<Set<string>> {
      return servedForms(await call(workersAnswer, '/workers?type=interrogation', { signal }));
    },
    /** Not to be aborted either. */
    alchemy: (body: AlchemyRequest, key: string) =>
      call(alchemyAnswer, '/interrogate/async', { method: 'POST', key, body }),
    alchemyStatus: (id: string, signal?: AbortSignal): Promise<AlchemyStatus> =>
      call(alchemyStatusAnswer, alchemyOf(id), { signal }),
    async cancelAlchemy(id: string, signal?: AbortSignal): Promise<void> {
      await call(alchemyStatusAnswer, alchemyOf(id), { method: 'DELETE', signal });
    },
  };
}
export type Horde = ReturnType<typeof createHorde>;
