import type { Page } from '@playwright/test';

import type { IntentId } from '../../src/domain/ids.ts';
import type { GenerateIntent } from '../../src/domain/intent.ts';
import { workRow } from '../fixtures/works.ts';
import { readSession, untilDeviceIsReady, writeRows } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { expect, test } from './fixtures/test.ts';

/** Yesterday: old enough to be over, young enough to be kept. */
const endedMs = Date.now() - 86_400_000;

/** A request that ended well. */
function endedRequest(number: number, owner: GenerateIntent['owner']): GenerateIntent {
  return {
    id: `00000000-0000-7000-a000-${number.toString(16).padStart(12, '0')}` as IntentId,
    kind: 'generate',
    owner,
    stage: 'done',
    createdAtMs: endedMs + number,
    updatedAtMs: endedMs + number,
    order: endedMs + number,
    after: [],
    attempts: 0,
    nextAttemptAtMs: 0,
    failingSinceMs: null,
    lease: null,
    error: null,
    log: [],
    cancelRequestedAtMs: null,
    payload: {
      jobType: 'Text2Img',
      model: 'kiln-painter',
      place: 'platform',
      modelLabel: { cn: '画师', en: 'Painter' },
      input: { prompt: `request ${number}` },
      sources: [],
      cost: 1,
      width: 512,
      height: 512,
    },
    jobId: null,
    submittedAtMs: null,
    progress: null,
    workIds: [],
    missingOutputs: 0,
    seen: true,
  };
}

const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Rows of the queue are as high as they turn out to be: what lies above the screen is known only roughly. */
const tolerancePixels = 40;

/** Scrolls down, and tells where the page then stands. */
async function scrollDown(page: Page, pixels: number): Promise<number> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
    .toBeGreaterThan(pixels);
  // The page hears of it with its next frame, which is before anybody can press anything.
  await page.evaluate(
    (top) =>
      new Promise<void>((resolve) => {
        window.addEventListener('scroll', () => resolve(), { once: true });
        window.scrollTo({ top, behavior: 'instant' });
      }),
    pixels,
  );
  await untilAt(page, pixels);
  return scrollOf(page);
}

async function untilAt(page: Page, pixels: number): Promise<void> {
  await expect
    .poll(async () => Math.abs((await scrollOf(page)) - pixels))
    .toBeLessThanOrEqual(tolerancePixels);
}

test(
  'Back finds every long page where it was left, also one that was closed by a reload',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    await enter(page, platform, words);
    await untilDeviceIsReady(page);
    const { userKey: owner } = await readSession(page);
    const numbers = Array.from({ length: 240 }, (_, index) => index + 1);
    await writeRows(
      page,
      'works',
      numbers.map((number) => workRow(number, { owner, height: 24 })),
    );
    await writeRows(
      page,
      'intents',
      numbers.slice(0, 60).map((number) => endedRequest(number, owner)),
    );
    const places = [
      { path: '/', pixels: 400 },
      { path: '/smart-apps', pixels: 500 },
      { path: '/history', pixels: 6_000 },
      { path: '/queue', pixels: 2_500 },
      { path: '/about', pixels: 200 },
    ];
    for (const { path, pixels } of places) {
      await test.step(path, async () => {
        await page.goto(path);
        const left = await scrollDown(page, pixels);
        // Not click(), which may scroll on its way to the bar at the top.
        await page
          .getByRole('link', { name: words('Generate'), exact: true })
          .dispatchEvent('click');
        await expect(page).toHaveURL((url) => url.pathname.startsWith('/generate'));
        await expect(
          page.getByRole('textbox', { name: words('Prompt'), exact: true }),
        ).toBeVisible();
        await page.goBack({ waitUntil: 'commit' });
        await expect(page).toHaveURL((url) => url.pathname === path);
        await untilAt(page, left);
        await page.reload();
        await untilAt(page, left);
      });
    }
  },
);

test(
  'who leaves for another page gets there, and comes back',
  { tag: '@phone' },
  async ({ page, words }) => {
    await page.goto('/about');
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { level: 1 });
    await untilDeviceIsReady(page);
    const title = await heading.textContent();
    await page.evaluate(() => location.assign('/openapi.json'));
    await page.waitForURL('**/openapi.json');
    // Whatever still runs of the page that was left would load that one anew now.
    await expect(page.locator('body')).toContainText('"openapi"');
    await page.goBack({ waitUntil: 'commit' });
    await expect(heading).toHaveText(title ?? '');
    await page
      .getByRole('link', { name: words('Generate'), exact: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/generate/);
  },
);
