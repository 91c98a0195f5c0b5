import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../scripts/find-browser.mjs';
import type { ModelSchema, SchemaProperty } from '../../src/domain/model.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import type { Figure } from './offline-thousand.ts';

const fieldCount = 40;
const slowdown = 4;
const rounds = 5;
const typed = 'a lighthouse in the fog, early morning, ink on paper, wide sky';

declare global {
  interface Window {
    /** From a keystroke to the frame behind the paint of what it changed, in milliseconds. */
    kilnKeys: number[];
    /** When all fields of the form had been painted, in milliseconds since the page was asked for. */
    kilnFormPaintedMs: number | null;
  }
}

/** Watches from inside: a message comes behind the paint of the frame. */
function watchForm(wanted: number): void {
  window.kilnKeys = [];
  window.kilnFormPaintedMs = null;
  const acts: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => acts.shift()?.());
  port1.start();
  const afterPaint = (act: () => void) =>
    requestAnimationFrame(() => {
      acts.push(act);
      port2.postMessage(null);
    });
  addEventListener(
    'keydown',
    ({ timeStamp }) => afterPaint(() => window.kilnKeys.push(performance.now() - timeStamp)),
    { capture: true },
  );
  const watcher = new MutationObserver(() => {
    if (document.querySelectorAll('aside [id^="playground-many_"]').length < wanted) return;
    watcher.disconnect();
    afterPaint(() => {
      window.kilnFormPaintedMs = performance.now();
    });
  });
  watcher.observe(document, { subtree: true, childList: true });
}

/** One of each kind in turn, as a model with many settings has them. */
function manyFields(): Record<string, SchemaProperty> {
  const kinds: Omit<SchemaProperty, 'title' | 'x-order'>[] = [
    { type: 'number', default: 0.5, minimum: 0, maximum: 1, multipleOf: 0.05 },
    { type: 'string', default: 'plain', enum: ['plain', 'ink', 'oil'] },
    { type: 'boolean', default: false },
    { type: 'string', default: '', maxLength: 200 },
    { type: 'integer', default: 3 },
    { type: 'string', default: 'a', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
    { type: 'array', default: [] },
  ];
  return Object.fromEntries(
    Array.from({ length: fieldCount }, (_, index) => [
      `many_${index}`,
      { ...kinds[index % kinds.length]!, title: `Setting ${index}`, 'x-order': 100 + index },
    ]),
  );
}

async function withManyFields(context: BrowserContext): Promise<void> {
  await context.route('**/model_schemas*', async (route) => {
    const answer = await route.fetch();
    const schemas = (await answer.json()) as Record<string, ModelSchema>;
    const fields = manyFields();
    for (const schema of Object.values(schemas)) Object.assign(schema.properties, fields);
    await route.fulfill({ response: answer, json: schemas });
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const shown = (ms: number) => `${ms.toFixed(1)} ms`;

async function open(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.waitForFunction(() => window.kilnFormPaintedMs !== null, undefined, {
    timeout: 60_000,
    polling: 50,
  });
  return page.evaluate(() => window.kilnFormPaintedMs ?? Number.NaN);
}

async function typeInto(page: Page, field: string): Promise<number[]> {
  await page.locator(field).first().fill('');
  await page.evaluate(() => {
    window.kilnKeys = [];
  });
  for (const [index, letter] of typed.split('').entries()) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForFunction((count) => window.kilnKeys.length === count, index + 1, {
      polling: 5,
    });
  }
  return page.evaluate(() => window.kilnKeys);
}

async function openForm(browser: Browser, platform: FaultPlatform) {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' });
  await withManyFields(context);
  const page = await context.newPage();
  await page.addInitScript(watchForm, fieldCount);
  const url = `${platform.url}/generate/Text2Img`;
  // Once without hurry, so that models and schemas are on the device.
  await open(page, url);
  await page.waitForLoadState('networkidle');
  return { context, page, url, session: await context.newCDPSession(page) };
}

async function firstPaint(browser: Browser, platform: FaultPlatform): Promise<Figure> {
  const { context, page, url, session } = await openForm(browser, platform);
  const painted: number[] = [];
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  for (let round = 0; round < rounds; round += 1) painted.push(await open(page, url));
  await context.close();
  return {
    what: `all ${fieldCount} fields painted, ${slowdown}×`,
    value: shown(quantile(painted, 0.5)),
  };
}

async function keystrokes(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const { context, page, session } = await openForm(browser, platform);
  const figures: Figure[] = [];
  for (const rate of [1, slowdown]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    for (const [where, field] of [
      ['the prompt', 'textarea'],
      ['a setting', '#playground-many_3'],
    ] as const) {
      const keys = await typeInto(page, field);
      figures.push({
        what: `key in ${where} to paint, ${rate}×`,
        value: `p50 ${shown(quantile(keys, 0.5))}, p95 ${shown(quantile(keys, 0.95))}, of ${keys.length}`,
      });
    }
  }
  await context.close();
  return figures;
}

/** A form of 40 fields on a machine four times slower: until it is painted, and what a keystroke costs in it. */
export async function largeForm(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const executablePath = locateBrowser();
  const unlimited = await chromium.launch({
    // Frames as soon as they are ready: the figures are the work alone.
    args: [...chromiumFlags, '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    ...(executablePath && { executablePath }),
  });
  try {
    return [await firstPaint(browser, platform), ...(await keystrokes(unlimited, platform))];
  } finally {
    await unlimited.close();
  }
}
