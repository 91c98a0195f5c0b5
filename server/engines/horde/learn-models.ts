import type { ModelReference } from '../../../src/horde/model-reference.ts';
import { readModelReference } from '../../../src/horde/read-model-reference.ts';
import { createOutgoing } from '../../http/outgoing.ts';
import { readJson } from '../remote.ts';
import type { HordePace } from './pace.ts';

const answerMaxBytes = 16 * 1024 * 1024;
const answerTimeoutMs = 15_000;

/**
 * Reads what the Horde's model reference says, now and then. Never rejects: what was read last holds meanwhile,
 * and before that models go by their names.
 * @param url null where nobody describes the models
 */
export function createModelLearner(
  url: string | null,
  pace: Pick<HordePace, 'learnMs' | 'refreshMs'>,
): (signal: AbortSignal) => Promise<ModelReference> {
  let known: ModelReference = {};
  if (url === null) return () => Promise.resolve(known);
  const ask = createOutgoing({ hosts: [url], others: 'refused' });
  let nextMs = -Infinity;
  return async (signal) => {
    if (performance.now() < nextMs) return known;
    const options = {
      signal,
      timeoutMs: answerTimeoutMs,
      maxBytes: answerMaxBytes,
    };
    const read = await ask(url, options)
      .then(async (response) => (response.ok ? readModelReference(await readJson(response)) : null))
      .catch(() => null);
    known = read ?? known;
    nextMs = performance.now() + (read ? pace.learnMs : pace.refreshMs);
    return known;
  };
}
