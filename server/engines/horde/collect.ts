import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type EngineJob, type EngineOutput } from '../engine.ts';
import type { Generation } from './answers.ts';
import type { HordeClient } from './client.ts';
import { HordeFailure } from './failure.ts';
import { fetchPicture } from './pictures.ts';
import { usedParameters } from './request.ts';
import type { HordePace } from './run.ts';

const finalTries = 4;

/** Marks that a person should see beside a picture, as codes: `lora-download-failed`. */
function warningsOf(result: Generation): string[] {
  return (result.gen_metadata ?? [])
    .filter(
      ({ value }) =>
        value === 'download_failed' || value === 'parse_failed' || value === 'baseline_mismatch',
    )
    .map(({ type, value }) => `${type ?? 'unknown'}-${value ?? ''}`.replaceAll('_', '-'));
}

/** Gathers the pictures of one request; each is fetched once, however often its address changes. */
export function createCollector(options: {
  client: HordeClient;
  baseUrl: string;
  id: string;
  job: EngineJob;
  warnings: string[];
  signal: AbortSignal;
}) {
  const { client, baseUrl, id, job, signal } = options;
  const found = new Map<string, EngineOutput>();
  const withheld = new Set<string>();
  let failure: EngineError | null = null;

  async function take(result: Generation): Promise<void> {
    if (found.has(result.id) || withheld.has(result.id) || found.size >= job.outputs) return;
    const flagged = (result.gen_metadata ?? []).some((entry) => entry.type === 'censorship');
    if (result.censored || flagged) {
      // What comes in its place is a worker's placeholder, not a picture.
      withheld.add(result.id);
      return;
    }
    try {
      const picture = await fetchPicture(result, baseUrl, signal);
      const seed = String(result.seed ?? job.seed);
      found.set(result.id, {
        ...picture,
        index: found.size,
        seed,
        model: result.model ?? job.model,
        parameters: usedParameters(job.input, {
          seed,
          width: picture.width,
          height: picture.height,
        }),
        censored: false,
        warnings: [...options.warnings, ...warningsOf(result)],
      });
    } catch (error) {
      signal.throwIfAborted();
      // The others may still be good.
      if (error instanceof EngineError) failure = error;
      else throw error;
    }
  }

  async function collect(): Promise<void> {
    const status = await client.status(id, signal);
    for (const result of status.generations) await take(result);
  }

  return {
    collect,
    /** The last look, worth several tries: everything is paid for. */
    async collectFinally(pace: HordePace): Promise<void> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await collect();
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof HordeFailure && error.status === 404) return;
          if (attempt >= finalTries) {
            if (found.size > 0) return;
            throw new EngineError(
              'engine-unavailable',
              'The AI Horde’s results could not be read',
              {
                retryable: true,
                cause: error,
              },
            );
          }
          const asked = error instanceof HordeFailure ? error.retryAfterMs : null;
          await sleep(Math.max(asked ?? 0, pace.statusMs), undefined, { signal });
        }
      }
    },
    outputs: () => [...found.values()],
    censored: () => withheld.size,
    failure: () => failure,
  };
}
