import { performance } from 'node:perf_hooks';

import { contractVersion, headerNames, platformName } from '../../src/api/contract/endpoint.ts';
import { checkGeneration, playgroundGenerate } from '../../src/api/contract/generate.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import type { Figure } from './offline-thousand.ts';

const waitingJobs = 100;
const people = 20;
const askForMs = 10_000;

/** How long one look at a job takes while many people look at theirs. */
export async function checkLatency(platform: FaultPlatform): Promise<Figure[]> {
  await platform.hold(true);
  const lookers = await Promise.all(
    Array.from({ length: people }, async () => {
      const person = await platform.makePerson();
      const headers = {
        [headerNames.platform]: platformName,
        [headerNames.contractVersion]: String(contractVersion),
        [headerNames.userKey]: person.userKey,
        [headerNames.userToken]: person.userToken,
      };
      const ids: string[] = [];
      for (let job = 0; job < waitingJobs / people; job += 1) {
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
        ids.push(((await answer.json()) as { id: string }).id);
      }
      return { headers, ids };
    }),
  );
  const times: number[] = [];
  const untilMs = performance.now() + askForMs;
  await Promise.all(
    lookers.map(async ({ headers, ids }) => {
      for (let turn = 0; performance.now() < untilMs; turn += 1) {
        const path = checkGeneration.path.replace('{id}', ids[turn % ids.length] ?? '');
        const startedAtMs = performance.now();
        await (await fetch(platform.url + path, { headers })).arrayBuffer();
        times.push(performance.now() - startedAtMs);
      }
    }),
  );
  await platform.hold(false);
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  return [
    {
      what: `looks per second, ${people} people`,
      value: ((1_000 * times.length) / askForMs).toFixed(0),
    },
    { what: 'half of them within', value: at(0.5) },
    { what: '99 % of them within', value: at(0.99) },
  ];
}
