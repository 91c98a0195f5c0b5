import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import { loraLayer, safetensors } from '../fixtures/diffusion/safetensors.ts';
import { tinyModelFolder } from '../fixtures/diffusion/model-folder.ts';
import { realRuntime } from '../fixtures/packs/onnxruntime.ts';
import { tinyPack, writeManifests } from '../fixtures/packs/tiny.ts';
import { startRegistry, type RegistryDouble } from '../fixtures/packs/registry.ts';
import { newCredentials, openAccount, registerAccount } from './fixtures/api.ts';
import { bareTest as test, expect } from './fixtures/both-languages.ts';
import { startCuttingProxy, type CuttingProxy } from './fixtures/cutting-proxy.ts';
import { readIntents, readWorks, untilDeviceIsReady, writeRows } from './fixtures/device.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { createWatch, failedRequest } from './fixtures/watch.ts';
import type { Words } from './fixtures/words.ts';

const name = 'Tiny words';
let folder: string;
let registry: RegistryDouble;
let platform: Platform;
let network: CuttingProxy;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-device-models-'));
  const tiny = await tinyPack();
  await writeManifests(path.join(folder, 'packs'), [tiny]);
  registry = await startRegistry([
    ...(await realRuntime()),
    ...(await realRuntime('device-runtime')),
    { npm: tiny.npm, version: tiny.version, bytes: tiny.archive.bytes },
  ]);
  const models = await tinyModelFolder(path.join(folder, 'models/Tiny words'));
  const loras = path.join(models, 'loras');
  await cp(path.resolve('tests/fixtures/diffusion/loras'), loras, { recursive: true });
  // As people name their files.
  await rename(path.join(loras, 'two.safetensors'), path.join(loras, '水墨 (v2).safetensors'));
  await writeFile(path.join(loras, 'Foreign.safetensors'), foreignLora());
  platform = await startPlatform({
    env: {
      KILN_SUPER_USERS: '10001',
      KILN_MODELS: path.join(folder, 'models'),
      KILN_PACKS: path.join(folder, 'packs'),
      KILN_NPM_REGISTRY: registry.url,
    },
  });
  await offerModel();
  network = await startCuttingProxy(platform.url, (place) =>
    place.startsWith('/api/v2/device_models/files/'),
  );
});
test.afterAll(async () => {
  await network?.stop();
  await platform?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** For a model with layers that ours does not have. */
const foreignLora = (): Uint8Array => {
  const tensors = Object.entries(loraLayer(320));
  return safetensors(
    Object.fromEntries(
      tensors.map(([of, one]) => [`lora_unet_input_blocks_1_1_proj_in${of}`, one]),
    ),
  );
};

/** Whoever runs the platform lets devices have its models. */
async function offerModel(): Promise<void> {
  const { session } = await registerAccount(platform.url, newCredentials());
  const ask = async (method: 'GET' | 'POST', place: string) => {
    const answer = await fetch(`${platform.url}/api/manage/packs${place}`, {
      method,
      headers: {
        [headerNames.userKey]: session.user.userKey,
        [headerNames.userToken]: session.userToken,
      },
    });
    return (await answer.json()) as { data: { packs: { id: string; state: string }[] } };
  };
  const installed = async (id: string) =>
    expect
      .poll(async () => (await ask('GET', '')).data.packs.find((pack) => pack.id === id)?.state, {
        timeout: 60_000,
      })
      .toBe('installed');
  for (const id of ['own-tiny-words', 'tiny']) {
    await ask('POST', `/${id}/install`);
    await installed(id);
    await ask('POST', `/${id}/offer`);
  }
  await installed('onnxruntime-web');
}

const sizeOf = (picture: ReturnType<typeof createStudio>['picture']) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });

/** What every step of a journey is looked at for. */
const inspector =
  (page: Page, project: string) =>
  async (what: string): Promise<void> => {
    await expectAccessible(page, what);
    await expectNoSidewaysScroll(page, what);
    if (project === 'phone') await expectTouchable(page, what);
  };

/** Has a model fetched onto the device, and waits until it can be asked. @returns where it is listed */
async function getModel(page: Page, words: Words, of: string): Promise<Locator> {
  await page.goto(`${network.url}/device-models`);
  const model = page.getByRole('main').getByRole('listitem').filter({ hasText: of });
  await model.getByRole('button', { name: words('Get {name}', { name: of }) }).click();
  await expect(model.getByText(words('Ready'), { exact: true })).toBeVisible({ timeout: 60_000 });
  return model;
}

/** A picture of one colour. */
const plainPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer();

