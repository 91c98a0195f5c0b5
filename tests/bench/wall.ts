import { readFile } from 'node:fs/promises';

import type { Browser, CDPSession, Page } from '@playwright/test';

/** What is measured of a wall of pictures, wherever one is. */

/** Watches the wall from the first byte of the page on: when its screen is full of pictures, and what it shows. */
export function watchWall(): void {
  const scope = globalThis as unknown as { wall: WallRecord };
  scope.wall = { firstMs: null, frames: [], blank: 0, seen: 0, longTasks: 0, isScrolling: false };
  new PerformanceObserver((list) => {
    if (scope.wall.isScrolling) scope.wall.longTasks += list.getEntries().length;
  }).observe({ type: 'longtask' });
  let lastAt = 0;
  const look = (at: number): void => {
    const { wall } = scope;
    const tiles = [...document.querySelectorAll('main ul [data-state]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const shown = tiles.filter((tile) => tile.getAttribute('data-state') === 'shown').length;
    if (wall.firstMs === null && tiles.length >= 6 && shown === tiles.length) wall.firstMs = at;
    if (wall.isScrolling) {
      if (lastAt > 0) wall.frames.push(at - lastAt);
      wall.seen += Math.max(1, tiles.length);
      wall.blank += tiles.length === 0 ? 1 : tiles.length - shown;
    }
    lastAt = at;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface WallRecord {
  firstMs: number | null;
  frames: number[];
  blank: number;
  seen: number;
  /** Tasks over 50 ms that the page's own thread had while it was scrolled. */
  longTasks: number;
  isScrolling: boolean;
}

/** Memory of the page's process in bytes: what it holds alone, and its share of what it holds with others. */
export interface RendererMemory {
  all: number;
  /** The page, its workers and the browser's own objects for them. */
  own: number;
  /** Mostly pictures as they were decoded: the browser keeps a thousand and throws them away when memory is short. */
  pictures: number;
  /** The browser's program. */
  program: number;
}

export async function rendererMemory(
  browser: Browser,
  page: Page,
  session: CDPSession,
): Promise<RendererMemory> {
  await session.send('HeapProfiler.collectGarbage');
  const pid = await processOf(browser, page);
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytesOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  return {
    all: bytesOf('Pss'),
    own: bytesOf('Pss_Anon'),
    pictures: bytesOf('Pss_Shmem'),
    program: bytesOf('Pss_File'),
  };
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** In words for the figures. */
export const memoryWords = ({ all, own, pictures, program }: RendererMemory): string =>
  `renderer ${mebibytes(all)} MiB (${mebibytes(own)} its own, ${mebibytes(pictures)} decoded pictures, ${mebibytes(program)} the browser's program)`;

/** The renderer that works when this page does. */
async function processOf(browser: Browser, page: Page): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(
      processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]),
    );
  };
  const before = await times();
  await page.evaluate(() => {
    const until = performance.now() + 400;
    while (performance.now() < until);
  });
  const after = await times();
  await session.detach();
  const [busiest] = [...after].toSorted(
    ([left], [right]) =>
      (after.get(right) ?? 0) -
      (before.get(right) ?? 0) -
      ((after.get(left) ?? 0) - (before.get(left) ?? 0)),
  );
  if (!busiest) throw new Error('no renderer');
  return busiest[0];
}

export async function scrollWall(page: Page, scrollMs: number): Promise<WallRecord> {
  await page.mouse.move(640, 500);
  await page.evaluate(() => {
    (globalThis as unknown as { wall: WallRecord }).wall.isScrolling = true;
  });
  const until = Date.now() + scrollMs;
  while (Date.now() < until) {
    await page.mouse.wheel(0, 240);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return page.evaluate(() => {
    const { wall } = globalThis as unknown as { wall: WallRecord };
    wall.isScrolling = false;
    return wall;
  });
}

/**
 * A wall of coloured boxes without a script: what this machine loses of its frames at that time, whatever is on the page.
 * Where that is much, other figures about frames say nothing.
 */
export async function bareWall(page: Page, scrollMs: number): Promise<WallRecord> {
  await page.addInitScript(watchWall);
  const boxes = Array.from(
    { length: 1_500 },
    (_unused, number) =>
      `<li data-state="shown" style="aspect-ratio:1;background:hsl(${(number * 37) % 360} 50% 40%)"></li>`,
  );
  await page.goto('about:blank');
  await page.setContent(
    `<main><ul style="display:grid;grid-template-columns:repeat(5,1fr);gap:12px">${boxes.join('')}</ul></main>`,
  );
  await page.waitForFunction(
    () => (globalThis as unknown as { wall: WallRecord }).wall.firstMs !== null,
  );
  return scrollWall(page, scrollMs);
}

/** What of the frames did not come in time, and what of the tiles had no picture. */
export function sharesOf(wall: WallRecord): { dropped: string; blank: string } {
  const late = wall.frames.reduce(
    (sum, ms) => sum + Math.max(0, Math.round(ms / (1000 / 60)) - 1),
    0,
  );
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return {
    dropped: share(late, wall.frames.length + late),
    blank: share(wall.blank, wall.seen),
  };
}

/** What scripts keep, in bytes, after a collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}
