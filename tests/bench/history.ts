import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { WorkRow } from '../../src/db/schema.ts';
import { workRow } from '../fixtures/works.ts';
import type { Person } from '../faults/browser/messages.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import type { Figure } from './offline-thousand.ts';
import {
  bareWall,
  heapBytes,
  memoryWords,
  rendererMemory,
  scrollWall,
  sharesOf,
  watchWall,
  type WallRecord,
} from './wall.ts';

const sizes = (process.env.KILN_BENCH_WORKS ?? '1000,10000,50000').split(',').map(Number);
/** Each size is opened so many times, in a page that knows nothing. */
const visits = 5;
const scrollMs = 10_000;
const mebibyte = 1024 * 1024;

/** Words as people write them, so that a search has something to find and something to leave. */
const words =
  'harbour dusk kiln lantern fox 雪山 木屋 water fog 海边 morning quiet copper 灯塔 birch path 竹林 river glass 山水 orchard'.split(
    ' ',
  );

function promptOf(number: number): string {
  const at = (step: number) => words[(number * step + Math.floor(number / 7)) % words.length];
  return `${at(1)} ${at(3)} ${at(5)}, ${at(11)} number ${number}, in soft light with fine grain and a wide view`;
}

/** Of every tenth picture another shape, as histories have them. */
function rowOf(number: number, person: Person, startMs: number): WorkRow {
  const [width, height] =
    number % 10 === 0 ? [768, 512] : number % 7 === 0 ? [512, 768] : [512, 512];
  return workRow(number, {
    owner: person.userKey as WorkRow['owner'],
    prompt: promptOf(number),
    width,
    height,
    onDevice: 0,
    createdAtMs: startMs + number * 3_600_000,
    starred: number % 9 === 0 ? 1 : 0,
  });
}

/** Puts the session and the works on the device, small pictures of twelve kilobytes with them. */
async function fill(page: Page, person: Person, works: number): Promise<void> {
  const startMs = Date.now() - works * 3_600_000;
  const steps = 1_000;
  for (let from = 1; from <= works; from += steps) {
    const rows = Array.from({ length: Math.min(steps, works - from + 1) }, (_unused, index) =>
      rowOf(from + index, person, startMs),
    );
    await page.evaluate(
      async ({ batch, session }) => {
        const scope = globalThis as unknown as { pictures?: Map<string, Blob[]> };
        scope.pictures ??= new Map<string, Blob[]>();
        const { pictures } = scope;
        const make = async (width: number, height: number): Promise<Blob[]> => {
          const made: Blob[] = [];
          for (let number = 0; number < 40; number += 1) {
            const canvas = new OffscreenCanvas(width, height);
            const context = canvas.getContext('2d');
            if (!context) throw new Error('no canvas');
            for (let spot = 0; spot < 220; spot += 1) {
              context.fillStyle = `hsl(${(spot * 37 + number * 59) % 360} 60% ${20 + (spot % 60)}%)`;
              context.fillRect((spot * 53) % width, (spot * 97 + number * 13) % height, 40, 40);
            }
            made.push(await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 }));
          }
          return made;
        };
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('kiln');
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(new Error('no database')));
        });
        for (const { width, height } of batch) {
          const key = `${width}×${height}`;
          const scale = 384 / Math.max(width, height);
          if (!pictures.has(key))
            pictures.set(key, await make(Math.round(width * scale), Math.round(height * scale)));
        }
        const transaction = database.transaction(['works', 'thumbnails', 'settings'], 'readwrite');
        transaction.objectStore('settings').put({ key: 'session', value: session });
        for (const [index, row] of batch.entries()) {
          const choice = pictures.get(`${row.width}×${row.height}`) ?? [];
          transaction.objectStore('works').put(row);
          transaction.objectStore('thumbnails').put({
            id: row.id,
            // No two are the same file: a browser might keep one for all.
            blob: new Blob([choice[index % choice.length] ?? '', row.id], { type: 'image/webp' }),
            width: row.width,
            height: row.height,
          });
        }
        await new Promise<void>((resolve, reject) => {
          transaction.addEventListener('complete', () => resolve());
          transaction.addEventListener('abort', () => reject(new Error(String(transaction.error))));
        });
        database.close();
      },
      {
        batch: rows,
        session: {
          userKey: person.userKey,
          userToken: person.userToken,
          account: 'bench',
          nickname: 'bench',
          isVip: false,
          isSuperUser: false,
          expiresAtMs: Date.now() + 86_400_000,
        },
      },
    );
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

