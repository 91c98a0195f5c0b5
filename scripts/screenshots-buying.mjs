/**
 * The buying journey in pictures, for docs/payments.md: plans, an order and what came of it, with both brands, on a
 * phone and a desktop. The providers are the doubles of the tests.
 */
import path from 'node:path';

import { chromium } from '@playwright/test';

import { putGuideAway } from '../tests/e2e/fixtures/guide.ts';
import { startPlatform } from '../tests/e2e/fixtures/platform.ts';
import { loadWords } from '../tests/e2e/fixtures/words.ts';
import { startTills } from '../tests/fixtures/tills/environment.ts';
import { chromiumFlags, ensureBrowser } from './find-browser.mjs';
import { root } from './lib-process.mjs';
import { store } from './screenshot-files.mjs';
import { devices } from './screenshot-scenes.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../tests/e2e/fixtures/words.ts').Words} Words
 * @typedef {import('../tests/fixtures/tills/environment.ts').Tills} Tills
 */

const folder = path.join(root, 'docs/images');
const languages = /** @type {const} */ ([
  { language: 'en', locale: 'en-US', scheme: 'dark' },
  { language: 'cn', locale: 'zh-CN', scheme: 'light' },
]);
const brands = /** @type {const} */ ([
  { code: 'y', page: '/ypay', way: 'Alipay' },
  { code: 'w', page: '/wpay', way: 'WeChat Pay' },
]);

/** @param {Page} page @param {Words} words @param {string} account */
async function register(page, words, account) {
  await page.goto('/me');
  const signIn = words('Sign in or create an account');
  await page.getByRole('main').getByRole('button', { name: signIn }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: words('New here') }).check();
  await dialog.getByRole('textbox', { name: words('Name'), exact: true }).fill(account);
  await dialog.getByLabel(words('Password'), { exact: true }).fill('a password for pictures only');
  await dialog.getByRole('button', { name: words('Create account') }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Goes the way once. @param {Page} page @param {Tills} tills @param {Words} words @param {(typeof brands)[number]} brand @param {(step: string) => Promise<void>} shoot */
async function buy(page, tills, words, brand, shoot) {
  await register(
    page,
    words,
    `buyer-${brand.code}-${page.viewportSize()?.width}-${words.language}`,
  );
  await page.goto(brand.page);
  const main = page.getByRole('main');
  const pay = main.getByRole('button', {
    name: new RegExp(`^${words.pattern('Pay {price}').source}`),
  });
  await main.getByRole('radio', { name: words(brand.way), checked: true }).waitFor();
  await shoot('plans');
  await pay.click();
  const dialog = page.getByRole('dialog', { name: words('Your order') });
  await dialog.getByRole('timer').waitFor();
  await shoot('order');
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  if (brand.code === 'w') tills.wechat.pay(number);
  else {
    const wayName = words('Alipay');
    const go = dialog.getByRole('link', { name: words('Go to {wayName}', { wayName }) });
    tills.alipay.visit((await go.getAttribute('href')) ?? '');
    tills.alipay.pay(number);
  }
  await dialog.getByText(/\+[\d,]+/).waitFor({ timeout: 60_000 });
  await shoot('paid');
}

const tills = await startTills('https://kiln.example.com');
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: chromiumFlags });
const platform = await startPlatform({
  env: { ...tills.environment, KILN_SUPER_USERS: '10001' },
  registrationCredits: 120,
});
try {
  const operator = await fetch(`${platform.url}/api/account/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account: 'operator', password: 'a password for pictures only' }),
  });
  const { user, userToken } = /** @type {{ user: { userKey: string }, userToken: string }} */ (
    await operator.json()
  );
  for (const [version, brand] of brands.entries()) {
    const set = await fetch(`${platform.url}/api/manage/settings`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', userKey: user.userKey, userToken },
      body: JSON.stringify({ version, settings: { brand_code: brand.code } }),
    });
    if (!set.ok) throw new Error(`The brand was not set: ${set.status}`);
    for (const { language, locale, scheme } of languages) {
      const words = await loadWords(language);
      for (const { name, width, height, scale } of devices) {
        const isPhone = name === 'phone';
        const context = await browser.newContext({
          baseURL: platform.url,
          locale,
          viewport: { width, height },
          deviceScaleFactor: scale,
          isMobile: isPhone,
          hasTouch: isPhone,
          reducedMotion: 'reduce',
        });
        putGuideAway(context);
        await context.addInitScript({
          content: `localStorage.setItem('kiln-color-scheme', ${JSON.stringify(scheme)})`,
        });
        const page = await context.newPage();
        await page.goto(`/?mode=${scheme}`);
        await buy(page, tills, words, brand, async (step) => {
          // What fades in is there when two pictures are the same.
          /** @type {Buffer} */
          let before = Buffer.alloc(0);
          for (;;) {
            const picture = await page.screenshot({ animations: 'disabled' });
            if (picture.equals(before)) break;
            before = picture;
          }
          const file = `buying-${brand.code}-${step}-${name}-${language}.webp`;
          await store(path.join(folder, file), before);
          process.stdout.write(`${file}\n`);
        });
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await platform.stop();
  await tills.stop();
}
