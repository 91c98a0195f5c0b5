import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { communityOwner } from '../../src/domain/community.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { startFaultProxy } from '../faults/proxy.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { seededRandom } from '../faults/rules.ts';
import { workRow } from '../fixtures/works.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { currentBuild } from './fixtures/builds.ts';
import { writeRows } from './fixtures/device.ts';
import { startStaticHost } from './fixtures/static-host.ts';
import { loadWords } from './fixtures/words.ts';

/** Two are enough to see that it works; a hundred were run once. */
const rounds = Number(process.env.KILN_POISON_ROUNDS ?? 2);
const seeds = Array.from({ length: rounds }, (_, index) => index + 1);

const html = { 'Content-Type': 'text/html' };

/** What a portal says to every address. The browser keeps it for an hour, and asks nobody meanwhile. */
const portal = {
  kind: 'answer',
  status: 200,
  headers: { ...html, 'Cache-Control': 'max-age=3600' },
  body: '<!doctype html><title>Welcome</title><p>Please agree to our terms.</p>',
} as const;

/** From here on a random part of what the app is made of is the portal's. @returns ends it */
function poison(network: FaultProxy, seed: number): () => void {
  const probability = 0.05 + 0.6 * seededRandom(seed)();
  const path = /^\/(assets|first-paint|favicon|index\.html|sw)/;
  const rules = [
    network.on({ path, fault: portal, probability }),
    // Kept in place of every copy of the watch it stays until the browser's cache lets it go (ADR 0029).
    network.on({ path: '/start-watch.js', fault: { ...portal, headers: html }, probability }),
  ];
  return () => rules.forEach((rule) => rule.remove());
}

/** The build under test as a next one would be: every file has changed. By path. */
async function nextBuild(): Promise<Record<string, string>> {
  const folder = currentBuild();
  const files: Record<string, string> = {};
  const workers = ['/sw.js', '/sw-community.js'];
  for (const name of workers) files[name] = await readFile(path.join(folder, name), 'utf8');
  const replaceInWorkers = (before: string, after: string) => {
    for (const name of workers) files[name] = (files[name] ?? '').replaceAll(before, after);
  };
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((each) => /^(assets\/.*\.(js|css)|index\.html)$/.test(each))) {
    const before = await readFile(path.join(folder, name), 'utf8');
    const after = name.endsWith('.html')
      ? before.replace('</head>', '<meta name="build" content="next" /></head>')
      : `${before}\n`;
    files[`/${name}`] = after;
    const hash = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 8);
    // Only as a value: a file's name may carry the same characters.
    for (const quote of ['`', '"']) {
      replaceInWorkers(`:${quote}${hash(before)}${quote}`, `:${quote}${hash(after)}${quote}`);
    }
    const revision = (text: string) => createHash('md5').update(text).digest('hex');
    replaceInWorkers(revision(before), revision(after));
  }
  return files;
}

const configuration = JSON.stringify({
  platform: false,
  // Nobody listens there: the app needs no one to start.
  horde: { url: 'http://127.0.0.1:9/api' },
});

/** One device in front of one host, whose files can be exchanged. */
async function withDevice(
  browser: Browser,
  seed: number,
  act: (page: Page, network: FaultProxy, files: Record<string, string>) => Promise<void>,
): Promise<void> {
  const files: Record<string, string> = { '/kiln.json': configuration };
  const host = await startStaticHost(currentBuild(), files);
  const network = await startFaultProxy(host.url, seed);
  const context = await browser.newContext({ baseURL: network.url, locale: 'en-US' });
  try {
    await act(await context.newPage(), network, files);
  } finally {
    await context.close();
    await network.stop();
    await host.stop();
  }
}

/** All that the device keeps of the app is whole: it starts without a network, with what the person made. */
async function expectStartsOffline(page: Page, network: FaultProxy): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await loseNetwork(page.context(), network);
  await page.goto('/history');
  await expectStarted(page);
  await findNetwork(page.context(), network);
}

/** What comes to the frame later has come: until then the app may still load the page anew by itself. */
async function expectWholeFrame(page: Page): Promise<void> {
  const words = await loadWords('en');
  const account = page.getByRole('banner').getByRole('link', { name: words('This device') });
  await expect(account).toBeVisible({ timeout: 8_000 });
}

const work = () => workRow(1, { owner: communityOwner as UserKey, onDevice: 0 });

async function expectStarted(page: Page): Promise<void> {
  const words = await loadWords('en');
  const name = words('Open: {name}', { name: 'picture 1' });
  await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
}

