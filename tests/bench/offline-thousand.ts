import type { Browser } from '@playwright/test';

import { contractVersion, headerNames, platformName } from '../../src/api/contract/endpoint.ts';
import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { Device } from '../faults/browser/device.ts';
import type { JobRecord, Person } from '../faults/browser/messages.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';

const requests = Number(process.env.KILN_BENCH_REQUESTS ?? 1_000);
const giveUpAfterMs = 10 * 60_000;

export interface Figure {
  what: string;
  value: string;
}

/** Requests per second, by the platform's own record of when it took them. */
function rateOf(jobs: readonly JobRecord[]): number {
  const times = jobs.map(({ createdAtMs }) => createdAtMs);
  return (1_000 * (jobs.length - 1)) / (Math.max(...times) - Math.min(...times));
}

export function authorization(person: Person): Record<string, string> {
  return {
    [headerNames.platform]: platformName,
    [headerNames.contractVersion]: String(contractVersion),
    [headerNames.userKey]: person.userKey,
    [headerNames.userToken]: person.userToken,
  };
}

const bodyOf = (number: number) => ({
  input: { prompt: `request ${number}`, n: 1 },
  model: 'test-painter',
  job_type: 'Text2Img',
  disabled_translate: false,
});

/** The same calls without a queue: one after the other, from a page of the same origin. */
async function bareLoop(browser: Browser, platform: FaultPlatform): Promise<number> {
  const person = await platform.makePerson();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // A page of the same origin that is not the app.
  const blank = `${platform.url}/blank`;
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(blank);
  const bodies = Array.from({ length: requests }, (_unused, index) => bodyOf(index + 1));
  await page.evaluate(
    async ({ path, headers, keyHeader, all }) => {
      for (const body of all) {
        const answer = await fetch(path, {
          method: 'POST',
          headers: {
            ...headers,
            [keyHeader]: crypto.randomUUID(),
            'Content-Type': 'application/json',
          },
          body: JSON.stringify(body),
          credentials: 'omit',
          cache: 'no-store',
        });
        if (!answer.ok) throw new Error(`answered ${answer.status}`);
        await answer.json();
      }
    },
    {
      path: playgroundGenerate.path,
      headers: authorization(person),
      keyHeader: headerNames.idempotencyKey,
      all: bodies,
    },
  );
  await context.close();
  const { jobs } = await platform.account(person.userId);
  return rateOf(jobs);
}

async function untilAccepted(platform: FaultPlatform, person: Person): Promise<JobRecord[]> {
  const giveUpAtMs = Date.now() + giveUpAfterMs;
  while (Date.now() < giveUpAtMs) {
    if ((await platform.count(person.userId)) >= requests) {
      return (await platform.account(person.userId)).jobs;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the requests did not leave');
}

/** A thousand requests made without a network, and what happens when it is back. */
export async function offlineThousand(
  browser: Browser,
  platform: FaultPlatform,
  verbs: string,
): Promise<Figure[]> {
  // What jobs cost the machine is not the question; they end when all have left.
  await platform.hold(true);
  const bare = await bareLoop(browser, platform);
  await platform.hold(false);
  await platform.hold(true);

  const person = await platform.makePerson();
  const device = await Device.start(browser, {
    origin: platform.url,
    scripts: [verbs],
    hasServiceWorker: true,
    hasSync: true,
  });
  await device.openTab();
  await device.untilServiceWorker();
  await device.act('signIn', person.userKey, person.userToken);
  await device.setOfflineThroughout(true);
  const savedFromMs = Date.now();
  const keys = (await device.act('requestMany', person.userKey, requests)) ?? [];
  const savedMs = Date.now() - savedFromMs;
  await device.watchLongTasks();
  await device.setOfflineThroughout(false);
  const reconnectedAtMs = Date.now();
  const jobs = await untilAccepted(platform, person);
  const longTasks = await device.longTasks();
  await platform.hold(false);
  await device.stop();

  const inOrder = jobs.map(({ key }) => key).join() === keys.join();
  const first = Math.min(...jobs.map(({ createdAtMs }) => createdAtMs));
  const last = Math.max(...jobs.map(({ createdAtMs }) => createdAtMs));
  const rate = rateOf(jobs);
  const longest = Math.max(0, ...longTasks);
  return [
    { what: `${requests} requests kept offline`, value: `${savedMs} ms` },
    { what: 'sent once and in order', value: inOrder ? 'yes' : 'NO' },
    { what: 'first one after reconnect', value: `${first - reconnectedAtMs} ms` },
    { what: 'all after reconnect', value: `${((last - reconnectedAtMs) / 1_000).toFixed(1)} s` },
    { what: 'rate of the queue', value: `${rate.toFixed(1)} requests/s` },
    { what: 'rate of a bare loop', value: `${bare.toFixed(1)} requests/s` },
    { what: 'ratio', value: (rate / bare).toFixed(2) },
    { what: 'tasks of the page over 50 ms', value: `${longTasks.length} (longest ${longest} ms)` },
  ];
}
