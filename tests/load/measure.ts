import type { Browser, BrowserContext, Page } from '@playwright/test';
import { devices } from '@playwright/test';

/** A script as the browser loaded it: bytes as they came over the line. */
export interface LoadedScript {
  name: string;
  bytes: number;
  /** When it was asked for, in milliseconds after the navigation. */
  startMs: number;
}

export interface LoadFigures {
  /** Milliseconds after the navigation; null when it never came. */
  paintedMs: number | null;
  /** The prompt is there and takes what is typed. */
  typableMs: number | null;
  /** A press of Generate is carried out from here on. */
  actsMs: number | null;
  /** The app has taken the shell over. */
  adoptedMs: number | null;
  /** All tasks longer than 50 ms, together. */
  longTasksMs: number;
  scripts: LoadedScript[];
  requests: number;
  bytes: number;
}

/** Phone, as in Lighthouse's "slow 4G" and its slow-down of the processor. */
export const slowPhone = {
  latencyMs: 150,
  bytesPerSecond: (1.6 * 1024 * 1024) / 8,
  slowdown: 4,
} as const;

export function phoneContext(
  browser: Browser,
  serviceWorkers: 'allow' | 'block',
): Promise<BrowserContext> {
  return browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    locale: 'en-US',
    serviceWorkers,
  });
}

declare global {
  interface Window {
    kilnLoad: { typableMs: number | null; longTasksMs: number };
  }
}

/** Watches the page from its first moment on. */
function watchFromInside(): void {
  window.kilnLoad = { typableMs: null, longTasksMs: 0 };
  performance.setResourceTimingBufferSize(1_000);
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.kilnLoad.longTasksMs += task.duration;
  }).observe({ type: 'longtask', buffered: true });
  const check = () => {
    const field = document.querySelector('textarea');
    const box = field?.getBoundingClientRect();
    const isTypable = field && box && box.width > 0 && box.height > 0 && !field.disabled;
    // Asked in a frame, so that what is found has also been painted.
    if (isTypable) {
      requestAnimationFrame(() => {
        window.kilnLoad.typableMs ??= performance.now();
      });
    } else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

const firstMark = (page: Page, name: string) =>
  page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null, name);

/** Loads a page as a phone does, and counts until nothing happens any more. */
export async function measureLoad(
  context: BrowserContext,
  url: string,
  slow?: typeof slowPhone,
): Promise<LoadFigures> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    let requests = 0;
    let bytes = 0;
    session.on('Network.requestWillBeSent', () => (requests += 1));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    if (slow) {
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latencyMs,
        downloadThroughput: slow.bytesPerSecond,
        uploadThroughput: slow.bytesPerSecond / 2,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: slow.slowdown });
    }
    await page.addInitScript(watchFromInside);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForFunction(() => window.kilnLoad.typableMs !== null, null, { timeout: 60_000 });
    // Neither a request nor a long task for two seconds: what follows, nobody waited for.
    await page.waitForLoadState('networkidle', { timeout: 60_000 });
    let before = -1;
    while (before !== requests) {
      before = requests;
      await new Promise((resolve) => {
        setTimeout(resolve, 1_500);
      });
    }
    const inside = await page.evaluate(() => ({
      ...window.kilnLoad,
      paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
      scripts: performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize, startTime }) => ({
          name: new URL(name).pathname,
          bytes: encodedBodySize,
          startMs: startTime,
        })),
    }));
    return {
      ...inside,
      actsMs: await firstMark(page, 'kiln-generate-acts'),
      adoptedMs: await firstMark(page, 'kiln-app-adopted'),
      requests,
      bytes,
    };
  } finally {
    await page.close();
  }
}

const isPollerEntry = ({ name }: LoadedScript) => name.includes('poller.worker');

/** A script's file, without its folder. */
export const fileOf = ({ name }: LoadedScript) => name.split('/').at(-1) ?? '';

/**
 * What was asked for before a moment; without one, all of it. The poller has a budget of its own, and the browser
 * lists what its module imports among the scripts of the page. What the page had asked for before it started the
 * poller is the page's, though the poller imports it, too.
 * @param pollerFiles names of what the poller imports, without their folder
 */
export function scriptsBefore(
  figures: LoadFigures,
  momentMs: number | null,
  pollerFiles: ReadonlySet<string> = new Set(),
): LoadedScript[] {
  const pollerMs = figures.scripts.find(isPollerEntry)?.startMs ?? Infinity;
  const seen = new Set<string>();
  return figures.scripts
    .toSorted((one, other) => one.startMs - other.startMs)
    .filter((script) => {
      const isAgain = seen.has(script.name);
      seen.add(script.name);
      const isPollers =
        isPollerEntry(script) || (script.startMs >= pollerMs && pollerFiles.has(fileOf(script)));
      return !isAgain && !isPollers && (momentMs === null || script.startMs < momentMs);
    });
}

/** Whether the page got as far as starting its poller. */
export function hasPoller(figures: LoadFigures): boolean {
  return figures.scripts.some(isPollerEntry);
}

export function sumOf(scripts: readonly LoadedScript[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}
