import sharp from 'sharp';

import { zipOf } from '../fixtures/zip.ts';
import { newCredentials } from './fixtures/api.ts';
import { test, expect } from './fixtures/both-languages.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { createStudio } from './fixtures/studio.ts';

const picture = async (side: number, hue: number, type: 'png' | 'jpeg' = 'png') =>
  new Uint8Array(
    await sharp({
      create: { width: side, height: side, channels: 3, background: { r: 200, g: hue, b: 90 } },
    })
      .toFormat(type)
      .toBuffer(),
  );

test('a style is trained from a zip whose odd files are named first, without a network at the press', async ({
  page,
  context,
  words,
  watch,
}, { project }) => {
  watch.allow(/unknown error occurred when fetching the script/);
  const main = page.getByRole('main');
  const studio = createStudio(page, words);
  const inspect = async (what: string) => {
    await expectAccessible(page, what);
    await expectNoSidewaysScroll(page, what);
    if (project.name === 'phone') await expectTouchable(page, what);
  };
  await page.goto('/me');
  await main.getByRole('button', { name: words('Sign in or create an account') }).click();
  await studio.registerInDialog(newCredentials());
  await page.goto('/train');
  await main.getByRole('button', { name: words('Train'), exact: true }).click();
  await expect(main).toContainText(words('Need to Input the Model Name'));
  await expect(main).toContainText(words('Choose a zip first'));

  const zips = page.getByTestId('pick-training');
  await zips.setInputFiles({
    name: 'words.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('this is no zip, whatever its name says it is'),
  });
  await expect(main).toContainText(words('Only zip files are taken.'));
  const files = [
    { name: 'one.png', data: await picture(600, 20) },
    { name: 'two.png', data: await picture(600, 60) },
    { name: 'three.jpg', data: await picture(600, 100, 'jpeg') },
    { name: 'small.png', data: await picture(200, 10) },
    { name: 'folder/four.png', data: await picture(600, 140) },
    { name: 'notes.txt', data: new TextEncoder().encode('words') },
    { name: 'torn.png', data: (await picture(600, 30)).subarray(0, 200) },
  ];
  await zips.setInputFiles({
    name: 'warm.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await zipOf(files)),
  });
  await expect(main).toContainText('folder/four.png');
  for (const name of ['small.png', 'notes.txt', 'torn.png']) await expect(main).toContainText(name);
  await inspect('a zip that was looked at');

  await context.setOffline(true);
  await main.getByRole('textbox', { name: words('Name of the style') }).fill('Warm 暖');
  await main.getByRole('button', { name: words('Train'), exact: true }).click();
  const record = main.getByRole('list', { name: words('Your styles') }).getByRole('listitem');
  await expect(record).toContainText('Warm 暖');
  await expect(record).toContainText('warm.zip');
  await inspect('a training that waits for a network');
  await context.setOffline(false);
  await expect(record).toContainText(words('Succeeded'), { timeout: 60_000 });
  await expect(record.getByRole('img')).toBeVisible();
  await inspect('a trained style');
  await record.getByRole('link', { name: words('Open: {name}', { name: 'Warm 暖' }) }).click();
  await expect(page).toHaveURL(/\/work\//);
});
