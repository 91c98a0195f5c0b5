import { openAsBlob } from 'node:fs';

import { BlobReader, ZipReader } from '@zip.js/zip.js';

import { newCredentials } from './fixtures/api.ts';
import { readIntents, untilDeviceIsReady } from './fixtures/device.ts';
import { expect, test } from './fixtures/test.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'two accounts of one device keep apart what is theirs, become one, and it leaves with all it has',
  { tag: '@phone' },
  async ({ page, context, platform, watch, words }) => {
    test.setTimeout(180_000);
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const inspect = async (what: string) => {
      await expectAccessible(page, what);
      await expectNoSidewaysScroll(page, what);
      await expectTouchable(page, what);
    };
    const open = async (title: string) => {
      await page.goto('/me');
      await main.getByRole('button', { name: words(title) }).click();
    };

    const one = await studio.register(newCredentials());
    await studio.ask('a red jar');
    await expectPainted(studio.picture);
    await untilDeviceIsReady(page);

    await open('Accounts on this device');
    await inspect('accounts');
    await dialog.getByRole('button', { name: words('Add an account') }).click();
    const two = newCredentials();
    await studio.registerInDialog(two);
    await expect(main.getByRole('heading', { level: 1, name: two.account })).toBeVisible();
    await page.goto('/history');
    await expect(main).toContainText(words('No works yet'));
    await studio.ask('a blue jar');
    await expectPainted(studio.picture);
    // What waits to leave goes on under its own account alone.
    await context.setOffline(true);
    await studio.ask('a green jar');
    await open('Accounts on this device');
    await dialog
      .getByRole('button', { name: words('Go on as {name}', { name: one.account }) })
      .click();
    await expect(main.getByRole('heading', { level: 1, name: one.account })).toBeVisible();
    await context.setOffline(false);
    await page.goto('/history');
    await expect(studio.works('a red jar')).toHaveCount(1);
    await expect(studio.works('a blue jar')).toHaveCount(0);

    await open('Accounts on this device');
    await dialog
      .getByRole('button', { name: words('Join {name} into this account', { name: two.account }) })
      .click();
    await inspect('joining');
    await dialog.getByRole('button', { name: words('Join the accounts') }).click();
    await expect(
      page.getByText(words('{name} is part of this account now.', { name: two.account })),
    ).toBeVisible();
    await page.goto('/history');
    await expect(studio.works('a red jar')).toHaveCount(1);
    await expect(studio.works('a blue jar')).toHaveCount(1);
    // What had not left goes on as the account that is there.
    await expect(studio.works('a green jar')).toHaveCount(1, { timeout: 60_000 });
    const owners = new Set((await readIntents(page)).map(({ owner }) => owner));
    expect(owners.size).toBe(1);

    await open('Your account and its data');
    await inspect('account and data');
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: words('Download my data') }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^kiln-\d+-\d{4}-\d\d-\d\d\.zip$/);
    const archive = new ZipReader(new BlobReader(await openAsBlob(await download.path())));
    const names = (await archive.getEntries()).map(({ filename }) => filename);
    expect(names).toContain('data/ledger.jsonl');
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(3);

    const leave = dialog.getByRole('button', { name: words('Delete for good') });
    await expect(leave).toBeDisabled();
    await dialog.getByRole('switch').check();
    await leave.click();
    await expect(page.getByText(words('Your account is deleted.'))).toBeVisible();
    await expect(
      main.getByRole('button', { name: words('Sign in or create an account') }),
    ).toBeVisible();
    expect(await readIntents(page)).toEqual([]);
    const again = await fetch(`${platform.url}/api/account/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(one),
    });
    expect(again.status).toBe(403);
  },
);
