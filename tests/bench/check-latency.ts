import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { headerNames } from '../../src/api/contract/endpoint.ts';
import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { checkGeneration } from '../../src/api/contract/check.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { authorization } from './offline-thousand.ts';
import type { Figure } from './offline-thousand.ts';

const clients = 200;
/** About as often as a device asks while it waits. */
const pollEveryMs = 1_000;
const pollForMs = 10_000;
const eager = 20;
const eagerForMs = 5_000;

interface Poller {
  url: string;
  headers: Record<string, string>;
}

async function poll({ url, headers }: Poller): Promise<number> {
  const startedAtMs = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== checkGeneration.ok.status) throw new Error(`answered ${answer.status}`);
  return performance.now() - startedAtMs;
}

/** One client, one job that waits. */
async function makePoller(platform: FaultPlatform): Promise<Poller> {
  const headers = authorization(await platform.makePerson());
  const answer = await fetch(platform.url + playgroundGenerate.path, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      [headerNames.idempotencyKey]: crypto.randomUUID(),
    },
    body: JSON.stringify({
      input: { prompt: 'a vase' },
      model: 'test-painter',
      job_type: 'Text2Img',
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  return { headers, url: platform.url + checkGeneration.path.replace('{id}', id) };
}

function figures(what: string, times: readonly number[], forMs: number): Figure[] {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  return [
    { what: `polls per second, ${what}`, value: ((1_000 * times.length) / forMs).toFixed(0) },
    { what: '  half of them within', value: at(0.5) },
    { what: '  99 % of them within', value: at(0.99) },
  ];
}

/** How long one poll of a job takes: while many people poll theirs as devices do, and as fast as they can. */
export async function checkLatency(platform: FaultPlatform): Promise<Figure[]> {
  await platform.hold(true);
  const pollers: Poller[] = [];
  for (let made = 0; made < clients; made += eager) {
    pollers.push(...(await Promise.all(Array.from({ length: eager }, () => makePoller(platform)))));
  }

  const polled: number[] = [];
  const startMs = performance.now();
  await Promise.all(
    pollers.map(async (poller, number) => {
      for (let turn = 0; turn * pollEveryMs < pollForMs; turn += 1) {
        const dueMs = startMs + turn * pollEveryMs + (number * pollEveryMs) / clients;
        await sleep(Math.max(0, dueMs - performance.now()));
        polled.push(await poll(poller));
      }
    }),
  );

  const eagerly: number[] = [];
  const untilMs = performance.now() + eagerForMs;
  await Promise.all(
    pollers.slice(0, eager).map(async (poller) => {
      while (performance.now() < untilMs) eagerly.push(await poll(poller));
    }),
  );
  await platform.hold(false);
  return [
    ...figures(`${clients} polling clients`, polled, pollForMs),
    ...figures(`${eager} that never pause`, eagerly, eagerForMs),
  ];
}
