/** A thousand workers in a process of their own, which ask once a second; what they are given they make. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { createWorker, pictureOf } from '../fixtures/worker-double.ts';

const [url = '', keys = '', count = '1000', seconds = '20'] = process.argv.slice(2);
const workers = Number(count);
const turns = Number(seconds);
const picture = await pictureOf(64, 64, 1);
const times: number[] = [];
let made = 0;
let refused = 0;

async function live(number: number): Promise<void> {
  const own = keys.split(',');
  const key = own[number % own.length] ?? '';
  const worker = createWorker(url, {
    key,
    name: `worker ${number}`,
    models: [`model ${number % 20}`],
  });
  const startMs = performance.now() + (number * 1_000) / workers;
  // The first question makes it known; from then on it is one of those that ask in vain. All of a thousand at once is
  // what no network of homes does: what is counted begins some seconds later.
  for (let turn = -5; turn < turns; turn += 1) {
    await sleep(Math.max(0, startMs + (turn + 10) * 1_000 - performance.now()));
    const askedMs = performance.now();
    const { status, body } = await worker.pop();
    if (turn >= 0) times.push(performance.now() - askedMs);
    if (status !== 200) refused += 1;
    else if (body.id !== null) {
      await worker.work(body, () => Promise.resolve(picture));
      made += 1;
    }
  }
}

await Promise.all(Array.from({ length: workers }, (_, number) => live(number)));
process.send?.({ times, made, refused }, () => process.disconnect());
