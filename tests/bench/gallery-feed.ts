import type { Browser } from '@playwright/test';

import type { FaultPlatform } from '../faults/browser/platform.ts';
import type { Figure } from './offline-thousand.ts';
import {
  heapBytes,
  memoryWords,
  rendererMemory,
  scrollWall,
  sharesOf,
  watchWall,
  type WallRecord,
} from './wall.ts';

const published = Number(process.env.KILN_ROWS ?? 20_000);
const stretchMs = 10_000;
const stretches = 4;
const mebibyte = 1024 * 1024;

/** Home over a gallery of 20,000 works, scrolled on and on: each line is ten more seconds of the same page. */
export async function galleryFeed(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  await platform.plantGallery(published);
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(watchWall);
  await page.goto(platform.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.getByRole('list', { name: 'Gallery' }).scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () => (globalThis as unknown as { wall: WallRecord }).wall.firstMs !== null,
  );
  const session = await context.newCDPSession(page);
  const figures: Figure[] = [];
  for (let stretch = 1; stretch <= stretches; stretch += 1) {
    await page.evaluate(() => {
      const { wall } = globalThis as unknown as { wall: WallRecord };
      Object.assign(wall, { frames: [], blank: 0, seen: 0, longTasks: 0 });
    });
    const wall = await scrollWall(page, stretchMs);
    const { dropped, blank } = sharesOf(wall);
    const heap = await heapBytes(session);
    const memory = await rendererMemory(browser, page, session);
    const { shown, screens } = await page.evaluate(() => ({
      shown: document.querySelectorAll('main ul [data-state]').length,
      screens: Math.round(scrollY / innerHeight),
    }));
    figures.push({
      what: `${published} works, after ${screens} screens`,
      value: [
        `frames dropped ${dropped}`,
        `blank ${blank}`,
        `tasks over 50 ms ${wall.longTasks}`,
        `heap ${(heap / mebibyte).toFixed(1)} MiB`,
        memoryWords(memory),
        `${shown} tiles in the page`,
      ].join(' · '),
    });
  }
  await context.close();
  return figures;
}
