import { withTimeout } from '../api/timeout.ts';
import { getSetting } from '../db/settings.ts';
import { store } from '../db/community-store.ts';
import { referenceOf } from '../horde/model-reference.ts';
import { readModelReference } from '../horde/read-model-reference.ts';
import { keptReference, type KeptReference } from './known-reference.ts';

const readEveryMs = 24 * 3_600_000;
/** A first list waits for it: with it every model's form is right from the start. */
const answerTimeoutMs = 8_000;
const tryAgainMs = 10 * 60_000;

let triedAtMs = -Infinity;

/**
 * Reads the Horde's model reference once a day, where it has one. Never rejects: what was read last holds
 * meanwhile. Not in the service worker, which sends and fetches only.
 */
export async function learnModels(): Promise<void> {
  try {
    const url = referenceOf((await getSetting('hordeUrl')) ?? '');
    if (url === null) return;
    const kept = await keptReference();
    const isFresh = kept !== null && Math.abs(Date.now() - kept.atMs) < readEveryMs;
    if (isFresh || performance.now() - triedAtMs < tryAgainMs) return;
    triedAtMs = performance.now();
    const models = await withTimeout(answerTimeoutMs, undefined, async (signal) => {
      const response = await fetch(url, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      });
      return response.ok ? readModelReference(await response.json()) : null;
    });
    if (!models) return;
    const value: KeptReference = { models, atMs: Date.now() };
    await store.facts.put({ key: 'reference', value });
  } catch {
    // Without it models go by their names.
  }
}
