import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { authorization } from './offline-thousand.ts';
import type { Figure } from './offline-thousand.ts';

const people = 20;
const lanes = 100;
/** In turn, so that what else the machine does meets both. */
const rounds = 5;
const bareMs = 1_000;
const submitMs = 2_000;

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
  const times: number[] = [];
  let turn = 0;
  const submitFor = async (forMs: number): Promise<number> => {
    const startedAtMs = performance.now();
    let taken = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() - startedAtMs < forMs) {
        const sentAtMs = performance.now();
        const headers = {
          ...owners[(turn += 1) % people],
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
          [headerNames.idempotencyKey]: crypto.randomUUID(),
        };
        const status = await post(agent, url, headers, body);
        if (status !== playgroundGenerate.ok.status) throw new Error(`answered ${status}`);
        times.push(performance.now() - sentAtMs);
        taken += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return (1_000 * taken) / (performance.now() - startedAtMs);
  };
  await submitFor(submitMs);
  times.length = 0;
  const submitted: number[] = [];
  const inserted: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    inserted.push(await platform.inserts(bareMs));
    submitted.push(await submitFor(submitMs));
  }
  agent.destroy();
  const middle = (list: readonly number[], share = 0.5) =>
    list.toSorted((left, right) => left - right)[Math.floor(list.length * share)] ?? 0;
  const ratios = submitted.map((rate, round) => rate / (inserted[round] ?? 1));
  return [
    { what: `submissions per second, ${lanes} at once`, value: middle(submitted).toFixed(0) },
    { what: 'one-row inserts per second, a bare loop', value: middle(inserted).toFixed(0) },
    { what: `ratio, median of ${rounds}`, value: middle(ratios).toFixed(2) },
    { what: 'half of them within', value: `${middle(times).toFixed(1)} ms` },
    { what: '99 % of them within', value: `${middle(times, 0.99).toFixed(1)} ms` },
  ];
}
