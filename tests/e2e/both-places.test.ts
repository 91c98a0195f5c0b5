import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { test as base } from '@playwright/test';

import { pictureModelId } from '../../src/horde/model-ids.ts';
import { startHordeDouble } from '../node/engines/horde-double.ts';
import type { HordeDouble } from '../node/engines/horde-double.ts';
import { openAccount } from './fixtures/api.ts';
import { createDeployment, currentBuild } from './fixtures/builds.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect } from './fixtures/test.ts';
import { loadWords } from './fixtures/words.ts';

/** A platform whose kiln.json names the Horde beside it. */
const test = base.extend<{ horde: HordeDouble; platform: Platform }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from it
  horde: async ({}, use) => {
    const horde = await startHordeDouble(200);
    await use(horde);
    await horde.stop();
  },
  platform: [
    async ({ horde }, use) => {
      const deployment = createDeployment(await mkdtemp(path.join(tmpdir(), 'kiln-both-')));
      await deployment.deploy(currentBuild());
      const configuration = { platform: true, horde: { url: horde.baseUrl } };
      await writeFile(path.join(deployment.folder, 'kiln.json'), JSON.stringify(configuration));
      const platform = await startPlatform({ env: { KILN_STATIC: deployment.folder } });
      await use(platform);
      await platform.stop();
      await deployment.remove();
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ platform }, use) => {
    await use(platform.url);
  },
});

test(
  'models of the platform and of the AI Horde stand in one list, and each request goes to its own place',
  { tag: '@desktop' },
  async ({ page, horde, platform }) => {
    test.slow();
    const name = 'AlbedoBase XL (SDXL)';
    horde.state.models.push({ name, count: 3 });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    const studio = createStudio(page, await loadWords('en'));
    const credentials = await studio.register();
    await untilDeviceIsReady(page);

    const hordeModel = encodeURIComponent(pictureModelId('Text2Img', name));
    await page.goto(`/generate/Text2Img/${hordeModel}`);
    // Its list may be on its way: until it has come, another model's form stands in.
    await expect(page.getByRole('region', { name: 'Model', exact: true })).toContainText(name);
    await studio.promptField.fill('a kiln by volunteers');
    await studio.generate();
    await studio.agreeToVolunteers();
    await expect.poll(() => horde.state.accepted.length).toBe(1);
    await expectPainted(studio.picture);
    await page.goto('/generate/Text2Img/kiln-painter');
    await studio.promptField.fill('a kiln by rules');
    await studio.generate();
    await expectPainted(studio.picture);

    await page.goto('/history');
    await expectPainted(studio.works('a kiln by volunteers').locator('img').first());
    await expectPainted(studio.works('a kiln by rules').locator('img').first());
    expect(horde.state.accepted.map(({ request }) => request.prompt)).toEqual([
      expect.stringContaining('a kiln by volunteers'),
    ]);
    const made = await (await openAccount(platform.url, credentials)).works();
    expect(made.map(({ prompt }) => prompt)).toEqual(['a kiln by rules']);
    expect(violations).toEqual([]);
  },
);
