import type { Page } from '@playwright/test';

import { listModels } from '../../src/api/contract/models.ts';
import { remoteCacheTtlMs } from '../../src/domain/limits.ts';
import { privateCacheName } from '../../sw/contract.ts';
import { readSession, untilDeviceIsReady } from './fixtures/device.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

interface Heard {
  status: number;
  stale: boolean;
  body: string;
}

/** Asks as the app's workers do, through the service worker. */
function ask(
  page: Page,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Heard> {
  return page.evaluate(
    async ([url, sent, more]) => {
      const answer = await fetch(url, {
        ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
        headers: { 'Content-Type': 'application/json', ...more },
      });
      return {
        status: answer.status,
        stale: answer.headers.has('Kiln-Stale'),
        body: await answer.text(),
      };
    },
    [path, body, headers] as const,
  );
}

/** Makes everything that is kept look as old as this. */
function age(page: Page, ms: number): Promise<void> {
  return page.evaluate(async (byMs) => {
    for (const name of (await caches.keys()).filter((each) => each.startsWith('kiln-remote-'))) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const kept = await cache.match(key);
        if (!kept) continue;
        const headers = new Headers(kept.headers);
        headers.set('Kiln-Fetched-At', String(Date.now() - byMs));
        await cache.put(key, new Response(await kept.blob(), { headers }));
      }
    }
  }, ms);
}

const models = listModels.path;
const schemas = '/api/v2/playground_get_model_schema';

test.beforeEach(async ({ page, network }) => {
  await page.goto('/about');
  await untilDeviceIsReady(page);
  // Within the service worker's reach, and without the app, whose own calls would come in between. (Of a page that was
  // there before its service worker Chromium now and then goes on sending requests past it.)
  const body = '<!doctype html><title>Without the app</title><link rel="icon" href="data:," />';
  const headers = { 'Content-Type': 'text/html' };
  network.on({ path: '/files/bare', fault: { kind: 'answer', status: 200, headers, body } });
  await page.goto('/files/bare');
});

// On one device, one after the other: each begins with what is kept, however it came there.
test(
  'a list is asked for once in its time, kept for its language, and served when the network is slow, broken or away',
  { tag: '@desktop' },
  async ({ page, context, network, words, watch }) => {
    watch.allow(failedRequest);
    await test.step('a list is asked for once within five minutes, and revalidated after them', async () => {
      const asked = () => network.find({ path: models });
      const first = await ask(page, models);
      const before = asked().length;
      await age(page, remoteCacheTtlMs - 10_000);
      expect(await ask(page, models)).toEqual(first);
      expect(asked()).toHaveLength(before);

      await age(page, remoteCacheTtlMs);
      expect(await ask(page, models)).toEqual(first);
      expect(asked()).toHaveLength(before + 1);
      // Nothing had changed, and nothing was sent again.
      expect(asked().at(-1)?.statuses).toEqual([304]);
      await ask(page, models);
      expect(asked()).toHaveLength(before + 1);
    });
    await test.step('a schema is kept for its model and its language', async () => {
      const list = JSON.parse((await ask(page, models)).body) as { model: string }[];
      const [one, other] = list;
      const schemaOf = (model = '', lang = 'en') => ask(page, schemas, { model, version: 2, lang });
      const kept = [await schemaOf(one?.model), await schemaOf(other?.model)];
      expect(kept[0]?.body).not.toBe(kept[1]?.body);
      const before = network.find({ path: schemas }).length;
      expect([await schemaOf(one?.model), await schemaOf(other?.model)]).toEqual(kept);
      expect(network.find({ path: schemas })).toHaveLength(before);
      expect((await schemaOf(one?.model, 'cn')).body).not.toBe(kept[0]?.body);
    });
    await test.step('a slow network is not waited for when there is an answer', async () => {
      const fresh = await ask(page, models);
      await age(page, remoteCacheTtlMs);
      const rule = network.on({ path: models, fault: { kind: 'hold' } });
      expect(await ask(page, models)).toEqual({ ...fresh, stale: true });
      // What comes in the end is kept for the next one.
      rule.release();
      rule.remove();
      await network.until(() => network.find({ path: models }).at(-1)?.delivered === true);
      await expect.poll(async () => (await ask(page, models)).stale).toBe(false);
    });
    await test.step('an error is an error, and costs nothing of what is kept', async () => {
      const fresh = await ask(page, models);
      await age(page, remoteCacheTtlMs);
      const rule = network.on({
        path: models,
        fault: { kind: 'answer', status: 503, headers: {}, body: 'out of order' },
      });
      expect(await ask(page, models)).toMatchObject({ status: 503, body: 'out of order' });
      rule.remove();
      await context.setOffline(true);
      expect(await ask(page, models)).toEqual({ ...fresh, stale: true });
    });
    await context.setOffline(false);
    await expect.poll(async () => (await ask(page, models)).stale).toBe(false);
    await test.step('without a network what is kept is served and says how old it is', async () => {
      const fresh = await ask(page, models);
      expect(fresh).toMatchObject({ status: 200, stale: false });
      await age(page, remoteCacheTtlMs);
      network.cut();
      expect(await ask(page, models)).toEqual({ ...fresh, stale: true });
      await context.setOffline(true);
      expect(await ask(page, models)).toEqual({ ...fresh, stale: true });

      await page.goto('/smart-apps');
      await expect(page.getByRole('listitem').first()).toBeVisible();
      const line = page.getByText(words.pattern('As of {time}'));
      await expect(line).toHaveCount(0);
      await page.clock.install({ time: Date.now() + remoteCacheTtlMs });
      await page.reload();
      await expect(line).toHaveText(/^As of \d\d:\d\d$/);
    });
  },
);

