import { readFile } from 'node:fs/promises';

import type { Page, Route } from '@playwright/test';

import sharp from 'sharp';

import { newCredentials, registerAccount } from './fixtures/api.ts';
import { readIntents } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

/** Holds the app's own code back until it is let go; what index.html itself needs comes. */
async function holdApp(page: Page, alsoFirst = false): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/assets\/(app|react|first|dexie)-[^/]+\.js$/, async (route) => {
    const isEarly = /\/(first|dexie)-/.test(route.request().url());
    if (isHeld && (alsoFirst || !isEarly)) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** The live element, to be known again. */
async function remember(page: Page): Promise<void> {
  await page.locator('textarea').evaluate((element) => {
    (window as { kept?: Element }).kept = element;
  });
}

const isRemembered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const kept = (window as { kept?: Element }).kept;
    return kept !== undefined && kept.isConnected && kept === document.querySelector('textarea');
  });

/** Somebody's video in the gallery. @returns its id */
async function shareVideo(url: string, title: string): Promise<string> {
  const account = await registerAccount(url, newCredentials());
  const film = await readFile('tests/fixtures/film.mp4');
  const poster = await sharp({
    create: { width: 128, height: 96, channels: 3, background: '#468' },
  })
    .png()
    .toBuffer();
  return account.share({
    file: new Blob([new Uint8Array(film)], { type: 'video/mp4' }),
    poster: new Blob([new Uint8Array(poster)], { type: 'image/png' }),
    width: 128,
    height: 96,
    title,
  });
}

const untilAdopted = (page: Page) => expect(page.locator('#shell')).toHaveCount(0);

// A page without its code has no service worker either; a response of an earlier visit would hide what is tested.
test.use({ serviceWorkers: 'block' });

for (const [language, locale, tag] of [
  ['cn', 'zh-CN', '@phone'],
  ['en', 'en-US', '@desktop'],
] as const) {
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ locale });

    test('the prompt can be typed in before any code of the app, and the app takes it over in the middle of typing', async ({
      page,
      words,
    }) => {
      const release = await holdApp(page, true);
      await page.goto('/generate', { waitUntil: 'commit' });
      const studio = createStudio(page, words);
      await expect(page.locator('html')).toHaveAttribute('lang', locale.split('-US')[0] ?? '');
      await expect(studio.generateButton).toBeVisible();
      await studio.promptField.focus();
      await page.keyboard.type('A fox in the ');
      await remember(page);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');

      await release();
      await untilAdopted(page);
      // Focus and caret stand where they stood: what is typed on goes on.
      await page.keyboard.type('n old');
      await page.keyboard.press('End');
      await page.keyboard.type('snow');
      await expect(studio.promptField).toHaveValue('An old fox in the snow');
      expect(await isRemembered(page)).toBe(true);

      // The form knows them, too: they are its draft after a reload.
      await page.reload();
      await untilAdopted(page);
      await expect(studio.promptField).toHaveValue('An old fox in the snow');
    });

    test('Generate, pressed before the app is there, makes one request of each wish', async ({
      page,
      platform,
      words,
    }) => {
      const account = await enter(page, platform, words);
      const studio = createStudio(page, words);
      // Once in the quiet, so that the device knows the tool's form.
      await page.goto('/generate/Text2Img');
      await untilAdopted(page);

      const release = await holdApp(page, true);
      await page.goto('/generate/Text2Img', { waitUntil: 'commit' });
      await studio.promptField.fill('A lighthouse, pressed early');
      await studio.generateButton.click();
      // Impatience is no second wish; other words are.
      await studio.generateButton.click();
      await studio.promptField.fill('A harbour, pressed early too');
      await studio.generateButton.click();
      await release();
      await untilAdopted(page);

      await expect.poll(async () => (await readIntents(page)).length).toBe(2);
      await expect(studio.result).toContainText(/./);
      await page.reload();
      await untilAdopted(page);
      const asked = (await readIntents(page)).map((intent) =>
        intent.kind === 'generate' ? intent.payload.input['prompt'] : intent.kind,
      );
      expect(asked).toHaveLength(2);
      expect(new Set(asked)).toEqual(
        new Set(['A harbour, pressed early too', 'A lighthouse, pressed early']),
      );
      await expect.poll(async () => (await account.works()).length, { timeout: 60_000 }).toBe(2);
      expect(await account.charges()).toHaveLength(2);
    });
  });
}