test('a model comes onto the device over a bad network, and makes pictures there without one and without an account', async ({
  page,
  context,
  words,
}, { project }) => {
  test.slow();
  const watch = createWatch(() => [network.url]);
  await watch.attach(context);
  watch.allow(failedRequest);
  const main = page.getByRole('main');
  const studio = createStudio(page, words);
  const inspect = inspector(page, project.name);
  // As Firefox does, which asks the person whether Kiln may keep things, and waits for as long as nobody says.
  await page.addInitScript(() => {
    if (!isSecureContext) return;
    StorageManager.prototype.persist = () => new Promise(() => {});
  });
  await page.goto(`${network.url}/options`);
  await main.getByRole('link', { name: words('Models on this device') }).click();
  const model = main.getByRole('listitem').filter({ hasText: name });
  const get = model.getByRole('button', { name: words('Get {name}', { name }) });
  await expect(get).toBeVisible();
  await inspect('a model that can be fetched');
  // Threads need a page that nothing of others can be in.
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  network.cutAfter = [500, 700, 300];
  network.ranges.length = 0;
  await get.click();
  await expect(model.getByText(words('Ready'), { exact: true })).toBeVisible({ timeout: 60_000 });
  // What had come was not asked for again. A busy machine may lose the bytes of a cut that it had not read yet.
  expect(network.ranges.filter((range) => range !== '').length).toBeGreaterThanOrEqual(1);
  await inspect('a model that is here');

  // Without a network, and without an account.
  await untilDeviceIsReady(page);
  await context.setOffline(true);
  await model.getByRole('link', { name: words('Make a picture with {name}', { name }) }).click();
  await studio.promptField.fill('a (red:1.3) fox in the snow');
  await expect(main).toContainText(
    words.pattern('Made on this device, in about {time}. It needs no network.'),
  );
  await studio.generate();
  await expect(studio.picture).toBeVisible({ timeout: makingMs });
  expect(await sizeOf(studio.picture)).toEqual([16, 16]);
  await inspect('a picture that was made here');

  // A picture from a picture, with a reload in between, which needs no network either.
  await page.goto(`${network.url}/generate/Img2Img/device-own-tiny-words-image`);
  await page.getByTestId('pick-image').setInputFiles({
    name: 'small.png',
    mimeType: 'image/png',
    buffer: await plainPicture('#c85a28'),
  });
  await expect(main.getByRole('button', { name: words('Replace') })).toBeVisible();
  await studio.promptField.fill('a hill');
  await studio.generate();
  await expect(studio.picture).toBeVisible({ timeout: makingMs });
  await page.goto(`${network.url}/history`);
  await expect(studio.works()).toHaveCount(2);
  await inspect('works that were made here by nobody in particular');

  // Whoever signs in then has them, and the platform and other devices get them.
  await context.setOffline(false);
  await page.goto(`${network.url}/me`);
  await main.getByRole('button', { name: words('Sign in or create an account') }).click();
  const credentials = newCredentials();
  await studio.registerInDialog(credentials);
  const account = await openAccount(platform.url, credentials);
  await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(2);
  expect(await account.charges()).toEqual([]);

  await page.goto(`${network.url}/storage`);
  const models = main.getByRole('link', { name: words('They make pictures on this device') });
  await expect(models).toBeVisible();
  await inspect('what models take');
  await models.click();
  await model.getByRole('button', { name: words('Remove {name}', { name }), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('Remove'), exact: true })
    .click();
  await expect(get).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names: string[] = [];
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
        for await (const key of folder.keys()) names.push(key);
        return names;
      }),
    )
    .toEqual([]);
  await page.goto(`${network.url}/history`);
  await expect(studio.works()).toHaveCount(2);
  expect(watch.complaints).toEqual([]);
  expect(watch.violations).toEqual([]);
});

test(
  'a LoRA beside a model comes with it onto the device and changes its pictures there; one for another model says so',
  { tag: '@desktop' },
  async ({ page, context, words }, { project }) => {
    test.slow();
    const main = page.getByRole('main');
    const studio = createStudio(page, words);
    const inspect = inspector(page, project.name);
    await getModel(page, words, name);
    await untilDeviceIsReady(page);
    await context.setOffline(true);
    await page.goto(`${network.url}/generate/Text2Img/device-own-tiny-words`);
    await studio.promptField.fill('a fox in the snow');
    await main.getByRole('button', { name: words('More settings') }).click();
    await main.getByRole('textbox', { name: /^(?:Seed|种子)$/ }).fill('7');
    const dialog = page.getByRole('dialog');
    const choose = async (lora: string) => {
      await main.getByRole('button', { name: words('Add LoRA') }).click();
      await dialog.getByRole('button', { name: lora, exact: true }).click();
      await inspect(`a list of LoRAs with ${lora}`);
      await page.keyboard.press('Escape');
      await expect(main.getByRole('slider', { name: lora })).toBeVisible();
    };
    const made = async (count: number) => {
      await studio.generate();
      await expect
        .poll(async () => (await readWorks(page)).length, { timeout: makingMs })
        .toBe(count);
    };
    await made(1);
    await choose('水墨 (v2)');
    await made(2);
    const pictures = await readWorks(page);
    expect(pictures.map(({ seed }) => seed)).toEqual(['7', '7']);
    expect(new Set(pictures.map(({ thumbhash }) => thumbhash)).size).toBe(2);
    await choose('Foreign');
    await studio.generate();
    await expect(main).toContainText(
      words("“{first}” wasn't made for this model. Choose another one.", { first: 'Foreign' }),
    );
    await inspect('a LoRA that was made for another model');
  },
);

