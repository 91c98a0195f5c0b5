import type { Locator, Page } from '@playwright/test';

import { enter } from './fixtures/enter.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

/** What the browser's own decoder makes of it: plays a little, without a sound, and tells. */
async function playsFor(player: Locator) {
  return player.evaluate(async (element) => {
    const media = element as HTMLMediaElement;
    media.muted = true;
    await media.play();
    await new Promise<void>((resolve, reject) => {
      media.addEventListener('error', () => reject(new Error(media.error?.message)));
      media.addEventListener('timeupdate', () => media.currentTime > 0.3 && resolve());
    });
    media.pause();
    const film = media instanceof HTMLVideoElement ? media : null;
    return {
      seconds: media.duration,
      width: film?.videoWidth ?? 0,
      height: film?.videoHeight ?? 0,
      name: media.getAttribute('aria-label'),
    };
  });
}

/**
 * Asks a tool for something and waits for its player.
 * @param wish.length seconds; null leaves the settings as they are
 */
async function askFor(
  page: Page,
  words: Words,
  wish: { type: string; prompt: string; kind: 'video' | 'audio'; length: string | null },
): Promise<Locator> {
  const studio = createStudio(page, words);
  await page.goto(`/generate/${wish.type}`);
  await studio.promptField.fill(wish.prompt);
  await expect(studio.generateButton).toBeEnabled();
  // Titles of settings come from the model's schema, not from the catalogue.
  const duration = page.getByRole('textbox', { name: 'Duration (seconds)' });
  if (wish.length) await duration.fill(wish.length);
  await studio.generate();
  const player = studio.result.locator(wish.kind);
  // A sound is heard; what is seen of it are its controls.
  const seen =
    wish.kind === 'video' ? player : studio.result.getByRole('button', { name: words('Play') });
  await expect(seen).toBeVisible({ timeout: 2 * makingMs });
  return player;
}

test(
  'a film asked for in words plays where it was waited for and in the history, offline too, and gets music of its own from there',
  { tag: '@desktop' },
  async ({ page, context, platform, words }) => {
    test.slow();
    const account = await enter(page, platform, words);
    const prompt = 'mountain lake at dawn, zoom in';
    await test.step('a film asked for in words plays where it was waited for, has its picture in the history and plays there, offline too', async () => {
      const player = await askFor(page, words, {
        type: 'Txt2Video',
        prompt,
        kind: 'video',
        length: '2',
      });
      const told = await playsFor(player);
      expect(told).toMatchObject({ width: 768, height: 448, name: prompt });
      expect(told.seconds).toBeCloseTo(2, 1);

      await page.goto('/history');
      const tile = createStudio(page, words).works(prompt);
      await expect(tile.getByText(words('Video'))).toBeAttached();
      await expect(tile.locator('img')).toBeVisible();
      await context.setOffline(true);
      await tile.click();
      const viewer = page.getByRole('dialog').locator('video');
      await expect(viewer).toBeVisible();
      expect(await playsFor(viewer)).toEqual(told);
    });
    await test.step('a film from the history gets music of its own', async () => {
      await context.setOffline(false);
      const [work] = await account.works();
      await page.goto('/history');
      await createStudio(page, words).works(prompt).hover();
      await page.getByRole('button', { name: words('Actions: {name}', { name: prompt }) }).click();
      await page.getByRole('menuitem', { name: words('Use in…') }).click();
      await page.getByRole('menuitem', { name: words('Video with voice') }).click();
      await expect(page.getByRole('main').locator('video')).toBeVisible();

      const studio = createStudio(page, words);
      await studio.promptField.fill('calm piano');
      await studio.generate();
      const player = studio.result.locator('video');
      await expect(player).toBeVisible({ timeout: 2 * makingMs });
      expect((await playsFor(player)).seconds).toBeCloseTo(2, 1);
      const heard = await player.evaluate(
        (element) =>
          (element as unknown as { webkitAudioDecodedByteCount: number })
            .webkitAudioDecodedByteCount,
      );
      expect(heard).toBeGreaterThan(0);
      const newest = (await account.works()).find(({ image_id: id }) => id !== work?.image_id);
      expect(newest).toMatchObject({ jobtype: 'VideoVoice' });
    });
  },
);

test(
  'a piece of music asked for in words plays where it was waited for and in the history',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    test.slow();
    await enter(page, platform, words);
    const prompt = 'happy chiptune';
    const player = await askFor(page, words, {
      type: 'GenMusic',
      prompt,
      kind: 'audio',
      length: null,
    });
    const told = await playsFor(player);
    expect(told).toMatchObject({ width: 0, name: prompt });
    expect(Math.abs(told.seconds - 30)).toBeLessThan(0.15);

    await page.goto('/history');
    const tile = createStudio(page, words).works(prompt);
    await expect(tile.getByText(words('Sound'))).toBeAttached();
    await expect(tile.locator('img')).toBeVisible();
    await tile.click();
    const viewer = page.getByRole('dialog').locator('audio');
    await expect(
      page.getByRole('dialog').getByRole('button', { name: words('Play') }),
    ).toBeVisible();
    expect(await playsFor(viewer)).toEqual(told);
  },
);