test(
  'home shows its prompt and what comes out before any code of the app, nothing moves when that comes, and what is typed goes on',
  { tag: '@phone' },
  async ({ page, words }) => {
    const release = await holdApp(page, true);
    await page.goto('/', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(words('What shall we fire today?'));
    const pictures = page.locator('#shell img[src^="/examples/"]').filter({ visible: true });
    await expect(pictures).toHaveCount(4);
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h1, textarea, img[src^="/examples/"]')]
          .map((element) => element.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)),
      );
    const field = page.getByRole('textbox', { name: words('Describe the picture') });
    await field.click();
    await page.keyboard.type('A fox in the ');
    const before = await places();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await release();
    await untilAdopted(page);
    await page.keyboard.type('n old');
    await expect(field).toHaveValue('An old fox in the ');
    expect(await places()).toEqual(before);
  },
);

test('a page that says the same to everybody is read before any code of the app, and nothing moves when that comes', async ({
  page,
  words,
}) => {
  for (const [path, name] of [
    // Who has been here before may have works on this device without an account.
    ['/history', words('Sign in to see your works')],
    ['/terms', words('Terms of use')],
    ['/about', words('About Kiln')],
  ] as const) {
    await test.step(path, async () => {
      const release = await holdApp(page, true);
      await page.goto(path, { waitUntil: 'commit' });
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(/ · Kiln 窑$/);
      await page.evaluate(() => document.fonts.ready);
      const places = () =>
        main.locator('h1, h2, p, li').evaluateAll((elements) =>
          elements
            .filter((element) => !element.closest('nav, footer, [role="alert"]'))
            .map((element) => element.getBoundingClientRect())
            .filter(({ width }) => width > 0)
            .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)),
        );
      const before = await places();
      expect(before.length).toBeGreaterThan(1);
      await release();
      await untilAdopted(page);
      await expect.poll(places).toEqual(before);
      await page.unrouteAll({ behavior: 'wait' });
    });
  }
});

test(
  'a shared video stands with its picture before any code of the app, plays as it comes, and nothing moves',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    const id = await shareVideo(platform.url, 'A lake at dawn');
    const release = await holdApp(page, true);
    await page.goto(`/work/c_${id}`, { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('A lake at dawn');
    const picture = main.locator('img').first();
    await expectPainted(picture);
    await page.evaluate(() => document.fonts.ready);
    const places = async () => [
      await main.locator('img, video').first().boundingBox(),
      await main.getByRole('heading', { level: 1 }).boundingBox(),
    ];
    const before = await places();
    await release();
    await untilAdopted(page);
    const video = main.locator('video');
    await expect(video).toHaveAttribute('src', `/g/${id}/file`);
    expect(await places()).toEqual(before);
    await main.getByRole('button', { name: words('Play'), exact: true }).click();
    await expect
      .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime))
      .not.toBe(0);
  },
);

test(
  'Sign in, pressed on the page of works before the app is there, asks for it as soon as the app can',
  { tag: '@phone' },
  async ({ page, words }) => {
    const release = await holdApp(page, true);
    await page.goto('/history', { waitUntil: 'commit' });
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Sign in') })
      .click();
    await release();
    await untilAdopted(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test.describe('where no script runs', () => {
  test.use({ javaScriptEnabled: false });

  test('a page of text can be read all the same', async ({ page, words }) => {
    await page.goto('/terms');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(words('Terms of use'));
    await expect(main.getByRole('heading', { level: 2 })).toHaveCount(8);
  });
});

test(
  'what a first visit did not get before its network went begins when that is back',
  { tag: '@phone' },
  async ({ page, context, watch }) => {
    watch.allow(failedRequest);
    watch.allow(/^console: TypeError: A part did not come/);
    const asksModels = /\/pgmodels\.json/;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (asksModels.test(request.url())) asked.push(request.url());
    });
    const part = /\/assets\/behind-[^/]+\.js$/;
    await page.route(part, (route) => route.abort());
    const missed = page.waitForEvent('requestfailed', (request) => part.test(request.url()));
    await page.goto('/');
    await missed;
    await untilAdopted(page);
    await context.setOffline(true);
    expect(asked).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await context.setOffline(false);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  },
);

test('a page of which a part is missing when the network goes says so, and opens when that is back', async ({
  page,
  context,
  words,
  watch,
}) => {
  watch.allow(failedRequest);
  watch.allow(/^console: TypeError: A part did not come/);
  const part = /\/assets\/behind-[^/]+\.js$/;
  await page.route(part, async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    words('This page is not here yet'),
  );
  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(false);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    words('What shall we fire today?'),
  );
});

