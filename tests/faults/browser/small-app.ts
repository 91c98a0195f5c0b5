import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Browser } from '@playwright/test';

import { Device } from './device.ts';
import { startFaultPlatform } from './platform.ts';

interface PrecacheEntry {
  revision: string | null;
  url: string;
}

/** The list that the build writes into the service worker. */
const precacheList = /\[\{"(?:hash|revision)":.*?\}\]/s;
/** Chunks that a page fetches after it has shown itself. */
const loadsForMs = 4_000;

async function filesOfQueuePage(browser: Browser, dist: string, verbs: string): Promise<string[]> {
  const platform = await startFaultPlatform(dist);
  const device = await Device.start(browser, {
    origin: platform.url,
    scripts: [verbs],
    hasServiceWorker: false,
    hasSync: false,
  });
  try {
    const person = await platform.makePerson();
    const paths = device.watchPaths();
    await device.openTab();
    await device.act('signIn', person.userKey, person.userToken);
    await device.act('request', person.userKey, 'request 1', 1, 64);
    await new Promise((resolve) => setTimeout(resolve, loadsForMs));
    return [...paths];
  } finally {
    await device.stop();
    await platform.stop();
  }
}

/**
 * Copies the built app and lets its service worker keep no more than what the queue's page loads. All else is
 * the build as it is. Every story installs a service worker of its own, and fetching the files of two dozen tools
 * took half of its time.
 * @param dist folder of the built app
 * @param folder where the copy goes
 */
export async function makeSmallApp(
  browser: Browser,
  { dist, folder, verbs }: { dist: string; folder: string; verbs: string },
): Promise<void> {
  const needed = new Set(await filesOfQueuePage(browser, dist, verbs));
  await cp(dist, folder, { recursive: true, force: true });
  const script = path.join(folder, 'sw.js');
  const code = await readFile(script, 'utf8');
  const [list] = precacheList.exec(code) ?? [];
  if (list === undefined) throw new Error('the service worker has no list of files to keep');
  const entries = JSON.parse(list) as PrecacheEntry[];
  const kept = entries.filter(({ revision, url }) => revision !== null || needed.has(`/${url}`));
  await writeFile(
    script,
    code.replace(list, () => JSON.stringify(kept)),
  );
}
