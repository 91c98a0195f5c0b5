import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { authorization } from './offline-thousand.ts';
import type { Figure } from './offline-thousand.ts';

const people = 20;
const lanes = 40;
const warmUpMs = 2_000;
const forMs = 8_000;

/** A plain client: what is measured is the platform, not fetch. */
function post(agent: Agent, url: URL, headers: Record<string, string>, body: string) {
  return new Promise<number>((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers });
    outgoing.on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Requests taken, with their credits and all, against a bare loop of one-row inserts on the same PostgreSQL. */
export async function submissions(platform: FaultPlatform): Promise<Figure[]> {
  await platform.hold(true);
  const owners = await Promise.all(
    Array.from({ length: people }, async () => authorization(await platform.makePerson())),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const url = new URL(platform.url + playgroundGenerate.path);
  const body = JSON.stringify({
    input: { prompt: 'a vase' },
    model: 'test-painter',
    job_type: 'Text2Img',
  });
  const bareBefore = await platform.inserts(forMs / 4);
  const times: number[] = [];
  const startedAtMs = performance.now();
  const isOver = () => performance.now() - startedAtMs > warmUpMs + forMs;
  const lane = async (number: number): Promise<void> => {
    for (let turn = number; !isOver(); turn += lanes) {
      const sentAtMs = performance.now();
      const status = await post(
        agent,
        url,
        {
          ...owners[turn % people],
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
          [headerNames.idempotencyKey]: crypto.randomUUID(),
        },
        body,
      );
      if (status !== playgroundGenerate.ok.status) throw new Error(`answered ${status}`);
      if (sentAtMs - startedAtMs > warmUpMs) times.push(performance.now() - sentAtMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  const perSecond = (1_000 * times.length) / forMs;
  const bare = (bareBefore + (await platform.inserts(forMs / 4))) / 2;
  agent.destroy();
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  return [
    { what: `submissions per second, ${lanes} at once`, value: perSecond.toFixed(0) },
    { what: 'one-row inserts per second, a bare loop', value: bare.toFixed(0) },
    { what: 'ratio', value: (perSecond / bare).toFixed(2) },
    { what: 'half of them within', value: at(0.5) },
    { what: '99 % of them within', value: at(0.99) },
  ];
}