for (const by of ['Start', 'Enter'] as const) {
  test(
    `${by}, pressed on home before the app is there, leads to the form with its words`,
    { tag: '@desktop' },
    async ({ page, words }) => {
      const release = await holdApp(page, true);
      await page.goto('/', { waitUntil: 'commit' });
      await page.getByRole('textbox', { name: words('Describe the picture') }).fill('A red kite');
      if (by === 'Enter') await page.keyboard.press('Enter');
      else await page.getByRole('button', { name: words('Start'), exact: true }).click();
      await release();
      await expect(page).toHaveURL(/\/generate\/Text2Img/);
      await expect(createStudio(page, words).promptField).toHaveValue('A red kite');
    },
  );
}

test(
  'a browser that cannot move a live field keeps focus and caret, too',
  { tag: '@phone' },
  async ({ page, words }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Element.prototype, 'moveBefore');
    });
    const release = await holdApp(page, true);
    await page.goto('/generate', { waitUntil: 'commit' });
    const studio = createStudio(page, words);
    await studio.promptField.fill('old fox');
    await page.keyboard.press('Home');
    await remember(page);
    await release();
    await untilAdopted(page);
    await expect(studio.promptField).toBeFocused();
    await page.keyboard.type('An ');
    await expect(studio.promptField).toHaveValue('An old fox');
    expect(await isRemembered(page)).toBe(true);
  },
);

test(
  'with the first part of the code alone, Generate writes the request',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    await enter(page, platform, words);
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilAdopted(page);

    const release = await holdApp(page);
    await page.goto('/generate/Text2Img', { waitUntil: 'commit' });
    await studio.promptField.fill('Before the app');
    await studio.generateButton.click();
    await expect.poll(async () => (await readIntents(page)).length).toBe(1);
    await expect(page.locator('#shell [data-note="saved"]')).toBeVisible();
    await release();
    await untilAdopted(page);
    await expect(studio.promptField).toHaveValue('Before the app');
    expect(await readIntents(page)).toHaveLength(1);
  },
);

test(
  'a press that waits for a sign-in asks for it as soon as the app can',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    const release = await holdApp(page);
    await page.goto('/generate', { waitUntil: 'commit' });
    await studio.promptField.fill('Not signed in yet');
    await studio.generateButton.click();
    await expect(page.locator('#shell [data-note="kept"]')).toBeVisible();
    await release();
    await expect(studio.dialog).toBeVisible();
    await expect(studio.promptField.or(page.locator('textarea'))).toHaveValue('Not signed in yet');
  },
);

test(
  'a reload before the app is there keeps the words and the press',
  { tag: '@phone' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    await holdApp(page, true);
    await page.goto('/generate', { waitUntil: 'commit' });
    await studio.promptField.fill('Typed before a reload');
    await studio.generateButton.click();
    await page.reload({ waitUntil: 'commit' });
    await expect(studio.promptField).toHaveValue('Typed before a reload');
    await expect(page.locator('#shell [data-note="kept"]')).toBeVisible();
  },
);

test(
  'an input method may end its word before the app takes the field over',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    const release = await holdApp(page, true);
    await page.goto('/generate', { waitUntil: 'commit' });
    await studio.promptField.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', {
      text: 'yao',
      selectionStart: 3,
      selectionEnd: 3,
    });
    await remember(page);
    await release();
    // The app is there behind the shell and waits.
    await expect(page.locator('#root header')).toHaveCount(1);
    await expect(page.locator('#shell')).toHaveCount(1);
    await session.send('Input.imeSetComposition', {
      text: 'yaohuo',
      selectionStart: 6,
      selectionEnd: 6,
    });
    await session.send('Input.insertText', { text: '窑火' });
    await untilAdopted(page);
    await expect(studio.promptField).toHaveValue('窑火');
    expect(await isRemembered(page)).toBe(true);
  },
);

