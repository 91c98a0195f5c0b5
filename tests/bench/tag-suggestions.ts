import { setTimeout } from 'node:timers/promises';

import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../scripts/find-browser.mjs';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { generateTagList } from '../fixtures/tag-list.ts';
import type { Figure } from './offline-thousand.ts';

const tags = Number(process.env.KILN_BENCH_TAGS ?? 200_000);
/** What is typed, again and again: common beginnings, rare ones, and words in the middle of tags. */
const typed = [
  'long hair',
  'school uni',
  'blue eyes',
  'looking',
  'dragon wi',
  'snow',
  'star river',
];
const rounds = 4;
/**
 * Between two keys: ten letters a second, faster than people type. With none, a key comes right behind the frame of
 * the one before, and it is the wait for the next frame that is measured.
 */
const pauseMs = 100;

declare global {
  interface Window {
    /** From a keystroke to the frame behind the paint of its suggestions, in milliseconds. */
    kilnPainted: { typed: string; ms: number }[];
    /** Called with each of them. */
    kilnOnPainted: ((typed: string) => void) | null;
  }
}

/** Watches from inside: `data-for` says for what the list has been drawn. */
function watchKeys(): void {
  window.kilnPainted = [];
  let pressedMs = 0;
  addEventListener('keydown', (event) => (pressedMs = event.timeStamp), { capture: true });
  const seen = (list: Element) => {
    const from = pressedMs;
    const name = list.getAttribute('data-for') ?? '';
    requestAnimationFrame(() => {
      // A message comes behind the paint of the frame.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        window.kilnPainted.push({ typed: name, ms: performance.now() - from });
        window.kilnOnPainted?.(name);
      });
      port1.start();
      port2.postMessage(null);
    });
  };
  new MutationObserver((changes) => {
    const list = document.querySelector('[role="listbox"][data-for]');
    const isNew = changes.some(
      ({ type, target, addedNodes }) =>
        (type === 'attributes' && target === list) || [...addedNodes].some((node) => node === list),
    );
    if (list && isNew) seen(list);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-for'] });
}

/** Told by the page itself: to ask it again and again would be measured as well. */
async function untilPainted(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        window.setTimeout(() => reject(new Error(`No suggestions for ${wanted}`)), 30_000);
        const look = (name: string | undefined) => name === wanted && resolve();
        window.kilnOnPainted = look;
        look(window.kilnPainted.at(-1)?.typed);
      }),
    text,
  );
}

/** The frame is painted that shows what was typed last. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => window.setTimeout(resolve));
      }),
  );

async function typeAll(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    window.kilnPainted = [];
  });
  const prompt = page.locator('textarea').first();
  for (let round = 0; round < rounds; round += 1) {
    for (const text of typed) {
      await prompt.fill('');
      for (let length = 1; length <= text.length; length += 1) {
        await page.keyboard.press(text[length - 1] === ' ' ? 'Space' : (text[length - 1] ?? ''));
        // Of one letter nothing is suggested; what it and the emptied field make is no part of the next key.
        if (length < 2) await untilDrawn(page);
        else await untilPainted(page, text.slice(0, length));
        await setTimeout(pauseMs);
      }
    }
  }
  return page.evaluate(() => window.kilnPainted.map(({ ms }) => ms));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const shown = (ms: number) => `${ms.toFixed(1)} ms`;
const describe = (what: string, values: readonly number[]): Figure => ({
  what,
  value: `p50 ${shown(quantile(values, 0.5))}, p95 ${shown(quantile(values, 0.95))}, of ${values.length}`,
});

/** How long it takes until a list that was chosen can be searched. */
async function untilLoaded(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  const fromMs = Date.now();
  await page.locator('textarea').first().focus();
  await page.keyboard.type('lo');
  await page.locator('[role="listbox"]').waitFor({ timeout: 120_000 });
  return Date.now() - fromMs;
}

async function openPrompt(browser: Browser, platform: FaultPlatform, text: string) {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' });
  await context.route('**/kiln.json', (route) =>
    route.fulfill({ json: { platform: true, tags: { danbooru: '/tags/danbooru.csv' } } }),
  );
  await context.route('**/tags/danbooru.csv', (route) =>
    route.fulfill({ contentType: 'text/csv', body: text }),
  );
  const page = await context.newPage();
  await page.addInitScript(watchKeys);
  await page.goto(`${platform.url}/options`);
  const danbooru = page.getByRole('radio', { name: 'Danbooru' });
  await danbooru.click();
  await danbooru.and(page.locator(':checked')).waitFor();
  await page.goto(`${platform.url}/generate/Text2Img`);
  return { context, page, session: await context.newCDPSession(page) };
}

async function measure(page: Page, session: CDPSession, slowdown: number): Promise<number[]> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const values = await typeAll(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return values;
}

/**
 * From a keystroke to painted suggestions. Once as a screen of 60 Hz shows them, on which a frame is waited for up to
 * 16.7 ms whatever is to be drawn; and once with frames as soon as they are ready, which is the work alone.
 */
export async function tagSuggestions(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const text = generateTagList(tags);
  const figures: Figure[] = [
    { what: 'list', value: `${tags} tags, ${(text.length / 1024 / 1024).toFixed(1)} MB` },
  ];
  const executablePath = locateBrowser();
  const unlimited = await chromium.launch({
    args: [...chromiumFlags, '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    ...(executablePath && { executablePath }),
  });
  try {
    for (const [how, which] of [
      ['work alone', unlimited],
      ['at 60 Hz', browser],
    ] as const) {
      const { context, page, session } = await openPrompt(which, platform, text);
      const loadedMs = await untilLoaded(page);
      if (which === browser)
        figures.push({ what: 'focus to first suggestions', value: `${loadedMs} ms` });
      for (const slowdown of [1, 4]) {
        figures.push(describe(`${how}, ${slowdown}×`, await measure(page, session, slowdown)));
      }
      await context.close();
    }
  } finally {
    await unlimited.close();
  }
  return figures;
}
