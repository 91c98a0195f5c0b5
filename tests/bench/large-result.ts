import { readFile, readdir } from 'node:fs/promises';

import type { Browser } from '@playwright/test';

import { Device } from '../faults/browser/device.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import type { Figure } from './offline-thousand.ts';

const megabytes = 300;
const giveUpAfterMs = 5 * 60_000;

/** Memory of each of the browser's processes that run pages and workers, by number; empty where /proc is missing. */
async function rendererMemory(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('--type=renderer')) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    // What is its own; files it reads do not count.
    const kilobytes = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0);
    found.set(pid, kilobytes * 1_024);
  }
  return found;
}

/** A film of 300 MB on its way from the platform into the device's database, and what it costs in memory. */
export async function largeResult(
  browser: Browser,
  platform: FaultPlatform,
  verbs: string,
): Promise<Figure[]> {
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
  const before = await rendererMemory();
  await device.watchLongTasks();
  const fromMs = Date.now();
  await device.act('request', person.userKey, `film:${megabytes}`, 1, 0);
  let most = 0;
  let isHome = false;
  while (!isHome) {
    if (Date.now() - fromMs > giveUpAfterMs) throw new Error('the film did not come home');
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (const [pid, bytes] of await rendererMemory()) {
      const base = before.get(pid);
      if (base !== undefined) most = Math.max(most, bytes - base);
    }
    isHome = (await device.act('stages', person.userKey))?.join() === 'done';
  }
  const seconds = (Date.now() - fromMs) / 1_000;
  const longTasks = await device.longTasks();
  await device.stop();
  const longest = Math.round(Math.max(0, ...longTasks));
  return [
    { what: `${megabytes} MB made, fetched, verified, kept`, value: `${seconds.toFixed(1)} s` },
    { what: 'memory of the page and its workers grew by', value: `${Math.round(most / 1e6)} MB` },
    { what: 'tasks of the page over 50 ms', value: `${longTasks.length} (longest ${longest} ms)` },
  ];
}