for (const scheme of ['light', 'dark'] as const) {
  test(
    `the first paint is ${scheme} where that was chosen, and stays so`,
    { tag: '@phone' },
    async ({ page }) => {
      await page.addInitScript((chosen) => {
        localStorage.setItem('kiln-color-scheme', chosen);
        const seen: string[] = [];
        (window as { seen?: string[] }).seen = seen;
        const check = () => {
          const colour = getComputedStyle(document.documentElement).backgroundColor;
          if (seen.at(-1) !== colour) seen.push(colour);
          requestAnimationFrame(check);
        };
        document.addEventListener('readystatechange', check, { once: true });
      }, scheme);
      await page.goto('/generate');
      await untilAdopted(page);
      const seen = await page.evaluate(() => (window as { seen?: string[] }).seen ?? []);
      // The same ground, before and after the app's own colours, however it is written down.
      // Before the sheet is there and after it: the same ground, however it is written down.
      const isLight = (colour: string) => /^rgb\(2\d\d|^okl(ch|ab)\(0\.9/.test(colour);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((colour) => isLight(colour) !== (scheme === 'light'))).toEqual([]);
    },
  );
}

test(
  'a button of the shell does in the app what it was pressed for',
  { tag: '@phone' },
  async ({ page, words }) => {
    const release = await holdApp(page, true);
    await page.goto('/generate', { waitUntil: 'commit' });
    await page.getByRole('button', { name: words('Settings'), exact: true }).click();
    await release();
    await expect(page.getByRole('dialog', { name: words('Settings') })).toBeVisible();
  },
);

test(
  'a store that never answers is said, and what is typed is kept',
  { tag: '@phone' },
  async ({ page, words }) => {
    await page.addInitScript(() => {
      // What a browser with a damaged profile does: neither success nor error.
      indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    const studio = createStudio(page, words);
    await page.goto('/generate');
    await studio.promptField.fill('Still here');
    await expect(page.locator('#shell [data-note="silent"]')).toBeVisible();
    // What is known to be wrong takes the place of the hint that something may be.
    await page.waitForFunction(() => performance.now() > 9_000);
    await expect(page.locator('#shell [data-note="late"]')).toBeHidden();
    await expect(studio.promptField).toHaveValue('Still here');
    await page.reload();
    await expect(studio.promptField).toHaveValue('Still here');
  },
);

test(
  'a browser that forbids storage, as private windows do, is told what to allow',
  { tag: '@phone' },
  async ({ page, watch, words }) => {
    watch.allow(/SecurityError|MissingAPI|OpenFailed/);
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    await page.goto('/generate');
    const heading = page.getByRole('heading', { name: words('Kiln may not store anything here') });
    await expect(heading).toBeVisible();
    await expect(page.getByRole('button', { name: words('Reload'), exact: true })).toBeVisible();
    await expect(page.locator('#shell')).toHaveCount(0);
  },
);

test(
  'when the app cannot be loaded the shell says so and stays usable',
  { tag: '@desktop' },
  async ({ page, watch, words }) => {
    watch.allow(failedRequest);
    await page.route(/\/assets\/app-[^/]+\.js$/, (route) => route.abort());
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++;
    });
    const studio = createStudio(page, words);
    await page.goto('/generate');
    await studio.promptField.fill('No app today');
    // It is fetched anew, once, before that is said.
    // While a document arrives, the notes of the other language are still in it.
    const shown = (note: string) =>
      page.locator(`#shell [data-note="${note}"]`).filter({ visible: true });
    // Each time, all parts are looked up in the browser's cache: a busy machine takes its time for it.
    await expect(shown('broken')).toBeVisible({ timeout: 90_000 });
    await expect(shown('late')).toHaveCount(0);
    await expect(studio.promptField).toHaveValue('No app today');
    expect(documents).toBe(2);
  },
);

for (const [locale, tag] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`adopted in ${locale}`, { tag }, () => {
    test.use({ locale });

    test('prompt, invitation and Generate stand where they stood before the app took them over', async ({
      page,
      words,
    }) => {
      const studio = createStudio(page, words);
      const release = await holdApp(page);
      await page.goto('/generate', { waitUntil: 'commit' });
      const name = words('Describe a picture and have it made.');
      const invitation = page.getByRole('main').getByRole('heading', { name });
      const places = async () => [
        await studio.promptField.boundingBox(),
        await invitation.boundingBox(),
        await studio.generateButton.boundingBox(),
      ];
      await expect(studio.generateButton).toBeVisible();
      await expect(invitation).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await places();
      await release();
      await untilAdopted(page);
      await expect.poll(places).toEqual(before);
    });
  });
}

test(
  'Generate obeys the chosen keys before the app is there, and the usual ones no more',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await page.getByRole('button', { name: words('Shortcuts'), exact: true }).click();
    const generate = words.pattern('Change the keys for “{words}”:', { words: words('Generate') });
    await studio.dialog.getByRole('button', { name: generate }).click();
    await page.keyboard.press('Alt+g');
    await page.keyboard.press('Escape');
    await expect(studio.generateButton).toHaveAttribute('aria-keyshortcuts', 'Alt+G');

    await holdApp(page, true);
    await page.goto('/generate/Text2Img', { waitUntil: 'commit' });
    await studio.promptField.fill('A kite');
    await expect(studio.generateButton).not.toHaveAttribute('aria-keyshortcuts');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(' in the wind');
    const kept = page.locator('#shell [data-note="kept"]');
    await expect(kept).toBeHidden();
    await page.keyboard.press('Alt+g');
    await expect(kept).toBeVisible();
    expect(await page.evaluate(() => window.kilnShell?.presses.map(({ text }) => text))).toEqual([
      'A kite in the wind',
    ]);
  },
);
