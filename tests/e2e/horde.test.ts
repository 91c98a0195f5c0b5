import { pictureModelId } from '../../src/horde/model-ids.ts';
import { startHordeDouble } from '../node/engines/horde-double.ts';
import type { HordeDouble } from '../node/engines/horde-double.ts';
import { noisyPhoto } from './fixtures/photo.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test as base } from './fixtures/test.ts';

const test = base.extend<object, { horde: HordeDouble }>({
  horde: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from it
    async ({}, use) => {
      const horde = await startHordeDouble(1_000);
      await use(horde);
      await horde.stop();
    },
    { scope: 'worker' },
  ],
  serverEnvironment: [
    async ({ horde }, use) => {
      await use({ HORDE_API_KEY: horde.key, HORDE_API_URL: horde.baseUrl });
    },
    { scope: 'worker' },
  ],
});

test(
  'a photo is redrawn by the AI Horde on one’s own account, until the key is removed',
  { tag: '@phone' },
  async ({ page, words, horde }) => {
    horde.state.keys.set('a-key-of-my-own', 50);
    const studio = createStudio(page, words);
    await studio.register();
    await page.goto('/me');
    const main = page.getByRole('main');
    await main
      .getByLabel(words('Key for {name}', { name: 'AI Horde' }), { exact: true })
      .fill('a-key-of-my-own');
    await main.getByRole('button', { name: words('Save'), exact: true }).click();
    const remove = main.getByRole('button', { name: words('Remove the key') });
    await expect(remove).toBeVisible();

    await page.goto(
      `/generate/Img2Img/${encodeURIComponent(pictureModelId('Img2Img', 'Deliberate'))}`,
    );
    await page.getByTestId('pick-image').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await noisyPhoto(600, 400),
    });
    await studio.promptField.fill('a kiln at dusk');
    await studio.generate();
    await studio.agreeToVolunteers();
    await expectPainted(studio.picture);
    const asked = horde.state.accepted.at(-1);
    expect(asked?.key).toBe('a-key-of-my-own');
    expect(asked?.source).toMatchObject({ format: 'webp' });
    expect(asked?.request.source_processing).toBe('img2img');

    await page.goto('/me');
    await remove.click();
    await expect(main.getByRole('button', { name: words('Save'), exact: true })).toBeVisible();
  },
);
