import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type EngineJob, type EngineOutput } from '../contract/engine.ts';
import type { Generation, StatusAnswer } from '../../../src/horde/answers.ts';
import type { HordeClient } from './client.ts';
import { HordeFailure } from '../../../src/horde/failure.ts';
import { mayBeOurs, warningsOf } from '../../../src/horde/results.ts';
import type { HordePace } from './pace.ts';
import { fetchPicture, UnsafeAddress } from './pictures.ts';
import { seedRangeOf, usedParameters } from '../../../src/horde/request.ts';
import type { Submission } from './submit.ts';

const finalTries = 4;

/** Gathers the pictures of one request; each is fetched once, however often its address changes. */
export function createCollector(options: {
  client: HordeClient;
  baseUrl: string;
  submission: Submission;
  job: EngineJob;
  pace: HordePace;
  signal: AbortSignal;
}) {
  const { client, baseUrl, submission, job, pace, signal } = options;
  const found = new Map<string, EngineOutput>();
  const withheld = new Set<string>();
  const hopeless = new Set<string>();
  let failure: EngineError | null = null;

  async function take(result: Generation): Promise<void> {
    const { id } = result;
    if (found.has(id) || withheld.has(id) || hopeless.has(id) || found.size >= job.outputs) return;
    const flagged = (result.gen_metadata ?? []).some((entry) => entry.type === 'censorship');
    if (result.censored || flagged) {
      // What comes in its place is a worker's placeholder, not a picture.
      withheld.add(id);
      return;
    }
    const seed = String(result.seed ?? job.seed);
    if (submission.wasLost && !mayBeOurs(seed, seedRangeOf(job))) {
      throw new EngineError(
        'engine-failed',
        'The answer of the AI Horde was lost, and what was found in its place is somebody else’s. Nothing was charged here; try again.',
        { retryable: false },
      );
    }
    try {
      const picture = await fetchPicture(result, baseUrl, pace, signal);
      const { width, height } = picture;
      found.set(id, {
        ...picture,
        index: found.size,
        seed,
        model: result.model ?? job.model,
        parameters: usedParameters(job.input, { seed, width, height }, submission.downgraded),
        censored: false,
        warnings: [
          ...submission.warnings,
          ...(submission.downgraded ? ['made-smaller-for-kudos'] : []),
          ...warningsOf(result),
        ],
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EngineError)) throw error;
      // The others may still be good.
      failure = error;
      if (error instanceof UnsafeAddress) hopeless.add(id);
    }
  }

  async function collect(): Promise<StatusAnswer> {
    const status = await client.status(submission.id, signal);
    for (const result of status.generations) await take(result);
    return status;
  }

  /** Whether every picture that the Horde counts is here or can't be had. */
  function isComplete(status: StatusAnswer): boolean {
    const told = status.generations.length;
    return (
      told >= Math.min(status.finished, job.outputs) &&
      status.generations.every(({ id }) => found.has(id) || withheld.has(id) || hopeless.has(id))
    );
  }

  return {
    async collect(): Promise<void> {
      await collect();
    },
    /**
     * The last poll, worth several tries: everything is paid for, and each poll signs the addresses anew.
     * @returns false when the Horde no longer has the request
     */
    async collectFinally(): Promise<boolean> {
      for (let attempt = 1; ; attempt += 1) {
        let pauseMs = pace.statusMs;
        try {
          if (isComplete(await collect()) || attempt >= finalTries) return true;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof EngineError) throw error;
          if (error instanceof HordeFailure && error.status === 404) return false;
          if (attempt >= finalTries) {
            if (found.size > 0) return true;
            throw new EngineError(
              'engine-unavailable',
              'The AI Horde’s results could not be read',
              { retryable: true, cause: error },
            );
          }
          const asked = error instanceof HordeFailure ? error.retryAfterMs : null;
          pauseMs = Math.max(asked ?? 0, pace.statusMs);
        }
        await sleep(pauseMs, undefined, { signal });
      }
    },
    outputs: () => [...found.values()],
    censored: () => withheld.size,
    failure: () => failure,
  };
}