test(
  'answers for one person are not another’s, and are gone when they sign out',
  { tag: '@desktop' },
  async ({ page, network, words }) => {
    await page.goto('/about');
    const studio = createStudio(page, words);
    await studio.register();
    const prompts = '/api/v2/get_jobs_prompts';
    network.on({
      path: prompts,
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'Content-Type': 'application/json', 'Kiln-Answer': '1' },
        body: '{"data":[]}',
      },
    });
    const as = (userKey: string) => ask(page, prompts, { page_number: 1 }, { userKey });
    const { userKey } = await readSession(page);
    await as(userKey);
    await as(userKey);
    expect(network.find({ path: prompts })).toHaveLength(1);
    await as('1@kiln');
    expect(network.find({ path: prompts })).toHaveLength(2);
    const kept = () =>
      page.evaluate(
        async ([name, path]) => {
          if (!(await caches.has(name))) return 0;
          const keys = await (await caches.open(name)).keys();
          return keys.filter(({ url }) => url.includes(path)).length;
        },
        [privateCacheName, prompts] as const,
      );
    // Somebody who is not signed in here leaves nothing behind.
    expect(await kept()).toBe(1);

    await page.goto('/me');
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Sign out') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('Sign out') })
      .click();
    await expect.poll(kept).toBe(0);
    expect((await ask(page, models)).status).toBe(200);
  },
);

test(
  'what is kept stays within its bounds, the oldest goes first',
  { tag: '@desktop' },
  async ({ page, network }) => {
    network.on({
      path: /^\/tags\//,
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'Content-Type': 'text/csv', 'Kiln-Answer': '1' },
        body: 'x'.repeat(7 * 1024 * 1024),
      },
    });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(page, `/tags/${name}.csv`);
    const kept = await page.evaluate(async () => {
      const names = (await caches.keys()).filter((each) => each.startsWith('kiln-remote-'));
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => path.startsWith('/tags/'))).toEqual([
      '/tags/c.csv',
      '/tags/d.csv',
      '/tags/e.csv',
    ]);
  },
);
