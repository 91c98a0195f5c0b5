import type { Page } from '@playwright/test';

import { databaseName } from '../../src/db/schema.ts';
import { openAccount } from './fixtures/api.ts';
import { loseNetwork } from './fixtures/browser.ts';
import { readSession, readWorks, untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import type { Words } from './fixtures/words.ts';

/** A word that only the first person wrote. */
const secret = 'zanzibar';

/** On a person's own page, when nobody is signed in. */
const signInButton = (page: Page, words: Words) =>
  page.getByRole('main').getByRole('button', { name: words('Sign in or create an account') });

async function signOut(page: Page, words: Words, removing: boolean): Promise<void> {
  await page.goto('/me');
  await page
    .getByRole('main')
    .getByRole('button', { name: words('Sign out') })
    .click();
  const dialog = page.getByRole('dialog');
  if (removing) {
    await dialog
      .getByRole('switch', { name: words('Remove everything of mine from this device') })
      .click();
    await dialog.getByRole('button', { name: words('Sign out and remove') }).click();
  } else {
    await dialog.getByRole('button', { name: words('Sign out'), exact: true }).click();
  }
  await expect(signInButton(page, words)).toBeVisible();
}

/** Every place of this device where a text may lie, with what lies there: one line a row. */
async function walkDevice(page: Page): Promise<{ place: string; text: string }[]> {
  return page.evaluate(async (name) => {
    const found: { place: string; text: string }[] = [];
    for (const [place, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (const [key, text] of Object.entries(storage)) {
        found.push({ place: `${place} ${key}`, text: String(text) });
      }
    }
    for (const cacheName of await caches.keys()) {
      if (cacheName.includes('-precache-')) continue;
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        found.push({
          place: `cache ${cacheName}`,
          text: `${request.url} ${(await answer?.text()) ?? ''}`,
        });
      }
    }
    const folder = await navigator.storage.getDirectory();
    for await (const file of folder.keys()) found.push({ place: 'file', text: file });
    const names = (await indexedDB.databases()).map((each) => each.name ?? '');
    if (!names.includes(name)) throw new Error('no database');
    for (const each of names) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(each);
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => resolve(opening.result));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result as unknown[]));
        });
        for (const row of rows)
          found.push({ place: `table ${each} ${store}`, text: JSON.stringify(row) });
      }
      database.close();
    }
    return found;
  }, databaseName);
}

/** Everything that can be read on a page, once nothing more comes. */
async function allThatIsShown(page: Page): Promise<string> {
  let shown = '';
  const isStill = async () => {
    const before = shown;
    shown = await page.evaluate(() =>
      [
        document.body.textContent,
        ...[...document.querySelectorAll('input, textarea')].map(
          (field) => (field as HTMLInputElement).value,
        ),
      ].join(' '),
    );
    return shown === before;
  };
  await expect.poll(isStill, { intervals: [500] }).toBe(true);
  return shown;
}

test(
  'nothing of one person is shown to the next, and by choice nothing of them is left on the device',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    test.slow();
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    await untilDeviceIsReady(page);
    const { userKey } = await readSession(page);
    await studio.ask(`the harbour of ${secret}`);
    await expectPainted(studio.picture);
    await studio.promptField.fill(`the roofs of ${secret}`);
    await page.goto('/history');
    await expect(studio.works(`the harbour of ${secret}`)).toBeVisible();
    const [work] = await readWorks(page);

    await signOut(page, words, false);
    await studio.register();
    const places = ['/', '/generate/Text2Img', '/history', '/queue', '/storage', '/me'];
    for (const path of [...places, `/work/c_${work?.id}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      expect(await allThatIsShown(page), path).not.toContain(secret);
    }
    for (const { place, text } of await walkDevice(page)) {
      if (!text.includes(secret)) continue;
      // What is kept until they are back says whose it is; nothing else may have it.
      expect(place).toMatch(/^table /);
      expect(text, place).toMatch(
        new RegExp(`"(owner":"${userKey}"|key":"(own|upload):${userKey}:)`),
      );
    }

    await signOut(page, words, false);
    await signInButton(page, words).click();
    await studio.signInInDialog(credentials);
    await page.goto('/history');
    await expect(studio.works(`the harbour of ${secret}`)).toBeVisible();
    await signOut(page, words, true);
    // Who is signed in is forgotten first, what was theirs right behind.
    await expect(async () => {
      for (const { place, text } of await walkDevice(page)) {
        expect(text, place).not.toContain(secret);
        expect(text, place).not.toContain(userKey);
      }
    }).toPass({ timeout: 30_000 });
    // The platform has it still.
    const account = await openAccount(platform.url, credentials);
    expect(await account.works()).toHaveLength(1);
  },
);

test(
  'a store that is emptied under the app is told, with the requests that are gone with it',
  { tag: '@phone' },
  async ({ page, context, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    await page.reload();
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    await studio.ask('a narrow path');
    await studio.openQueue();
    await expect(studio.requests(words('Waiting for a network'))).toHaveCount(1);
    // As a browser does that makes room.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: network.url,
      storageTypes: 'indexeddb',
    });
    const told = page.getByText(
      words("{requests, plural, one {This device's store", { requests: 1 }),
    );
    await expect(told).toBeVisible();
    await expect(told).toContainText('1');
    await page.getByRole('button', { name: words('OK'), exact: true }).click();
    await expect(told).toBeHidden();
    await page.reload();
    await expect(
      page.getByRole('main').getByText(words('Sign in to see your queue')),
    ).toBeVisible();
    await expect(told).toBeHidden();
  },
);
