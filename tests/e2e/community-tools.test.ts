import type { Page } from '@playwright/test';

import { communityOwner } from '../../src/domain/community.ts';
import { pictureModelId } from '../../src/horde/model-ids.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { test } from './fixtures/community.ts';
import { agreeToVolunteers, readWorks, untilDeviceIsReady } from './fixtures/device.ts';
import { noisyPhoto } from './fixtures/photo.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect } from './fixtures/test.ts';
import { loadWords } from './fixtures/words.ts';

const photo = async (width = 60, height = 40) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await noisyPhoto(width, height),
});

const describe = (page: Page) =>
  page.getByRole('button', { name: 'Describe the picture', exact: true }).click();

test(
  'without a platform, alchemists enlarge a picture asked for offline, once; what is lost or cancelled says so',
  { tag: '@phone' },
  async ({ page, context, horde, network, host }) => {
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Upscaling');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await loseNetwork(context, network);
    await studio.askForUpscaling(await photo());
    expect(horde.state.alchemyAsked).toEqual([]);
    await findNetwork(context, network);
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    expect(await readWorks(page)).toEqual([expect.objectContaining({ width: 240, height: 160 })]);
    expect(horde.state.alchemyAsked).toMatchObject([
      { form: 'RealESRGAN_x4plus', source: { width: 60, height: 40, format: 'webp' } },
    ]);

    horde.state.alchemy.fault = { kind: 'break-answer' };
    await studio.askForUpscaling(await photo());
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Failed'))).toHaveCount(1);
    await expect(studio.requests().getByText(/might make the picture twice/)).toBeVisible();
    expect(horde.state.alchemyAsked).toHaveLength(2);

    horde.state.alchemy.checksUntilDone = -1;
    await studio.askForUpscaling(await photo());
    await expect.poll(() => horde.state.alchemyAsked.length).toBe(3);
    await studio.openQueue();
    await page.getByRole('button', { name: words('Cancel this request'), exact: true }).click();
    await expect(studio.requests(words.pattern('Cancelled'))).toHaveCount(1);
    expect(horde.state.cancels).toHaveLength(1);
    expect(await readWorks(page)).toHaveLength(1);

    // What nobody does is listed with the reason, and nothing is sent.
    horde.state.alchemists = [['caption', 'strip_background']];
    await page.goto('/generate/Upscaling');
    await expect(page.getByText(/Nobody on the AI Horde offers this tool/).first()).toBeVisible();
    await page.goto('/generate/RemoveBg');
    await expect(studio.generateButton).toBeEnabled();
    await expect(page.getByText(/Nobody on the AI Horde offers this tool/)).toHaveCount(0);
    expect(host.platformCalls).toEqual([]);
  },
);

test(
  'without a platform, a volunteer puts a picture into words once the person has agreed; it can be taken back, and a lost answer says so',
  { tag: '@phone' },
  async ({ page, horde, host }) => {
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    const model = pictureModelId('Img2Img', 'Deliberate');
    await page.goto(`/generate/Img2Img/${encodeURIComponent(model)}`);
    await untilDeviceIsReady(page);
    await page.getByTestId('pick-image').setInputFiles(await photo(1_800, 1_200));
    await page.getByRole('button', { name: words('Help with words') }).click();
    await describe(page);
    await studio.dialog.getByRole('button', { name: words('Not now') }).click();
    await expect(studio.dialog).toBeHidden();
    await expect(page.getByRole('status').getByText(/Looking at the picture/)).toHaveCount(0);
    expect(horde.state.alchemyAsked).toEqual([]);

    await describe(page);
    await studio.agreeToVolunteers();
    await page.getByRole('button', { name: words('Accept'), exact: true }).click();
    await expect(studio.promptField).toHaveValue('a red square on a table');
    const [asked] = horde.state.alchemyAsked;
    expect(asked).toMatchObject({ form: 'caption', source: { format: 'webp' } });
    // No more of it leaves than a caption needs.
    expect(asked!.source.width * asked!.source.height).toBeLessThanOrEqual(1024 * 1024);

    horde.state.alchemy.checksUntilDone = -1;
    await describe(page);
    await expect.poll(() => horde.state.alchemyAsked.length).toBe(2);
    const row = page.getByRole('group', { name: words('Help with the words') });
    await row.getByRole('button', { name: words('Cancel'), exact: true }).click();
    await expect.poll(() => horde.state.cancels.length).toBe(1);

    horde.state.alchemy.fault = { kind: 'break-answer' };
    await describe(page);
    await expect(row.getByText(words("The AI Horde's answer was lost"))).toBeVisible();
    expect(horde.state.alchemyAsked).toHaveLength(3);
    await expect(studio.promptField).toHaveValue('a red square on a table');
    expect(host.platformCalls).toEqual([]);
  },
);

test(
  'without a platform, a form says what it takes in kudos; the price is asked for without a word of the person',
  { tag: '@phone' },
  async ({ page, context, horde, network }) => {
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await studio.promptField.fill('a secret kiln');
    await expect(studio.generateButton).toBeEnabled();
    await agreeToVolunteers(page, communityOwner);
    await page.reload();
    await expect(page.getByText(/^About \d+ kudos, from the shared account/)).toBeVisible();

    // Nothing is asked while there is no network; what is known of other settings is not said of these.
    horde.state.freeSide = 256;
    await loseNetwork(context, network);
    await expect(page.getByText(/^About \d+ kudos/)).toHaveCount(0);
    await findNetwork(context, network);
    await page.goto('/me');
    const main = page.getByRole('main');
    await main
      .getByLabel(words('Key for {name}', { name: 'AI Horde' }), { exact: true })
      .fill(horde.key);
    await main.getByRole('button', { name: words('Save'), exact: true }).click();
    await expect(main.getByText('You have 10,000 kudos there.')).toBeVisible();
    horde.state.keys.set(horde.key, 2);
    await page.goto('/generate/Text2Img');
    await expect(page.getByText(/^Wants [\d,]+ kudos in advance; you have \d/)).toBeVisible();

    expect(horde.state.dryRuns.length).toBeGreaterThan(1);
    expect(JSON.stringify(horde.state.dryRuns)).not.toContain('secret');
    expect(horde.state.submits).toBe(0);
  },
);
