import { execFile } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { BrowserContext, Page } from '@playwright/test';

import type { WorkRow } from '../../src/db/schema.ts';
import { workMediaId } from '../../src/db/works/purge.ts';
import type { Person } from '../faults/browser/messages.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { workRow } from '../fixtures/works.ts';
import {
  medianOfThree,
  mebibyte,
  secondsUntilWords,
  signIn,
  watchRenderers,
} from './archive-parts.ts';
import { inFolder, inProfile } from './own-profile.ts';
import type { Figure } from './offline-thousand.ts';

const run = promisify(execFile);
const works = Number(process.env.KILN_BENCH_EXPORT ?? 2_000);
const bytesAWork = 200_000;
const worksAtOnce = 100;

/** Puts works on the device whose originals are noise, of which nobody saves anything by packing. */
async function fill(page: Page, person: Person): Promise<void> {
  for (let from = 1; from <= works; from += worksAtOnce) {
    const batch = Array.from({ length: Math.min(worksAtOnce, works - from + 1) }, (_, index) => {
      const row = workRow(from + index, {
        owner: person.userKey as WorkRow['owner'],
        prompt: `a kiln at dusk, number ${from + index}`,
        bytes: bytesAWork,
        // Else the poller asks the platform for small pictures that nobody has, beside what is measured.
        thumbnailWanted: 0,
      });
      return { row, mediaId: workMediaId(row.id) };
    });
    await page.evaluate(
      async ({ rows, bytes }) => {
        const made = await Promise.all(
          rows.map(async ({ row, mediaId }) => {
            const { width, height, createdAtMs } = row;
            const data = new Uint8Array(bytes);
            for (let at = 0; at < bytes; at += 65_536) {
              crypto.getRandomValues(data.subarray(at, Math.min(at + 65_536, bytes)));
            }
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
            const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
            const blob = new Blob([data], { type: 'image/png' });
            const media = { id: mediaId, blob, mediaType: blob.type, bytes, sha256, width, height };
            Object.assign(media, { name: '', role: 'original', createdAtMs });
            return { work: { ...row, sha256 }, media };
          }),
        );
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('kiln');
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(new Error('no database')));
        });
        const transaction = database.transaction(['works', 'media'], 'readwrite');
        for (const { work, media } of made) {
          transaction.objectStore('works').put(work);
          transaction.objectStore('media').put(media);
        }
        await new Promise<void>((resolve, reject) => {
          transaction.addEventListener('complete', () => resolve());
          transaction.addEventListener('abort', () => reject(new Error(String(transaction.error))));
        });
        database.close();
      },
      { rows: batch, bytes: bytesAWork },
    );
  }
}

/** A device learns once what the platform knows, and goes through all of its works for it. */
async function untilSynced(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('kiln');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('no database')));
      });
      const asked = database.transaction('syncs').objectStore('syncs').getAll();
      const rows = await new Promise<{ before: unknown }[]>((resolve) => {
        asked.addEventListener('success', () => resolve(asked.result as { before: unknown }[]));
      });
      database.close();
      return rows.some(({ before }) => before === null);
    },
    undefined,
    { polling: 500 },
  );
}

/** Who has works is brought the rest of the app once, which takes its memory in the same process. */
async function untilInstalled(page: Page): Promise<void> {
  const count = () =>
    page.evaluate(async () => (await (await caches.open('kiln-late-v1')).keys()).length);
  for (let known = -1, found = 0; found === 0 || found !== known;) {
    known = found;
    await sleep(4_000);
    found = await count();
  }
}

const zipSeconds = (content: string, folder: string): Promise<number> =>
  medianOfThree(async (time) => {
    const out = path.join(folder, `out-${time}.zip`);
    const fromMs = performance.now();
    await run('zip', ['-0', '-q', '-r', out, '.'], { cwd: content });
    const seconds = (performance.now() - fromMs) / 1_000;
    await rm(out);
    return seconds;
  });

/** What one export cost. */
interface Cost {
  seconds: number;
  savedSeconds: number;
  rendererBytes: number;
  longTasks: number;
}

/** @param archive where the browser's download comes to lie */
async function exportOnce(page: Page, url: string, archive: string): Promise<Cost> {
  await page.goto(`${url}/archive`);
  const button = page.getByRole('button', { name: 'Export as ZIP' });
  const again = page.getByRole('button', { name: 'Export others' });
  await button.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await page.evaluate(() => {
    const scope = globalThis as unknown as { longTasks: number };
    scope.longTasks = 0;
    new PerformanceObserver((list) => {
      scope.longTasks += list.getEntries().length;
    }).observe({ entryTypes: ['longtask'] });
  });
  // What a page does when it has just been opened is not what is measured.
  await sleep(4_000);
  const mostBytes = await watchRenderers();
  const download = page.waitForEvent('download');
  const fromMs = performance.now();
  const seconds = await secondsUntilWords(button, /works? (are|is) in it/);
  await (await download).saveAs(archive);
  const savedSeconds = (performance.now() - fromMs) / 1_000;
  const most = mostBytes();
  const longTasks = await page.evaluate(
    () => (globalThis as unknown as { longTasks: number }).longTasks,
  );
  return { seconds, savedSeconds, rendererBytes: most, longTasks };
}

/** Two thousand works leave in an archive; the system's `zip -0` on the same bytes is what it is held against. */
export const exportWorks = (platform: FaultPlatform): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const archive = path.join(folder, 'kiln.zip');
    const open = async (context: BrowserContext): Promise<Page> => {
      const page = await context.newPage();
      page.setDefaultTimeout(20 * 60_000);
      return page;
    };
    await inProfile(folder, async (context) => {
      const page = await open(context);
      await page.goto(`${platform.url}/about`);
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      const person = await platform.makePerson();
      await signIn(page, person);
      await fill(page, person);
      await page.goto(`${platform.url}/archive`);
      await untilSynced(page);
      await untilInstalled(page);
    });
    const costs: Cost[] = [];
    for (let time = 0; time < 3; time += 1) {
      costs.push(
        await inProfile(folder, async (context) =>
          exportOnce(await open(context), platform.url, archive),
        ),
      );
    }
    const content = path.join(folder, 'content');
    await mkdir(content);
    await run('unzip', ['-q', archive, '-d', content]);
    const zip = await zipSeconds(content, folder);
    const { size } = await stat(archive);
    const megabytes = size / 1e6;
    const rate = (seconds: number) => `${Math.round(megabytes / seconds)} MB/s`;
    const middle = (of: (cost: Cost) => number) => costs.map(of).toSorted((a, b) => a - b)[1] ?? 0;
    const took = middle(({ seconds }) => seconds);
    const saved = middle(({ savedSeconds }) => savedSeconds);
    const most = costs.map((cost) => Math.round(cost.rendererBytes / mebibyte));
    const longTasks = costs.reduce((sum, cost) => sum + cost.longTasks, 0);
    return [
      { what: 'archive', value: `${works} works, ${Math.round(megabytes)} MB` },
      { what: 'zip -0 of the same files', value: `${zip.toFixed(1)} s, ${rate(zip)}` },
      {
        what: 'archive whole on the device',
        value: `${took.toFixed(1)} s, ${rate(took)}, ${(zip / took).toFixed(2)} of zip`,
      },
      { what: 'and saved by the browser', value: `${saved.toFixed(1)} s` },
      { what: 'largest renderer at its most, each time', value: `${most.join(', ')} MiB` },
      { what: 'tasks of the page over 50 ms', value: `${longTasks}` },
    ];
  });