test('what keeps a model from the device is told in words, and nothing is lost by it', async ({
  page,
  context,
  words,
}, { project }) => {
  test.slow();
  const main = page.getByRole('main');
  const inspect = inspector(page, project.name);
  // As a small phone tells of itself.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'deviceMemory', { value: 1 });
  });
  await page.goto(`${network.url}/device-models`);
  const model = main.getByRole('listitem').filter({ hasText: name });
  await expect(model).toContainText(words('This device may have too little memory for it'));
  const browser = await context.newCDPSession(page);
  const quota = (quotaSize?: number) =>
    browser.send('Storage.overrideQuotaForOrigin', {
      origin: network.url,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  // What the app itself keeps is here by then, and takes no more of the room.
  await untilDeviceIsReady(page);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  await quota(usage + 200_000);
  await model.getByRole('button', { name: words('Get {name}', { name }) }).click();
  await expect(model).toContainText(words('This device has too little room'));
  await inspect('a device without room for a model');
  await quota();
  const again = model.getByRole('button', { name: words('Try {name} again', { name }) });
  // Something else takes the room that there was when it was asked for.
  const asked = network.ranges.length;
  network.meanwhile = async () => {
    const { usage: now = 0 } = await page.evaluate(() => navigator.storage.estimate());
    await quota(now + 50_000);
  };
  await again.click();
  await expect.poll(() => network.ranges.length).toBeGreaterThan(asked);
  await expect(model).toContainText(words('This device has too little room'));
  network.meanwhile = null;
  await quota();
  network.spoils = true;
  await again.click();
  await expect(model).toContainText(words('What came was damaged'));
  network.spoils = false;
  await context.setOffline(true);
  await again.click();
  const pause = model.getByRole('button', { name: words('Pause {name}', { name }) });
  await pause.click();
  await expect(model).toContainText(words('Paused'));
  await inspect('a model that waits');
  await context.setOffline(false);
  await model.getByRole('button', { name: words('Go on with {name}', { name }) }).click();
  await expect(model.getByText(words('Ready'), { exact: true })).toBeVisible({ timeout: 60_000 });
});

test(
  'a request to the device itself is paused, cancelled and gone on with after a reload, and made once',
  { tag: '@phone' },
  async ({ page, words }) => {
    test.slow();
    const main = page.getByRole('main');
    const studio = createStudio(page, words);
    const model = await getModel(page, words, name);
    // Paused, it is not begun.
    await writeRows(page, 'settings', [{ key: 'queuePaused', value: true }]);
    await model.getByRole('link', { name: words('Make a picture with {name}', { name }) }).click();
    await expect(main).toContainText(
      words.language === 'cn' ? '在这台设备上' : 'On this device a picture',
    );
    for (const prompt of ['a first hill', 'a second hill']) {
      await studio.promptField.fill(prompt);
      const before = (await readIntents(page)).length;
      await studio.generate();
      await expect.poll(async () => (await readIntents(page)).length).toBe(before + 1);
    }
    await page.goto(`${network.url}/queue`);
    await expect(studio.requests().filter({ hasText: words('Paused') })).toHaveCount(2);
    const second = studio.requests().filter({ hasText: 'a second hill' });
    await second.getByRole('button', { name: words('Cancel this request') }).click();
    // A press that is not written down yet goes with its page.
    await expect(studio.requests(words('Cancelled'))).toHaveCount(1);
    await page.reload();
    await main.getByRole('button', { name: words('Resume'), exact: true }).click();
    await expect.poll(async () => (await readWorks(page)).length, { timeout: makingMs }).toBe(1);
    const [work] = await readWorks(page);
    expect(work).toMatchObject({ prompt: 'a first hill', origin: 'generated', place: 'platform' });
    const stages = (await readIntents(page)).map(({ stage }) => stage).toSorted();
    expect(stages).toEqual(['cancelled', 'done']);
  },
);

/** As a device that runs out of memory ends a page. @returns the next one */
async function dieAndComeBack(page: Page, place: string): Promise<Page> {
  const context = page.context();
  const died = page.waitForEvent('crash');
  const browser = await context.newCDPSession(page);
  // Whoever is ended answers no more.
  void browser.send('Page.crash').catch(() => undefined);
  await died;
  await page.close();
  const next = await context.newPage();
  await next.goto(place);
  return next;
}

