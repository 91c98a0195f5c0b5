import { randomFillSync } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';

import type { Locator, Page } from '@playwright/test';

import type { Person } from '../faults/browser/messages.ts';
import { chunk } from '../fixtures/png.ts';
import { joinBytes } from '../fixtures/zip.ts';

/** A picture of noise with so many pixels a side has 200 kB. */
export const side = 258;
export const mebibyte = 1024 * 1024;

/** Noise, so that nobody saves anything by packing it. */
export function noise(): Uint8Array {
  const row = 1 + 3 * side;
  const pixels = randomFillSync(new Uint8Array(row * side));
  for (let y = 0; y < side; y += 1) pixels[y * row] = 0;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, side);
  view.setUint32(4, side);
  header.set([8, 2, 0, 0, 0], 8);
  return joinBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', new Uint8Array(deflateSync(pixels, { level: 0 }))),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Files of noise that differ, 200 kB each. */
export function* numberedPictures(count: number): Generator<Uint8Array<ArrayBuffer>> {
  const base = noise();
  for (let number = 0; number < count; number += 1) {
    // A text of its own makes each another file.
    const text = new TextEncoder().encode(`number\0${number}`);
    yield joinBytes([base.subarray(0, 33), chunk('tEXt', text), base.subarray(33)]);
  }
}

/** The middle of three. @param run gives seconds */
export async function medianOfThree(run: (time: number) => Promise<number>): Promise<number> {
  const took = [await run(0), await run(1), await run(2)];
  return took.toSorted((left, right) => left - right)[1] ?? 0;
}

export async function signIn(page: Page, { userKey, userToken }: Person): Promise<void> {
  await page.evaluate(
    async (session) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('kiln');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('no database')));
      });
      const transaction = database.transaction('settings', 'readwrite');
      transaction.objectStore('settings').put({ key: 'session', value: session });
      await new Promise<void>((resolve) => {
        transaction.addEventListener('complete', () => resolve());
      });
      database.close();
    },
    {
      userKey,
      userToken,
      account: 'bench',
      nickname: 'bench',
      isVip: false,
      isSuperUser: false,
      expiresAtMs: Date.now() + 86_400_000,
    },
  );
}

/** Processes of browsers for pages and workers. */
async function rendererPids(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('--type=renderer')) found.push(pid);
  }
  return found;
}

/**
 * Watches what the browser's processes for pages and workers hold of their own. Those are looked for once: going through
 * all of a machine again and again takes from the two processors what is measured on them.
 * @returns ends it, and tells what the largest held at its most, in bytes
 */
export async function watchRenderers(): Promise<() => number> {
  const pids = await rendererPids();
  let most = 0;
  const look = async (pid: string): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024);
  };
  const watching = setInterval(() => void Promise.all(pids.map(look)), 250);
  return () => {
    clearInterval(watching);
    return most;
  };
}

/**
 * Presses a button and waits for words.
 * @returns seconds between the two, by the page's own clock: who asks from outside asks twice a second
 */
export async function secondsUntilWords(button: Locator, words: RegExp): Promise<number> {
  await button.evaluate((element, { source }) => {
    const wanted = new RegExp(source);
    const scope = globalThis as unknown as { wordsCame: Promise<number> };
    scope.wordsCame = new Promise((resolve) => {
      element.addEventListener(
        'click',
        () => {
          const pressedMs = performance.now();
          const observer = new MutationObserver(() => {
            if (!wanted.test(document.querySelector('main')?.textContent ?? '')) return;
            observer.disconnect();
            resolve((performance.now() - pressedMs) / 1_000);
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        },
        { once: true, capture: true },
      );
    });
  }, words);
  const page = button.page();
  await button.click();
  return page.evaluate(() => (globalThis as unknown as { wordsCame: Promise<number> }).wordsCame);
}