test(
  'a first visit through a portal leaves nothing of the portal on the device',
  { tag: '@desktop' },
  async ({ browser }) => {
    test.setTimeout(60_000 * rounds + 60_000);
    for (const seed of seeds) {
      await withDevice(browser, seed, async (page, network) => {
        const endPortal = poison(network, seed);
        await page.goto('/history');
        const words = await loadWords('en');
        const started = page.getByText(words('No works yet'));
        // Where the app can't start, the page comes anew by itself, once, and then says so, or that it waits.
        const trouble = page.locator('[data-note=broken], [data-note=absent]');
        // Where no copy of the watch has come through, nothing says so: what follows is what a person does anyway.
        const isSettled = async () =>
          (await started.isVisible()) ||
          (await page.getByText(words('This page broke')).isVisible()) ||
          (await trouble.filter({ visible: true }).count()) > 0 ||
          !(await page.evaluate(() => window.kilnIsWatched).catch(() => true));
        await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
        endPortal();
        // What a person does who has agreed to the terms.
        await expect(async () => {
          await page.reload();
          await expect(started).toBeVisible({ timeout: 8_000 });
          await expectWholeFrame(page);
        }).toPass();
        await writeRows(page, 'works', [work()]);
        await expectStartsOffline(page, network);
      });
    }
  },
);

test(
  'most of the app comes in one answer; where that breaks off, what had not come comes by itself',
  { tag: '@desktop' },
  async ({ browser }) => {
    const isPart = /^\/assets\/[^/]+\.(?:js|css)$/;
    const asked: number[] = [];
    for (const [seed, keep] of [null, 400_000].entries()) {
      await withDevice(browser, seed, async (page, network) => {
        const path = /^\/assets\/shell-/;
        if (keep !== null) network.on({ path, fault: { kind: 'truncate', keep } });
        await page.goto('/history');
        await page.evaluate(async () => {
          await navigator.serviceWorker.ready;
        });
        expect(network.find({ path })).toHaveLength(1);
        asked.push(network.find({ path: isPart }).length);
        await writeRows(page, 'works', [work()]);
        await expectStartsOffline(page, network);
      });
    }
    const [whole = 0, cut = 0] = asked;
    expect(whole).toBeLessThan(80);
    // Some of it had come, and is not asked for again.
    expect(cut).toBeGreaterThan(whole + 20);
    expect(cut).toBeLessThan(whole + 220);
  },
);

test(
  'an app whose every part lies broken in the browser’s own cache is whole after one reload',
  { tag: '@desktop' },
  async ({ browser }) => {
    await withDevice(browser, 1, async (page, network, files) => {
      const names = await readdir(path.join(currentBuild(), 'assets'));
      const parts = names
        .filter((name) => /\.(js|css)$/.test(name))
        .map((name) => `/assets/${name}`);
      files['/terms.html'] = '<!doctype html><title>Terms</title>';
      const atPortal = network.on({ path: /^\/assets\//, fault: portal });
      await page.goto('/terms.html');
      await page.evaluate(async (all) => {
        await Promise.all(all.map((part) => fetch(part)));
      }, parts);
      atPortal.remove();
      let loads = 0;
      page.on('domcontentloaded', () => (loads += 1));
      await page.goto('/history');
      const words = await loadWords('en');
      await expect(page.getByText(words('No works yet'))).toBeVisible();
      expect(loads).toBe(2);
      await writeRows(page, 'works', [work()]);
      await expectStartsOffline(page, network);
    });
  },
);

test(
  'a part that is loaded later and lies broken in the browser’s own cache is fetched anew',
  { tag: '@desktop' },
  async ({ browser }) => {
    const words = await loadWords('en');
    await withDevice(browser, 1, async (page, network) => {
      // The app itself comes through; a page's code and what starts the queue do not.
      const later = network.on({ path: /^\/assets\/(pages|behind)-/, fault: portal });
      await page.goto('/history');
      await expect(page.getByRole('heading', { name: words('This page broke') })).toBeVisible();
      later.remove();
      await expect(async () => {
        await page.reload();
        await expect(page.getByText(words('No works yet'))).toBeVisible({ timeout: 5_000 });
        await expectWholeFrame(page);
      }).toPass();
      await writeRows(page, 'works', [work()]);
      await expectStartsOffline(page, network);
    });
  },
);

test(
  'an update through a portal fails as a whole: the version before goes on, and the next one comes after the portal',
  { tag: '@desktop' },
  async ({ browser }) => {
    test.setTimeout(60_000 * rounds + 60_000);
    const next = await nextBuild();
    const words = await loadWords('en');
    for (const seed of seeds) {
      await withDevice(browser, seed, async (page, network, files) => {
        await page.goto('/history');
        await expect(page.getByText(words('No works yet'))).toBeVisible();
        await writeRows(page, 'works', [work()]);
        await page.evaluate(async () => {
          await navigator.serviceWorker.ready;
        });

        // What the service worker is made of, too, and not only now and then.
        const workers = network.on({ path: /^\/assets\/dexie-/, fault: portal });
        const endPortal = poison(network, seed);
        Object.assign(files, next);
        const lookForUpdate = () =>
          page.evaluate(async () => {
            const registration = await navigator.serviceWorker.ready;
            await registration.update().catch(() => undefined);
          });
        const isInstalling = () =>
          page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null);
        await lookForUpdate();
        await expect.poll(isInstalling, { timeout: 60_000 }).toBe(false);
        await expectStartsOffline(page, network);

        workers.remove();
        endPortal();
        // As the app does, which looks again with every return to it.
        const update = page.getByRole('button', { name: words('Update'), exact: true });
        await expect(async () => {
          await lookForUpdate();
          await expect(update).toBeVisible({ timeout: 10_000 });
        }).toPass({ timeout: 60_000 });
        await update.click();
        await expect(page.locator('meta[name=build]')).toBeAttached();
        await expectStarted(page);
        await expectStartsOffline(page, network);
        await expect(page.locator('meta[name=build]')).toBeAttached();
      });
    }
  },
);

test(
  'an app that is broken on the device is fetched anew once, and its data stays',
  { tag: '@desktop' },
  async ({ browser }) => {
    const words = await loadWords('en');
    await withDevice(browser, 1, async (page, network) => {
      await page.goto('/history');
      await expect(page.getByText(words('No works yet'))).toBeVisible();
      await writeRows(page, 'works', [work()]);
      await page.evaluate(async (text) => {
        await navigator.serviceWorker.ready;
        const names = await caches.keys();
        const name = names.find((each) => each.includes('-precache-')) ?? '';
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!request.url.includes('/assets/')) continue;
          const answer = new Response(text, { headers: { 'Content-Type': 'text/html' } });
          await cache.put(request, answer);
        }
      }, portal.body);

      // Without a network what is there stays: it may be all there is.
      await loseNetwork(page.context(), network);
      await page.goto('/history');
      await expect(page.locator('[data-note=absent]')).toBeVisible();
      const kept = () =>
        page.evaluate(async () => {
          const names = await caches.keys();
          return names.some((each) => each.includes('-precache-'));
        });
      expect(await kept()).toBe(true);

      await findNetwork(page.context(), network);
      await expectStarted(page);
      await expectStartsOffline(page, network);
    });
  },
);

