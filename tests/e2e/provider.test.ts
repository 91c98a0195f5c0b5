import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test as base } from './fixtures/test.ts';
import { startPlatform } from './fixtures/platform.ts';
import { failedRequest } from './fixtures/watch.ts';

const test = base.extend<object, { accounts: Server }>({
  accounts: [
    // oxlint-disable-next-line no-empty-pattern -- what a fixture depends on is read from its pattern
    async ({}, use) => {
      const known: Record<string, object> = { 'key-mei': { uid: 4711, nick: 'Mei', is_vip: 1 } };
      const server = createServer((request, response) => {
        const ck = new URL(request.url ?? '/', 'http://here').searchParams.get('ck') ?? '';
        response.end(JSON.stringify(known[ck] ? { status: 1, data: known[ck] } : { status: 0 }));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await use(server);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  platform: [
    async ({ accounts }, use) => {
      const { port } = accounts.address() as AddressInfo;
      const platform = await startPlatform({
        env: {
          KILN_PROVIDER_KEY_URL: `http://127.0.0.1:${port}/user_info`,
          KILN_PROVIDER_NAME: 'Guild',
          KILN_LOG_LEVEL: 'debug',
        },
      });
      await use(platform);
      await platform.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test(
  'a key in a link signs in and stays in no address, history, request or log; one that nobody knows signs out',
  { tag: '@phone' },
  async ({ page, context, platform, watch, words }) => {
    watch.allow(failedRequest);
    const seen: string[] = [];
    context.on('request', (request) => {
      const isPage = request.isNavigationRequest();
      const { referer = '' } = request.headers();
      seen.push(...(isPage ? [] : [request.url()]), referer);
    });
    await page.goto('/me?TG=x&ck=key-mei');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: /Mei/ })).toBeVisible();
    await expect(main.getByText('VIP', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/me$/);
    // Neither the app's own notes of where one came from.
    const kept = await page.evaluate(async () => {
      const open = indexedDB.open('kiln');
      await new Promise((resolve) => open.addEventListener('success', resolve));
      const all = open.result.transaction('settings').objectStore('settings').getAll();
      await new Promise((resolve) => all.addEventListener('success', resolve));
      open.result.close();
      const stores = [localStorage, sessionStorage].flatMap((store) => Object.entries(store));
      return JSON.stringify([all.result, stores]);
    });
    expect(kept).toContain('TGURL');
    expect(kept).not.toContain('key-mei');
    expect(seen.join('\n')).not.toContain('key-mei');
    expect(platform.log()).not.toContain('key-mei');
    expect(platform.log()).toContain('signed in');

    // Without a network it waits for one; what was signed in stays until somebody says no.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.goto('/me');
    await context.setOffline(true);
    await page.goto('/me?ck=key-unknown');
    await expect(main.getByRole('heading', { level: 1, name: /Mei/ })).toBeVisible();
    await expect(page).toHaveURL(/\/me$/);
    await context.setOffline(false);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(
      words("{name} didn't confirm your account. Please sign in another way.", { name: 'Guild' }),
    );
    await page.keyboard.press('Escape');
    await expect(
      main.getByRole('button', { name: words('Sign in or create an account') }),
    ).toBeVisible();
  },
);