test(
  'a page that dies whenever it makes a picture says in the end that memory is too small, and loses nothing',
  { tag: '@phone' },
  async ({ page, words }) => {
    test.slow();
    const queue = `${network.url}/queue`;
    const model = await getModel(page, words, name);
    await writeRows(page, 'settings', [{ key: 'queuePaused', value: true }]);
    await model.getByRole('link', { name: words('Make a picture with {name}', { name }) }).click();
    const studio = createStudio(page, words);
    await studio.promptField.fill('a hill that is too much');
    await studio.generate();
    await expect.poll(async () => (await readIntents(page)).length).toBe(1);
    await page.goto(queue);
    // So many steps that it is still at it when the page dies.
    for (const row of await readIntents(page)) {
      if (row.kind !== 'generate') continue;
      const input = { ...row.payload.input, steps: 150, width: 512, height: 512 };
      await writeRows(page, 'intents', [{ ...row, payload: { ...row.payload, input } }]);
    }
    await page.reload();
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Resume') })
      .click();
    let shown = page;
    for (const deaths of [0, 1, 2]) {
      await expect
        .poll(async () =>
          (await readIntents(shown)).map(({ stage, attempts }) => [stage, attempts]),
        )
        .toEqual([['running', deaths]]);
      shown = await dieAndComeBack(shown, queue);
    }
    const request = createStudio(shown, words).requests(words('Needs you'));
    await expect(request).toContainText('a hill that is too much');
    await expect(request).toContainText(words('This device has too little memory for the model'));
    expect(await readWorks(shown)).toEqual([]);
  },
);

/** As when another app or another tab is looked at. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );

test(
  'nothing is made while nobody looks, and a page that is looked at takes over from one that is not',
  { tag: '@desktop' },
  async ({ page, context, words }) => {
    test.slow();
    const studio = createStudio(page, words);
    const model = await getModel(page, words, name);
    await model.getByRole('link', { name: words('Make a picture with {name}', { name }) }).click();
    await studio.promptField.fill('a hill');
    await setHidden(page, true);
    await studio.generate();
    await expect.poll(async () => (await readIntents(page)).length).toBe(1);
    expect((await readIntents(page)).map(({ stage }) => stage)).toEqual(['saved']);
    // Another page is opened, and looked at.
    const other = await context.newPage();
    await other.goto(`${network.url}/queue`);
    await expect.poll(async () => (await readWorks(other)).length, { timeout: makingMs }).toBe(1);
    await other.close();
    await setHidden(page, false);
    await studio.generate();
    await expect.poll(async () => (await readWorks(page)).length, { timeout: makingMs }).toBe(2);
    expect(new Set((await readIntents(page)).map(({ stage }) => stage))).toEqual(new Set(['done']));
  },
);

test(
  'a picture is enlarged on the device, transparent where it was',
  { tag: '@phone' },
  async ({ page, context, words }) => {
    test.slow();
    const main = page.getByRole('main');
    const studio = createStudio(page, words);
    const tiny = words.language === 'cn' ? '小模型' : 'Tiny model';
    const model = await getModel(page, words, tiny);
    await untilDeviceIsReady(page);
    await context.setOffline(true);
    await model
      .getByRole('link', { name: words('Work on a picture with {name}', { name: tiny }) })
      .click();
    const half = await sharp({
      create: {
        width: 90,
        height: 60,
        channels: 4,
        background: { r: 200, g: 90, b: 40, alpha: 1 },
      },
    })
      .composite([
        {
          input: {
            create: {
              width: 45,
              height: 60,
              channels: 4,
              background: { r: 0, g: 0, b: 0, alpha: 1 },
            },
          },
          left: 0,
          top: 0,
          blend: 'dest-out',
        },
      ])
      .png()
      .toBuffer();
    await page
      .getByTestId('pick-image')
      .setInputFiles({ name: 'half.png', mimeType: 'image/png', buffer: half });
    await expect(main.getByRole('button', { name: words('Replace') })).toBeVisible();
    await expect(main).toContainText(
      words.pattern('Made on this device, in about {time}. It needs no network.'),
    );
    await studio.generate();
    await expect(studio.picture).toBeVisible({ timeout: makingMs });
    const seen = await studio.picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context2d = canvas.getContext('2d');
      context2d?.drawImage(image, 0, 0);
      const at = (x: number, y: number) => [...(context2d?.getImageData(x, y, 1, 1).data ?? [])];
      return {
        size: [image.naturalWidth, image.naturalHeight],
        left: at(20, 60),
        right: at(150, 60),
      };
    });
    expect(seen).toEqual({ size: [180, 120], left: [0, 0, 0, 0], right: [200, 90, 40, 255] });
  },
);