/** When the watch, which has seen a broken part, goes on: once it knows that the platform is there, or what is kept. */
const lateMoments = ['the platform is found', 'what is kept is found'] as const;

for (const moment of lateMoments) {
  test(
    `an app that starts before ${moment} is left alone, and keeps what makes it start without a network`,
    { tag: '@desktop' },
    async ({ browser }) => {
      const words = await loadWords('en');
      await withDevice(browser, 1, async (page, network) => {
        const isLook = moment === 'the platform is found';
        // Asked by the watch; the answer comes only when the app has long been started.
        const look = isLook ? network.on({ path: '/sw.js', fault: { kind: 'hold' } }) : null;
        const app = network.on({ path: /^\/assets\/(?!absent)/, fault: { kind: 'hold' } });
        await page.addInitScript((isHeld) => {
          if (isHeld) {
            const container = navigator.serviceWorker;
            const findKept = container.getRegistrations.bind(container);
            container.getRegistrations = async () => {
              await new Promise((resolve) => addEventListener('kept-is-found', resolve));
              return findKept();
            };
          }
          // As after an earlier try to fetch the app anew.
          sessionStorage.setItem('kiln-fetched-anew', String(Date.now()));
          const watching = new MutationObserver(() => {
            if (!document.head || !window.kilnIsWatched) return;
            watching.disconnect();
            const part = document.createElement('script');
            part.src = '/assets/absent.js';
            document.head.append(part);
          });
          watching.observe(document, { childList: true, subtree: true });
        }, !isLook);
        let loads = 0;
        page.on('domcontentloaded', () => (loads += 1));
        const opening = page.goto('/history');
        await network.until(() => network.find({ path: '/sw.js' }).length > 0);
        app.release();
        await opening;
        await expect(page.getByText(words('No works yet'))).toBeVisible();
        await page.evaluate(async () => {
          await navigator.serviceWorker.ready;
        });
        look?.release();
        await network.until(() => network.find({ path: '/assets/absent.js' }).length > 1);
        // What the watch asks next has its answer before these have theirs.
        await page.evaluate(async () => {
          dispatchEvent(new Event('kept-is-found'));
          for (let round = 0; round < 5; round += 1) await caches.keys();
        });
        expect(loads).toBe(1);
        await writeRows(page, 'works', [work()]);
        await expectStartsOffline(page, network);
      });
    },
  );
}
