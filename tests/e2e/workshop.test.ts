import { crc32 } from 'node:zlib';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/inspect.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

/** A PNG of one colour, made by the browser's own encoder. */
const drawPng = (colour: string): Promise<number[]> =>
  (async () => {
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext('2d')!;
    context.fillStyle = colour;
    context.fillRect(0, 0, 64, 64);
    context.fillStyle = '#222';
    context.fillRect(8, 20, 30, 30);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  })();

/** Files stored side by side. */
function zipOf(files: readonly { name: string; data: Buffer }[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, data } of files) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(data), 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), data);
    entries.push(entry, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

async function warmZip(page: Page): Promise<Buffer> {
  const pictures = [];
  for (const colour of ['#d62', '#e83', '#c41']) {
    pictures.push({
      name: `${colour.slice(1)}.png`,
      data: Buffer.from(await page.evaluate(drawPng, colour)),
    });
  }
  return zipOf(pictures);
}

test(
  'a logo as SVG runs nothing, what is no zip is refused, a solid has a poster: what is made is shown as the result, the history knows it',
  { tag: '@desktop' },
  async ({ page, context, network, platform, watch, words }) => {
    test.slow();
    await enter(page, platform, words);
    const studio = createStudio(page, words);
    await test.step('a logo as SVG is shown as the result and in the history, and runs nothing', async () => {
      await page.goto('/generate/Txt2Logo');
      const prompt = '“窑火 Kiln”';
      await studio.promptField.fill(prompt);
      await page.getByRole('radio', { name: 'SVG (vector)' }).check();
      await studio.generate();
      const picture = studio.result.locator('img').first();
      await expect(picture).toBeVisible({ timeout: makingMs });
      await expect
        .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBe(1024);
      await page.goto('/history');
      const tile = createStudio(page, words).works(prompt).first().locator('img').first();
      await expect
        .poll(() => tile.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(100);
    });
    await test.step('what is no zip of pictures to learn from is refused at once', async () => {
      await page.goto('/generate/Train');
      await page.getByTestId('pick-training_zip').setInputFiles({
        name: 'no.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('nothing'),
      });
      await expect(page.getByText(words('Only zip files are taken.'))).toBeVisible();
    });
    await test.step('a solid is shown by its poster, as the result, in the history and in its own view', async () => {
      await page.goto('/generate/Img2Img/kiln-solid');
      const buffer = Buffer.from(await page.evaluate(drawPng, '#d62'));
      const picked = { name: 'picture.png', mimeType: 'image/png', buffer };
      await page.getByTestId('pick-image').setInputFiles(picked);
      await expect(studio.generateButton).toBeEnabled();
      await studio.generate();
      const widthOf = (element: Element) => (element as HTMLImageElement).naturalWidth;
      const poster = studio.result.getByRole('figure').locator('img').first();
      await expect(poster).toBeVisible({ timeout: 2 * makingMs });
      await expect.poll(() => poster.evaluate(widthOf)).toBe(512);
      await page.goto('/history');
      const tile = createStudio(page, words).works().first();
      await expect.poll(() => tile.locator('img').first().evaluate(widthOf)).toBe(512);
      await tile.click();
      const large = page.getByRole('dialog').locator('img').first();
      await expect.poll(() => large.evaluate(widthOf)).toBe(512);
    });
    await test.step('it opens in 3D, and from then on without a network', async () => {
      const isOpen = page.getByRole('button', { name: words('Lines only') });
      await expect(isOpen).toBeVisible();
      await untilDeviceIsReady(page);
      watch.allow(failedRequest);
      await loseNetwork(context, network);
      await page.reload();
      await expect(isOpen).toBeVisible();
      const solid = page.getByRole('application');
      await solid.focus();
      await page.keyboard.press('ArrowRight');
      await expect(solid).toBeFocused();
    });
  },
);

test(
  'a trained style is chosen in the painter, survives a reload, and colours the picture',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    test.slow();
    const account = await enter(page, platform, words);
    const studio = createStudio(page, words);
    const settings = async () => {
      const open = page.getByRole('button', { name: words('Settings'), exact: true });
      const more = page.getByRole('button', { name: words('More settings') });
      const either = more.or(page.getByRole('button', { name: words('Fewer settings') }));
      // On a phone the settings are in a sheet.
      await expect(open.or(either).first()).toBeVisible();
      if (!(await either.isVisible())) await open.click();
      await expect(either).toBeVisible();
      if (await more.isVisible()) await more.click();
    };
    const leaveSettings = async () => {
      const done = page.getByRole('button', { name: words('Done'), exact: true });
      if (await done.isVisible()) await done.click();
    };
    // On a phone the list takes the place of the settings; beside them it is a dialog.
    const openTrained = async () => {
      await page.getByRole('button', { name: words('Add LoRA') }).click();
      await page.getByRole('radio', { name: words('Trained by you') }).check();
    };
    const style = page.getByRole('button', { name: 'Warm 暖' });
    const strength = page.getByRole('slider', { name: 'Warm 暖' });

    await studio.describe('sea, day, blue');
    await settings();
    await openTrained();
    const toTraining = page.getByRole('dialog').getByRole('link', { name: words('Train a style') });
    await expect(toTraining).toBeVisible();
    await toTraining.click();
    await expect(page).toHaveURL(/\/generate\/Train/);
    // On another device: here is its row, and its picture has yet to be fetched.
    const form = new FormData();
    const zip = await warmZip(page);
    form.append('file', new Blob([Uint8Array.from(zip)], { type: 'application/zip' }), 'warm.zip');
    await account.submit({
      model: 'kiln-train',
      job_type: 'Train',
      input: { training_zip: await account.upload(form), model_name: 'Warm 暖' },
      disabled_translate: true,
    });
    await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(1);

    await page.goto('/generate/Text2Img');
    await settings();
    await expect(strength).toBeHidden();
    await page.getByRole('textbox', { name: 'Seed', exact: true }).fill('77');
    await leaveSettings();
    await studio.generate();
    await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(2);

    await settings();
    await openTrained();
    await style.focus();
    await page.keyboard.press('Enter');
    await expect(style).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page, 'the list of LoRAs');
    await expectNoSidewaysScroll(page, 'the list of LoRAs');
    const back = page.getByRole('button', { name: words('Back to settings') });
    if (await back.isVisible()) await back.click();
    else
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('Close') })
        .click();
    await expect(strength).toHaveValue('0.6');
    await expectAccessible(page, 'a trained style in the settings');
    await expectNoSidewaysScroll(page, 'a trained style in the settings');
    await page.reload();
    await settings();
    await expect(strength).toHaveValue('0.6');
    await leaveSettings();
    await studio.generate();
    await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(3);

    const [, plain, styled] = await account.works();
    expect(plain?.params).toMatchObject({ seed: '77' });
    expect(plain?.params).not.toHaveProperty('style_strength');
    expect(plain?.params).not.toHaveProperty('trained_style');
    expect(styled?.params).toMatchObject({
      seed: '77',
      style_strength: 0.6,
      trained_style: 'Warm 暖',
    });
    const warmth = async (work: typeof plain) => {
      const answer = await fetch(platform.url + (work?.image ?? ''));
      const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
      return (channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0);
    };
    expect((await warmth(styled)) - (await warmth(plain))).toBeGreaterThan(20);
  },
);
