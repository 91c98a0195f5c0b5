import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { samples } from '../samples/list.ts';
import { newCredentials, registerAccount } from '../e2e/fixtures/api.ts';
import { startPlatform } from '../e2e/fixtures/platform.ts';
import { typesOf, Workshop } from '../e2e/fixtures/workshop.ts';
import type { Figure } from './offline-thousand.ts';

const people = 5;
const jobsEach = 10;
const knockEveryMs = 20;

/** Fifty jobs of mixed tools at once on the platform as it comes: do all end, in fair order, and does it answer meanwhile? */
export async function mixedJobs(): Promise<Figure[]> {
  const platform = await startPlatform({ registrationCredits: 10_000, isMeasured: true });
  try {
    const models = [...new Set(samples.map(({ model }) => model))];
    const mixed = models.flatMap((model) => samples.find((sample) => sample.model === model) ?? []);
    const accounts = await Promise.all(
      Array.from({ length: people }, () => registerAccount(platform.url, newCredentials())),
    );
    const wishes = [];
    for (const [person, account] of accounts.entries()) {
      const workshop = new Workshop(platform.url, account);
      for (let turn = 0; turn < jobsEach; turn += 1) {
        // Each person asks for other tools, and all ask for as much.
        const sample = mixed[(person * 7 + turn * 3) % mixed.length]!;
        const input = await workshop.prepare(sample);
        const body = { model: sample.model, job_type: typesOf(sample.model)[0], input };
        wishes.push({ account, person, body });
      }
    }

    const startedAtMs = performance.now();
    const knocks: number[] = [];
    let isOver = false;
    const knocking = (async () => {
      while (!isOver) {
        const fromMs = performance.now();
        await (await fetch(`${platform.url}/healthz`)).arrayBuffer();
        knocks.push(performance.now() - fromMs);
        await sleep(knockEveryMs);
      }
    })();
    const open = new Map<string, (typeof wishes)[number]>();
    for (const wish of wishes) open.set(await wish.account.submit(wish.body), wish);
    const total = open.size;
    const ended = accounts.map(() => 0);
    let finished = 0;
    let widest = 0;
    while (open.size > 0) {
      for (const [id, { account, person }] of open) {
        const { state } = await account.job(id);
        if (state !== 'Finished' && state !== 'Failed') continue;
        open.delete(id);
        finished += Number(state === 'Finished');
        ended[person] = (ended[person] ?? 0) + 1;
        const isAnybodyDone = ended.some((count) => count === jobsEach);
        if (!isAnybodyDone) widest = Math.max(widest, Math.max(...ended) - Math.min(...ended));
      }
      await sleep(100);
    }
    const tookMs = performance.now() - startedAtMs;
    isOver = true;
    await knocking;
    const status = await readFile(`/proc/${platform.pid}/status`, 'utf8').catch(() => '');
    const peakKiB = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    const sorted = knocks.toSorted((left, right) => left - right);
    const at = (share: number) =>
      `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
    return [
      { what: 'jobs that succeeded', value: `${finished} of ${total}` },
      { what: 'seconds for all', value: (tookMs / 1_000).toFixed(0) },
      { what: 'most that one person was ahead of another', value: `${widest} jobs of ${jobsEach}` },
      { what: '/healthz meanwhile: half within', value: at(0.5) },
      { what: '  99 % within', value: at(0.99) },
      { what: 'memory of the server at most', value: `${Math.round(peakKiB / 1024)} MiB` },
    ];
  } finally {
    await platform.stop();
  }
}
