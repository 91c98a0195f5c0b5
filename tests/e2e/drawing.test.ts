import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

import { openAccount } from './fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

/** A meadow of noise with a red box in the middle. */
async function boxOnGrass(width: number, height: number): Promise<Buffer> {
  const grass = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 14 },
    },
  })
    .tint('#4a8f3c')
    .png()
    .toBuffer();
  const box = { width: width / 5, height: height / 5, channels: 3 as const, background: '#d01818' };
  return sharp(grass)
    .composite([{ input: { create: box } }])
    .png()
    .toBuffer();
}

/** Draws over a part of the drawing, in shares of its width and height. */
async function rub(
  page: Page,
  drawing: Locator,
  from: readonly [number, number],
  to: readonly [number, number],
  rows: number,
): Promise<void> {
  const box = await drawing.boundingBox();
  if (!box) throw new Error('nothing to draw on');
  const across = (share: number) => box.x + share * box.width;
  const down = (share: number) => box.y + share * box.height;
  for (let row = 0; row <= rows; row += 1) {
    const y = down(from[1] + ((to[1] - from[1]) * row) / Math.max(1, rows));
    await page.mouse.move(across(from[0]), y);
    await page.mouse.down();
    await page.mouse.move(across(to[0]), y, { steps: 4 });
    await page.mouse.up();
  }
}

/** Mean colour of a part, in shares of the picture. */
async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { width, height } = await sharp(picture).metadata();
  const part = await sharp(picture)
    .extract({
      left: Math.round(x * width) - 8,
      top: Math.round(y * height) - 8,
      width: 16,
      height: 16,
    })
    .png()
    .toBuffer();
  return (await sharp(part).stats()).channels.map((channel) => channel.mean);
}

test(
  'what is drawn over vanishes: a mask by hand, with undo, on the picture itself',
  { tag: '@phone' },
  async ({ page, platform, words, isMobile }) => {
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    await page.goto('/generate/EraseImg');
    const buffer = await boxOnGrass(320, 240);
    await page
      .getByTestId('pick-image')
      .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: words('Draw it') }).click();

    const use = studio.dialog.getByRole('button', { name: words('Use it') });
    const undo = studio.dialog.getByRole('button', { name: words('Undo') });
    const drawing = page.getByTestId('drawing');
    await expect(drawing).toBeVisible();
    await expect(use).toBeDisabled();
    if (isMobile) await expectTouchable(page, 'the drawing dialog');
    // A stroke that is taken back leaves nothing, and comes again when it is wanted.
    await expect
      .poll(() => drawing.evaluate((element: HTMLCanvasElement) => element.width))
      .toBe(320);
    await rub(page, drawing, [0.1, 0.9], [0.3, 0.9], 0);
    await expect(use).toBeEnabled();
    await undo.click();
    await expect(use).toBeDisabled();
    await page.keyboard.press('Control+Shift+z');
    await expect(use).toBeEnabled();
    await page.keyboard.press('Control+z');
    await expect(use).toBeDisabled();

    await rub(page, drawing, [0.38, 0.38], [0.62, 0.62], 8);
    await use.click();
    await expect(studio.dialog).toBeHidden();
    await expect(page.getByRole('button', { name: words('Draw on') })).toBeVisible();
    await studio.generate();
    await expectPainted(studio.picture);

    const [work] = await (await openAccount(platform.url, credentials)).works();
    const made = await fetch(platform.url + (work?.image ?? ''));
    const picture = new Uint8Array(await made.arrayBuffer());
    const [red = 0, green = 0] = await colourAt(picture, 0.5, 0.5);
    expect(green).toBeGreaterThan(red);
    expect((await colourAt(buffer, 0.5, 0.5))[0]).toBeGreaterThan(180);
  },
);

test(
  'a few strokes, keep and drop, cut the subject out; the drawing can be gone on with',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    await page.goto('/generate/RemoveBg');
    const buffer = await boxOnGrass(320, 240);
    await page
      .getByTestId('pick-image')
      .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: words('Draw it') }).click();
    const drawing = page.getByTestId('drawing');
    const size = () => drawing.evaluate((element: HTMLCanvasElement) => element.width);
    await expect.poll(size).toBe(320);
    await rub(page, drawing, [0.46, 0.5], [0.54, 0.5], 0);
    await studio.dialog.getByRole('button', { name: words('Use it') }).click();
    await expect(studio.dialog).toBeHidden();

    // What was drawn is there again; more is added to it.
    await page.getByRole('button', { name: words('Draw on') }).click();
    await expect(studio.dialog.getByRole('button', { name: words('Use it') })).toBeEnabled();
    await studio.dialog.getByRole('radio', { name: words('Drop') }).check({ force: true });
    await rub(page, drawing, [0.1, 0.15], [0.9, 0.15], 0);
    await rub(page, drawing, [0.1, 0.85], [0.9, 0.85], 0);
    await expectAccessible(page, 'the drawing');
    await expectNoSidewaysScroll(page, 'the drawing');
    await studio.dialog.getByRole('button', { name: words('Use it') }).click();
    await expect(studio.dialog).toBeHidden();
    await studio.generate();
    await expectPainted(studio.picture);

    const [work] = await (await openAccount(platform.url, credentials)).works();
    const made = await fetch(platform.url + (work?.image ?? ''));
    const picture = new Uint8Array(await made.arrayBuffer());
    expect((await colourAt(picture, 0.5, 0.5))[3]).toBeGreaterThan(250);
    expect((await colourAt(picture, 0.15, 0.5))[3]).toBeLessThan(5);
  },
);