async function openWall(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.addInitScript(watchWall);
  await page.goto(`${url}/history`);
  await page.waitForFunction(
    () => (globalThis as unknown as { wall: WallRecord }).wall.firstMs !== null,
  );
  const firstMs = await page.evaluate(
    () => (globalThis as unknown as { wall: WallRecord }).wall.firstMs ?? 0,
  );
  return { page, firstMs };
}

/** The first search reads all works. */
async function firstSearch(page: Page): Promise<number> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    const scope = globalThis as unknown as { firstSearchMs?: number };
    addEventListener(
      'input',
      () => {
        const fromMs = performance.now();
        const look = () => {
          const isFound = / works found/.test(document.querySelector('main')?.textContent ?? '');
          if (isFound) scope.firstSearchMs = performance.now() - fromMs;
          else requestAnimationFrame(look);
        };
        look();
      },
      { once: true },
    );
  });
  await page.getByRole('searchbox', { name: 'Search your works' }).fill('grain');
  await page.waitForFunction(() => 'firstSearchMs' in globalThis);
  return page.evaluate(() => (globalThis as unknown as { firstSearchMs: number }).firstSearchMs);
}

/** From the last letter of a word to the first changed tile, for words one after the other. */
async function search(page: Page): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const word = words[round % words.length] ?? '';
    took.push(
      await page.evaluate(
        async (text) => {
          const input = document.querySelector<HTMLInputElement>('input[type="search"]');
          const said = () =>
            [...document.querySelectorAll('main p, main ul [aria-label]')]
              .map((element) => element.ariaLabel ?? element.textContent)
              .join('|');
          if (!input) throw new Error('no field');
          const before = said();
          const fromMs = performance.now();
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
            input,
            text,
          );
          input.dispatchEvent(new Event('input', { bubbles: true }));
          while (said() === before && performance.now() - fromMs < 5_000) {
            await new Promise(requestAnimationFrame);
          }
          return performance.now() - fromMs;
        },
        `${word} ${round + 1}`,
      ),
    );
  }
  return took;
}

/** A history of a thousand works and of fifty thousand, without a network. */
export async function history(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const works of sizes) {
    const person = await platform.makePerson();
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
    });
    const filling = await context.newPage();
    await filling.goto(`${platform.url}/about`);
    await filling.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await context.setOffline(true);
    await fill(filling, person, works);
    await filling.close();
    const first: number[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const { page, firstMs } = await openWall(context, platform.url);
      first.push(firstMs);
      await page.close();
    }
    const bare = await context.newPage();
    const { dropped: droppedAnyway } = sharesOf(await bareWall(bare, scrollMs / 2));
    await bare.close();
    const { page } = await openWall(context, platform.url);
    const session = await context.newCDPSession(page);
    const { dropped, blank } = sharesOf(await scrollWall(page, scrollMs));
    const heap = await heapBytes(session);
    const memory = await rendererMemory(browser, page, session);
    const firstSearchMs = await firstSearch(page);
    const found = await search(page);
    const p95 =
      found.toSorted((left, right) => left - right)[Math.ceil(found.length * 0.95) - 1] ?? 0;
    figures.push({
      what: `${works} works`,
      value: [
        `first pictures ${Math.round(median(first))} ms`,
        `heap ${(heap / mebibyte).toFixed(1)} MiB`,
        memoryWords(memory),
        `frames dropped ${dropped} (of a bare page ${droppedAnyway})`,
        `blank ${blank}`,
        `first search ${Math.round(firstSearchMs)} ms, then p95 ${Math.round(p95)} ms`,
      ].join(' · '),
    });
    await context.close();
  }
  return figures;
}
