/**
 * `npm run screenshots`: the pictures of the app in docs/images and public/screenshots. Starts the platform on
 * empty data, makes pictures with the built-in painter as a person would, and photographs every page on a
 * phone and a desktop, dark and light, in both languages.
 */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { chromium } from '@playwright/test';

import { endsGuide, putGuideAway } from '../tests/e2e/fixtures/guide.ts';
import { loadWords } from '../tests/e2e/fixtures/words.ts';
import { chromiumFlags, ensureBrowser } from './find-browser.mjs';
import { elapsed, root, run } from './lib-process.mjs';
import { composeHero, store } from './screenshot-files.mjs';
import { devices, places, scenes, schemes } from './screenshot-scenes.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../tests/e2e/fixtures/words.ts').Words} Words
 * @typedef {import('./screenshot-scenes.mjs').Language} Language
 * @typedef {import('./screenshot-scenes.mjs').Device} Device
 */

const withinMs = 60_000;
const imagesFolder = path.join(root, 'docs/images');
const manifestFolder = path.join(root, 'public/screenshots');
/** What installers show, in the manifest's own language. */
const manifestPictures = ['home', 'playground', 'queue', 'history'];

/** @param {string} what @param {() => Promise<unknown>} isThere true when it is there */
async function until(what, isThere) {
  const giveUpAt = Date.now() + withinMs;
  while (!(await isThere())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}.`);
    await sleep(50);
  }
}

/** Address, and a way to end it. */
async function startPlatform() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, 'close');

  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-screenshots-'));
  // Under root the database runs as another user, who has to be able to walk in.
  await chmod(folder, 0o755);
  const { DATABASE_URL: _own, ...inherited } = process.env;
  const ending = new AbortController();
  const ended = run(['server/main.ts'], {
    capture: true,
    signal: ending.signal,
    env: {
      ...inherited,
      PORT: String(port),
      KILN_HOST: '127.0.0.1',
      KILN_DATA: path.join(folder, 'data'),
      KILN_REGISTRATION_CREDITS: '120',
      HORDE_API_KEY: 'off',
      KILN_GALLERY_SAMPLES: 'false',
      // One job at a time: the queue's picture shows one running and others waiting.
      KILN_BUILTIN_THREADS: '1',
    },
  });
  let failure = '';
  void ended.then(({ output }) => (failure = output));
  const url = `http://127.0.0.1:${port}`;
  await until('the platform', () => {
    if (failure !== '') throw new Error(`The platform ended at its start:\n${failure}`);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    url,
    async stop() {
      ending.abort();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** True when fonts and all pictures in sight are there. Text, because it runs in the page. */
const isPainted = `document.fonts.status === 'loaded' && [...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  const isSeen = image.checkVisibility() && bottom > 0 && top < innerHeight;
  return !isSeen || (image.complete && image.naturalWidth > 0);
})`;

/** @param {Page} page @param {Words} words @param {string} account */
async function register(page, words, account) {
  await page.goto('/queue');
  await page
    .getByRole('main')
    .getByRole('button', { name: words('Sign in'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: words('New here') }).check();
  await dialog.getByRole('textbox', { name: words('Name'), exact: true }).fill(account);
  await dialog.getByLabel(words('Password'), { exact: true }).fill('a password for pictures only');
  await dialog.getByRole('button', { name: words('Create account') }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Fills the playground's form and generates; does not wait for the picture.
 * @param {Page} page @param {Words} words
 * @param {{ prompt: string, seed?: string, size?: string, count?: number }} wish
 */
async function ask(page, words, { prompt, seed = '', size = '768 × 512', count = 1 }) {
  const isChinese = words.language === 'cn';
  const main = page.getByRole('main');
  await page.goto('/generate/Text2Img');
  await main.getByRole('textbox', { name: words('Prompt'), exact: true }).fill(prompt);
  await main.getByRole('radio', { name: size }).check();
  // Titles of a model's settings come from its schema, not from the catalogue.
  await main
    .getByRole('group', { name: isChinese ? '张数' : 'Pictures' })
    .getByRole('radio', { name: String(count), exact: true })
    .check();
  await main.getByRole('button', { name: words('More settings') }).click();
  await main.getByRole('textbox', { name: isChinese ? '种子' : 'Seed', exact: true }).fill(seed);
  await main.getByRole('button', { name: words.pattern('Generate') }).click();
  // Within the app, because a new page could come before the request is written down.
  await page.getByRole('link', { name: words('Works'), exact: true }).click();
  await page.waitForURL('**/history');
}

/** On the page of all pictures. @param {Page} page @param {Words} words @param {string} prompt */
async function untilMade(page, words, prompt) {
  const work = page
    .getByRole('main')
    .getByRole('link', { name: words.pattern('Open: {name}', { name: prompt }) });
  await work.first().waitFor({ timeout: withinMs });
}

/**
 * Photographs what is open on one device in one scheme.
 * @param {Page} page @param {Words} words @param {Device} device @param {'dark' | 'light'} scheme
 * @param {string} address
 */
async function photograph(page, words, device, scheme, address) {
  const begin = page.getByRole('button', { name: endsGuide });
  const noThanks = page.getByRole('button', { name: words('No need'), exact: true });
  const devtools = await page.context().newCDPSession(page);
  const isPhone = device.name === 'phone';
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: device.width,
    height: device.height,
    deviceScaleFactor: device.scale,
    mobile: isPhone,
  });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  await page.goto(`${address}?mode=${scheme}`);
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.mouse.move(0, 0);
  // Skeletons have a name while they stand for something.
  await page.getByRole('main').getByRole('status', { name: /.+/ }).waitFor({ state: 'detached' });
  // The content security policy forbids waitForFunction, which needs eval in the page.
  await until('a picture in sight', () => page.evaluate(isPainted));
  // Pictures fade in and parts are loaded late: what stays the same for a while is all there.
  let data = '';
  await until('a page that stands still', async () => {
    // The guide, and the offer to tell when it is done; a person would answer them, too.
    for (const button of [begin, noThanks]) if (await button.isVisible()) await button.click();
    const before = data;
    ({ data } = await devtools.send('Page.captureScreenshot', { format: 'png' }));
    if (data === before) return true;
    await sleep(700);
    return false;
  });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}

/** @type {Map<string, Buffer>} */
const taken = new Map();

/** @param {Page} page @param {Words} words @param {{ name: string, path: string }} place */
async function takeAll(page, words, place) {
  for (const device of devices) {
    for (const scheme of schemes) {
      const picture = await photograph(page, words, device, scheme, place.path);
      const name = `${place.name}-${device.name}-${scheme}-${words.language}`;
      taken.set(name, picture);
      await store(path.join(imagesFolder, `${name}.webp`), picture);
      process.stdout.write(`${name}\n`);
    }
  }
}

/** @param {Browser} browser @param {string} baseURL @param {Language} language */
async function visit(browser, baseURL, language) {
  const scene = scenes[language];
  const words = await loadWords(language);
  const context = await browser.newContext({
    baseURL,
    locale: scene.locale,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  putGuideAway(context);
  const page = await context.newPage();
  await register(page, words, scene.account);
  for (const wish of scene.made) {
    await ask(page, words, wish);
    await untilMade(page, words, wish.prompt);
  }
  for (const place of places) await takeAll(page, words, place);

  // A train enters a tunnel: one request is in the fire, two are kept for later.
  await ask(page, words, { prompt: scene.running, size: '1024 × 576', count: 4 });
  await page.goto('/queue');
  const progress = page.getByRole('main').getByRole('progressbar').first();
  await progress.waitFor();
  await until('a third of the way', async () => {
    return Number(await progress.getAttribute('aria-valuenow')) > 30;
  });
  await context.setOffline(true);
  // The emulation forgets it in every new page; a browser that is really offline does not.
  await context.addInitScript({
    content: `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })`,
  });
  for (const prompt of scene.waiting) await ask(page, words, { prompt });
  await takeAll(page, words, { name: 'queue', path: '/queue' });
  await context.close();
}

const start = performance.now();
const executablePath = ensureBrowser();
if (process.env.KILN_STATIC === undefined) {
  const built = await run(['scripts/build.mjs', '--if-changed']);
  if (!built.ok) process.exit(1);
}
await mkdir(imagesFolder, { recursive: true });
await mkdir(manifestFolder, { recursive: true });
const platform = await startPlatform();
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  for (const language of /** @type {Language[]} */ (Object.keys(scenes))) {
    await visit(browser, platform.url, language);
    for (const scheme of schemes) {
      const desktop = taken.get(`playground-desktop-${scheme}-${language}`);
      const phone = taken.get(`history-phone-${scheme}-${language}`);
      if (!desktop || !phone) continue;
      const hero = await composeHero(desktop, phone, scheme);
      await store(path.join(imagesFolder, `hero-${scheme}-${language}.webp`), hero);
    }
  }
} finally {
  await browser.close();
  await platform.stop();
}
for (const name of manifestPictures) {
  for (const [prefix, device] of [
    ['narrow', 'phone'],
    ['wide', 'desktop'],
  ]) {
    const picture = taken.get(`${name}-${device}-dark-cn`);
    if (picture) await store(path.join(manifestFolder, `${prefix}-${name}.webp`), picture);
  }
}
process.stdout.write(
  `Took the pictures in ${elapsed(start)}. Look at them before you commit them.\n`,
);
