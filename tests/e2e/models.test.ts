import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { tinyModelFolder } from '../fixtures/diffusion/model-folder.ts';
import { realRuntime } from '../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../fixtures/packs/registry.ts';
import { tinyPack, writeManifests } from '../fixtures/packs/tiny.ts';
import { newCredentials } from './fixtures/api.ts';
import { bareTest as test, expect } from './fixtures/both-languages.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { createWatch, failedRequest } from './fixtures/watch.ts';

let folder: string;
let registry: RegistryDouble;
let platform: Platform;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-models-'));
  const tiny = await tinyPack(400_000);
  const spoilt = await tinyPack(2_000, 'spoilt');
  const huge = await tinyPack(3_000, 'huge');
  await writeManifests(folder, [
    tiny,
    spoilt,
    { ...huge, manifest: { ...huge.manifest, memory_bytes: 2 ** 45 } },
  ]);
  const { npm, version } = spoilt;
  registry = await startRegistry([
    ...(await realRuntime()),
    { npm: tiny.npm, version: tiny.version, bytes: tiny.archive.bytes },
    { npm, version, bytes: Buffer.alloc(spoilt.archive.bytes.length, 7) },
  ]);
  await tinyModelFolder(path.join(folder, 'models/Tiny words'));
  await mkdir(path.join(folder, 'models/odd'));
  await writeFile(path.join(folder, 'models/odd/model_index.json'), '{}');
  platform = await startPlatform({
    env: {
      KILN_SUPER_USERS: '10001',
      KILN_PACKS: folder,
      KILN_MODELS: path.join(folder, 'models'),
      KILN_NPM_REGISTRY: registry.url,
    },
  });
});
test.afterAll(async () => {
  await platform?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a model is fetched over a bad network, tells what is wrong, makes a picture here, and is removed', async ({
  page,
  context,
  words,
}, { project }) => {
  test.slow();
  const watch = createWatch(() => [platform.url]);
  await watch.attach(context);
  watch.allow(failedRequest);
  const isChinese = project.name === 'desktop';
  const tiny = isChinese ? '小模型' : 'Tiny model';
  const inspect = async (what: string) => {
    await expectAccessible(page, what);
    await expectNoSidewaysScroll(page, what);
    if (project.name === 'phone') await expectTouchable(page, what);
  };
  const main = page.getByRole('main');
  const studio = createStudio(page, words);
  await page.goto(`${platform.url}/me`);
  await main.getByRole('button', { name: words('Sign in or create an account') }).click();
  await studio.registerInDialog(newCredentials());
  await main.getByRole('link', { name: words('Running the studio') }).click();
  await main.getByRole('link', { name: words('Models'), exact: true }).click();
  const packs = main.getByRole('listitem');
  // All of the tests' have one name: the tiny one is the last of them.
  const pack = packs.filter({ hasText: tiny }).last();
  await expect(pack).toContainText(words('Not installed'));
  await expect(main).toContainText(
    words('This machine has too little memory for it: it would not run.'),
  );
  await inspect('models that could be installed');

  registry.trickle = 4_000;
  registry.cutAfter = [];
  await pack.getByRole('button', { name: words('Install {name}', { name: tiny }) }).click();
  const runtime = packs
    .filter({ hasText: 'ONNX Runtime' })
    .filter({ hasNotText: /（设备）|for devices/ });
  await expect(runtime).toContainText(words('Being fetched'));
  await expect(runtime.getByRole('progressbar')).toBeVisible();
  await inspect('a model that is being fetched');
  // The runtime is large: it may come at once now, over a connection that breaks off three times.
  registry.cutAfter = [20_000_000, 30_000_000, 20_000_000];
  registry.trickle = null;
  await context.setOffline(true);
  await expect(main).toContainText(words('This needs a network'));
  await context.setOffline(false);
  await runtime
    .getByRole('button', { name: words('Pause {name}', { name: 'ONNX Runtime' }) })
    .click();
  await expect(runtime).toContainText(words('Paused'));
  await runtime
    .getByRole('button', { name: words('Go on with {name}', { name: 'ONNX Runtime' }) })
    .click();
  await expect(runtime).toContainText(words('Installed'), { timeout: 60_000 });
  await page.reload();
  const again = pack.getByRole('button', {
    name: new RegExp(
      `^(${words('Install {name}', { name: tiny })}|${words('Go on with {name}', { name: tiny })})$`,
    ),
  });
  const installed = pack.getByText(words('Installed'), { exact: true });
  await expect(again.or(installed)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(installed).toBeVisible({ timeout: 60_000 });
  await inspect('a model that is installed');

  // The one whose bytes are wrong is named, and offered to nobody.
  const spoilt = packs.filter({ hasText: tiny }).nth(1);
  await spoilt.getByRole('button', { name: words('Install {name}', { name: tiny }) }).click();
  await expect(spoilt).toContainText(words('What came was damaged'));
  await inspect('a model that came damaged');

  await page.goto(`${platform.url}/generate/Upscaling/local-tiny`);
  const about = isChinese ? '每个像素变成四个。' : 'Makes four pixels of each.';
  await expect(main).toContainText(about);
  const photo = await sharp({
    create: { width: 90, height: 60, channels: 3, background: { r: 200, g: 90, b: 40 } },
  })
    .png()
    .toBuffer();
  await page
    .getByTestId('pick-image')
    .setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: photo });
  await expect(main.getByRole('button', { name: words('Replace') })).toBeVisible();
  await studio.generate();
  await expect(studio.picture).toBeVisible({ timeout: makingMs });
  const size = await studio.picture.evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  });
  expect(size).toEqual([180, 120]);
  await inspect('a picture that a model on this machine has made');

  // A model of one's own, which makes pictures from words.
  await page.goto(`${platform.url}/manage/models`);
  const own = packs.filter({ hasText: 'Tiny words' });
  await expect(main).toContainText(words('No model for Kiln: {0}', { 0: 'odd' }));
  await own.getByRole('button', { name: words('Install {name}', { name: 'Tiny words' }) }).click();
  await expect(own.getByText(words('Installed'), { exact: true })).toBeVisible();
  await expect(own).toContainText(isChinese ? '在此每张约' : 'a picture here');
  await inspect('a model of one’s own');
  // Devices may have it; what runs it there is not to be had just now, which is told where it is listed.
  const forDevices = own.getByRole('switch', {
    name: words('Let devices have {name}', { name: 'Tiny words' }),
  });
  await forDevices.check();
  await expect(packs.filter({ hasText: /（设备）|for devices/ })).toContainText(
    words('The server does not give out its files'),
  );
  await page.reload();
  await expect(forDevices).toBeChecked();
  await forDevices.uncheck();
  await inspect('a model that devices could not have');
  await page.goto(`${platform.url}/generate/Text2Img/local-own-tiny-words`);
  await main
    .getByRole('textbox', { name: words('Prompt'), exact: true })
    .fill('a (red:1.3) fox in the snow');
  await context.setOffline(true);
  await studio.generate();
  await expect(main.getByText(words('Waiting for a network')).first()).toBeVisible();
  await context.setOffline(false);
  await expect(studio.picture).toBeVisible({ timeout: makingMs });
  const ownSize = await studio.picture.evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  });
  expect(ownSize).toEqual([16, 16]);
  await inspect('a picture from words that a model on this machine has made');

  await page.goto(`${platform.url}/manage/models`);
  await pack.getByRole('button', { name: words('Remove {name}', { name: tiny }) }).click();
  const dialog = page.getByRole('dialog');
  await inspect('whether to remove it');
  await dialog.getByRole('button', { name: words('Remove'), exact: true }).click();
  await expect(pack).toContainText(words('Not installed'));
  await page.goto(`${platform.url}/generate/Upscaling`);
  await expect(main.getByTestId('pick-image')).toBeAttached();
  await expect(main).not.toContainText(about);
  expect(watch.complaints).toEqual([]);
  expect(watch.violations).toEqual([]);
});
