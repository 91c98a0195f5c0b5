import { chromium } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../../scripts/find-browser.mjs';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { creditPollMinIntervalMs, statusPollMinIntervalMs } from '../../../src/domain/limits.ts';
import { isEndedStage } from '../../../src/domain/intent.ts';
import { startFaultProxy } from '../proxy.ts';
import type { FaultProxy, RequestRecord } from '../proxy.ts';
import { bundleVerbs } from './bundle.ts';
import { Device } from './device.ts';
import { startFaultPlatform } from './platform.ts';
import { slowThreads, timeLapse } from './time-lapse.ts';

/** Faster, and a busy machine would seem to be a slow network. */
const speed = 15;
const minuteMs = 60_000 / speed;
const minutes = 60;
const pollerLock = 'kiln-poller';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls to one path that came sooner after the one before than they may, or while that was under way. */
function tooSoon(records: readonly RequestRecord[], intervalMs: number): number {
  // A busy machine delays one call and not the next, so half of it is the proof that there aren't two callers.
  const leastMs = intervalMs / speed / 2;
  return records.slice(1).filter((record, index) => {
    const before = records[index];
    // What was never heard has to be asked again.
    if (!before?.delivered) return false;
    const isOver = before.endedAtMs !== null && before.endedAtMs <= record.atMs;
    return !isOver || record.atMs - before.atMs < leastMs;
  }).length;
}

function byPath(network: FaultProxy, path: RegExp): Map<string, RequestRecord[]> {
  const groups = new Map<string, RequestRecord[]>();
  for (const record of network.find({ path })) {
    const key = record.path.split('?')[0] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return groups;
}

/** What does not fit one poller and a queue that sends everything once, by the calls the platform got. */
function judge(network: FaultProxy): string[] {
  const wrong: string[] = [];
  const heard = network.find({ path: playgroundGenerate.path }).filter((each) => each.delivered);
  const keys = new Set(heard.map((each) => each.idempotencyKey));
  if (keys.size < heard.length) wrong.push('a request was submitted again after its answer');
  for (const [path, records] of byPath(network, /\/generate\/check\//)) {
    const count = tooSoon(records, statusPollMinIntervalMs);
    if (count > 0) wrong.push(`${path} was asked for too soon ${count} times`);
  }
  for (const [path, records] of byPath(network, /\/get_credit_balance$/)) {
    const count = tooSoon(records, creditPollMinIntervalMs);
    if (count > 0) wrong.push(`${path} was asked for too soon ${count} times`);
  }
  for (const [path, records] of byPath(network, /^\/files\/[^/]+$/)) {
    const times = records.filter((each) => each.delivered).length;
    if (times > 1) wrong.push(`${path} was fetched ${times} times`);
  }
  return wrong;
}

/** How often each call was made; identities in paths are one call. */
function counts(network: FaultProxy): string[] {
  const groups = new Map<string, number>();
  for (const { method, path } of network.records) {
    if (!/^\/(api|files)\/|\.json/.test(path)) continue;
    const name = `${method} ${(path.split('?')[0] ?? '').replaceAll(/[0-9a-f-]{36}/g, '…')}`;
    groups.set(name, (groups.get(name) ?? 0) + 1);
  }
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `  ${String(count).padStart(6)} ${name}`);
}

async function isOver(device: Device, userKey: string): Promise<boolean> {
  for (let minute = 0; minute < 5; minute += 1) {
    const record = await device.act('record', userKey);
    if (record?.intents.every(({ stage }) => isEndedStage(stage))) return true;
    await sleep(minuteMs);
  }
  return false;
}

/**
 * An hour of two tabs and a service worker, in time that runs faster: a person asks for a picture now and then,
 * looks at one tab and at the other, closes one and opens it again.
 * @returns whether there was one poller at any time, and no call twice
 */
export async function runHour(dist: string): Promise<boolean> {
  const executablePath = locateBrowser();
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath && { executablePath }),
  });
  const platform = await startFaultPlatform(dist);
  const network = await startFaultProxy(platform.url);
  const lapse = timeLapse(speed, Date.now());
  network.on({ path: slowThreads, fault: { kind: 'prepend', text: lapse } });
  const person = await platform.makePerson();
  const device = await Device.start(browser, {
    origin: network.url,
    scripts: [lapse, await bundleVerbs()],
    hasServiceWorker: true,
    hasSync: true,
  });
  const wrong: string[] = [];
  let checks = 0;
  try {
    await device.openTab('/queue');
    await device.untilServiceWorker();
    await device.act('signIn', person.userKey, person.userToken);
    await device.openTab('/history');
    for (let minute = 0; minute < minutes; minute += 1) {
      const manner = minute % 6 === 0 ? 'slow:1500' : 'slow:200';
      if (minute % 3 === 0) {
        await device.act('request', person.userKey, `${minute} ${manner}`, 1 + (minute % 2), 0);
      }
      if (minute % 10 === 5) await device.bringToFront(minute % 20 === 5 ? 1 : 0);
      if (minute % 20 === 13) {
        await device.closeTab();
        await device.openTab('/queue');
      }
      const endsAtMs = Date.now() + minuteMs;
      while (Date.now() < endsAtMs) {
        const held = (await device.locks())?.held?.filter(({ name }) => name === pollerLock) ?? [];
        checks += 1;
        if (held.length > 1) wrong.push(`${held.length} pollers in minute ${minute}`);
        await sleep(100);
      }
    }
    if (!(await isOver(device, person.userKey))) wrong.push('not every request has ended');
    wrong.push(...judge(network));
  } finally {
    await device.stop();
    await browser.close();
    await network.stop();
    await platform.stop();
  }
  process.stdout.write(
    `an hour of two tabs and a service worker: ${checks} checks of the locks, ` +
      `${wrong.length === 0 ? 'one poller at any time, no call twice' : 'NOT WELL'}\n` +
      `${counts(network).join('\n')}\n${wrong.map((each) => `✗ ${each}\n`).join('')}`,
  );
  return wrong.length === 0;
}
