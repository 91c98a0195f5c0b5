import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { openFileStore } from '../../../server/files/file-store.ts';
import { shownWork } from '../../../server/gallery/service.ts';
import { createLog } from '../../../server/log.ts';
import { expireOriginals } from '../../../server/works/retention.ts';
import { works } from '../../../server/works/tables.ts';
import * as gallery from '../../../src/api/contract/gallery.ts';
import { addWork } from '../../../src/api/contract/own-works.ts';
import { getSettings, putSettings } from '../../../src/api/contract/settings.ts';
import { upload } from '../../../src/api/contract/uploads.ts';
import { binWorks, deleteWorks, restoreWorks } from '../../../src/api/contract/works.ts';
import { galleryCategories, galleryReportsMax } from '../../../src/domain/gallery.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const superUsers = new Set<string>();
let platform: TestPlatform;
let person: Person;
let keeper: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { superUsers });
  keeper = await platform.register();
  superUsers.add(String(keeper.uid));
});
beforeEach(async () => {
  person = await platform.register();
});
afterAll(() => platform?.stop());

const ask = (
  endpoint: { path: string; method?: string },
  body?: object,
  who: Person | null = person,
): Promise<Answer> =>
  platform.call((endpoint.method ?? 'post').toUpperCase(), endpoint.path, {
    ...(who && { person: who }),
    ...(body && { body }),
  });

/** A work of the person's, with a file of its own. */
async function makeWork(changes: object = {}): Promise<string> {
  const noise = sharp(randomBytes(600 * 400 * 3), {
    raw: { width: 600, height: 400, channels: 3 },
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await noise.jpeg().toBuffer())]), 'a');
  const sent = await platform.call('POST', upload.path, { person, body: form });
  const image_id = randomUUID();
  const added = await ask(addWork, {
    image_id,
    origin: 'imported',
    image: sent.body.url,
    jobtype: 'Text2Img',
    model: 'elsewhere',
    modelname: 'Elsewhere',
    params: { steps: 30, image: sent.body.url },
    prompt: 'a vase ### blur',
    seed: '7',
    width: 0,
    height: 0,
    create_time: '2020-02-29T12:00:00Z',
    ...changes,
  });
  expect(added.status).toBe(200);
  return image_id;
}

const publish = (image_id: string, changes = {}) =>
  ask(gallery.publishWork, { image_id, consent: true, ...changes });

/** What everybody sees, of this test's own works. */
async function seen(filter: object = {}, model?: string): Promise<string[]> {
  const wish = { limit: 100, ...(model && { model_name: model }), ...filter };
  const { body, status } = await ask(gallery.listGallery, wish, null);
  expect(status).toBe(200);
  return body.list.map(({ image_id }: { image_id: string }) => image_id);
}

async function change(settings: object): Promise<void> {
  const { body } = await ask(getSettings, undefined, keeper);
  const answer = await ask(
    putSettings,
    { version: body.data.version, settings: { ...body.data.settings, ...settings } },
    keeper,
  );
  expect(answer.status).toBe(200);
}

describe('publishing', () => {
  test('shows a work to everybody, and nothing of it that is private', async () => {
    const id = await makeWork();
    const { body } = await publish(id, { title: '  A vase ', category_id: '6' });
    expect(body.data).toMatchObject({
      image_id: id,
      state: 'published',
      title: 'A vase',
      category_id: 6,
    });
    const [work] = (await ask(gallery.galleryDetail, { id }, null)).body.data;
    expect(work).toMatchObject({
      image_id: id,
      title: 'A vase',
      prompt: 'a vase ### blur',
      params: { steps: 30 },
      modelname: 'Elsewhere',
      width: 600,
      height: 400,
      sample: false,
    });
    // Neither the files that it was made from nor the number of its owner's account.
    const all = JSON.stringify(work);
    expect(all).not.toContain('/files/');
    expect(all).not.toContain(`"${person.uid}`);
    const picture = await platform.call('GET', `${work.image}?width=512`);
    expect(picture.status).toBe(200);
    expect((await sharp(picture.body as Buffer).metadata()).width).toBe(512);
    expect(picture.headers.get('Cache-Control')).toBe('public, max-age=300');
  });

  test('makes the pictures that are seen first before anybody asks for them', async () => {
    const id = await makeWork();
    await publish(id);
    const { file } = (await shownWork(platform.database, id))!.shared;
    const store = await openFileStore(platform.dataFolder, createLog('silent'));
    const madeFirst = [store.thumbnailPath(file.id, 300), store.thumbnailPath(file.id, 512)];
    await vi.waitFor(async () => {
      for (const path of madeFirst) expect((await sharp(path).metadata()).format).toBe('webp');
      const kept = await readdir(join(store.renditions, file.id));
      expect(kept.filter((name) => name.startsWith('1024-webp'))).toHaveLength(1);
    }, 20_000);
  });

  test('takes a repeat as a change of the same place, however many come at once', async () => {
    const id = await makeWork({ model: 'repeat' });
    const answers = await Promise.all([publish(id), publish(id, { title: 'Second' }), publish(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await publish(id, { title: 'Last', category_id: 2 });
    expect(await seen({}, 'repeat')).toEqual([id]);
    const mine = (await ask(gallery.listPublications, {})).body.data;
    expect(mine).toMatchObject([{ image_id: id, title: 'Last', category_id: 2 }]);
    expect(await ask(gallery.setCase, { image_id: id, consent: true })).toMatchObject({
      status: 200,
      body: { data: { state: 'published' } },
    });
  });

  test('refuses what the specification does not publish, and says which field it is', async () => {
    const upscaled = await publish(await makeWork({ jobtype: 'Upscaling' }));
    expect(upscaled.status).toBe(400);
    expect(upscaled.body.reasons).toEqual([{ field: 'image_id', reason: 'not-allowed' }]);
    const id = await makeWork();
    const without = await ask(gallery.publishWork, { image_id: id });
    expect([without.status, without.body.reasons[0].field]).toEqual([400, 'consent']);
    const nowhere = await publish(id, { category_id: 77 });
    expect([nowhere.status, nowhere.body.reasons[0].field]).toEqual([400, 'category_id']);
    expect((await publish(randomUUID())).body.data).toBeNull();
    expect((await ask(gallery.publishWork, { image_id: id, consent: true }, null)).status).toBe(
      403,
    );
    expect(await seen({}, 'elsewhere')).not.toContain(id);
  });

  test('is for the work’s owner alone, and where the deployment says so for those it names', async () => {
    const id = await makeWork();
    const other = await platform.register();
    expect(
      (await ask(gallery.publishWork, { image_id: id, consent: true }, other)).body.data,
    ).toBeNull();
    await publish(id);
    const removed = await ask(gallery.unpublishWorks, { image_ids: [id] }, other);
    expect(removed.body.data).toEqual({ removed: 0 });
    expect(await seen()).toContain(id);
    await change({ privileged: { publish: [] } });
    expect((await publish(id)).status).toBe(403);
    await change({ privileged: { publish: null } });
    expect((await publish(id)).status).toBe(200);
  });

  test('ends when it is taken back, at once and harmlessly often', async () => {
    const id = await makeWork();
    await publish(id);
    const take = () => ask(gallery.unpublishWorks, { image_ids: [id, randomUUID()] });
    expect((await take()).body.data).toEqual({ removed: 1 });
    expect((await take()).body.data).toEqual({ removed: 0 });
    expect(await seen()).not.toContain(id);
    expect((await ask(gallery.galleryDetail, { id }, null)).body.data).toEqual([]);
    expect((await platform.call('GET', `/g/${id}/picture`)).status).toBe(404);
    expect((await platform.call('GET', '/g/nothing/picture')).status).toBe(404);
  });

  test('goes out of sight with the work’s way into the bin, and comes back with it', async () => {
    const id = await makeWork();
    await publish(id);
    await ask(binWorks, { image_ids: [id] });
    expect(await seen()).not.toContain(id);
    expect((await platform.call('GET', `/g/${id}/picture`)).status).toBe(404);
    expect((await publish(id)).body.data).toBeNull();
    await ask(restoreWorks, { image_ids: [id] });
    expect(await seen()).toContain(id);
    await ask(deleteWorks, { image_ids: [id] });
    expect(await seen()).not.toContain(id);
    expect((await ask(gallery.listPublications, {})).body.data).toEqual([]);
  });

  test('and its way into the bin may come at the same moment, many times over', async () => {
    const id = await makeWork();
    const wishes = Array.from({ length: 8 }, (_, index) => [
      publish(id, { title: `at ${index}` }),
      ask(binWorks, { image_ids: [id] }),
      ask(restoreWorks, { image_ids: [id] }),
      ask(gallery.unpublishWorks, { image_ids: [id] }),
    ]).flat();
    const answers = await Promise.all(wishes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await ask(restoreWorks, { image_ids: [id] });
    expect((await publish(id)).body.data.state).toBe('published');
    expect(await seen()).toContain(id);
  });

  test('keeps the original for as long as it lasts', async () => {
    const store = await openFileStore(platform.dataFolder, createLog('silent'));
    const retention = { resultDays: 30, acknowledgedDays: 30 };
    const age = (id: string) =>
      platform.database
        .update(works)
        .set({ keptFrom: sql`now() - interval '99 days'` })
        .where(eq(works.id, id));
    const expire = () => expireOriginals(platform.database, store, retention, createLog('silent'));
    const id = await makeWork();
    await publish(id);
    await age(id);
    await expire();
    expect((await platform.call('GET', `/g/${id}/picture`)).status).toBe(200);
    await ask(gallery.unpublishWorks, { image_ids: [id] });
    await expire();
    // Its days begin anew: until now there was no reason to fetch it.
    expect((await publish(id)).status).toBe(200);
    await ask(gallery.unpublishWorks, { image_ids: [id] });
    await age(id);
    await expire();
    const late = await publish(id);
    expect([late.status, late.body.code]).toEqual([410, 'result-gone']);
  });
});

describe('the list', () => {
  test('finds works by words of both languages, by their stems and beginnings', async () => {
    const model = 'words';
    const fox = await makeWork({ model, prompt: '雪地里睡着的狐狸，白桦林 ### 模糊' });
    const kilns = await makeWork({ model, prompt: 'two old kilns glowing at night ### snow' });
    await publish(fox, { title: 'Winter' });
    await publish(kilns, { title: '窑火' });
    const find = (keyword: string) => seen({ keyword }, model);
    expect(await find('狐狸')).toEqual([fox]);
    expect(await find('睡着的狐')).toEqual([fox]);
    expect(await find('狐')).toEqual([fox]);
    expect(await find('狐林')).toEqual([]);
    expect(await find('winter 白桦')).toEqual([fox]);
    expect(await find('窑')).toEqual([kilns]);
    expect(await find('kiln')).toEqual([kilns]);
    expect(await find('GLOW ni')).toEqual([kilns]);
    // What was to be kept out is no word of the work.
    expect(await find('snow')).toEqual([]);
    expect(await find('模糊')).toEqual([]);
    expect(await find(' … ')).toEqual([]);
    expect(await find("' & | ! :* <->")).toEqual([]);
    expect(await find('   ')).toEqual([kilns, fox]);
  });

  test('is filtered by tool, model and category, and paged as the specification’s clients send it', async () => {
    const model = 'pages';
    const ids: string[] = [];
    for (const category_id of [1, 2, 1, 2, 1]) {
      const id = await makeWork({ model, ...(category_id === 2 && { jobtype: 'Img2Img' }) });
      await publish(id, { category_id });
      ids.unshift(id);
    }
    expect(await seen({}, model)).toEqual(ids);
    expect(await seen({ category_id: 2 }, model)).toEqual([ids[1], ids[3]]);
    expect(await seen({ job_type: 'Img2Img' }, model)).toEqual([ids[1], ids[3]]);
    expect(await seen({ job_type: 'Txt2Video' }, model)).toEqual([]);
    const page = async (number: number | string) => {
      const wish = { platform: '1', model_name: model, page: number, limit: '2' };
      return (await ask(gallery.listGallery, wish, null)).body;
    };
    expect(await page('1')).toMatchObject({ data: { page: 1, limit: 2, more: true } });
    expect((await page(3)).list.map(({ image_id }: { image_id: string }) => image_id)).toEqual([
      ids[4],
    ]);
    expect((await page(3)).data.more).toBe(false);
    expect((await page(4)).list).toEqual([]);
    for (const wrong of [
      { limit: 101 },
      { page: 0 },
      { job_type: 'Nothing' },
      { category_id: 0 },
    ]) {
      const answer = await ask(gallery.listGallery, wrong, null);
      expect([answer.status, answer.body.reasons[0].field]).toEqual([400, Object.keys(wrong)[0]]);
    }
  });

  test('has categories with a name in each language', async () => {
    const { body } = await ask(gallery.listCategories, { platform: 1 }, null);
    expect(body.data).toHaveLength(galleryCategories.length);
    expect(body.data[0]).toEqual({ id: 1, name_cn: '人物', name_en: 'People' });
  });
});

describe('looking after it', () => {
  test('a deployment may look at each work before it is shown', async () => {
    await change({ gallery_review: true });
    const [good, bad] = [await makeWork(), await makeWork()];
    expect((await publish(good)).body.data.state).toBe('pending');
    await publish(bad);
    expect(await seen()).not.toContain(good);
    expect((await ask(gallery.listAwaiting)).status).toBe(403);
    const waiting = (await ask(gallery.listAwaiting, undefined, keeper)).body.data;
    expect(waiting.map(({ image_id }: { image_id: string }) => image_id)).toEqual([good, bad]);
    await ask(gallery.decideWork, { image_id: good, state: 'published' }, keeper);
    await ask(gallery.decideWork, { image_id: bad, state: 'rejected', note: 'Not yours' }, keeper);
    await change({ gallery_review: false });
    expect(await seen()).toContain(good);
    expect(await seen()).not.toContain(bad);
    const mine = (await ask(gallery.listPublications, {})).body.data;
    expect(mine).toMatchObject([
      { image_id: bad, state: 'rejected', note: 'Not yours', published_at: null },
      { image_id: good, state: 'published' },
    ]);
    // What was refused comes back by a decision alone.
    expect((await publish(bad)).body.data.state).toBe('pending');
    expect((await publish(good, { title: 'New' })).body.data.state).toBe('published');
    expect((await ask(gallery.listAwaiting, undefined, keeper)).body.data).toHaveLength(1);
  });

  test('enough reports take a work out of sight, one of each person, until somebody has looked', async () => {
    const id = await makeWork();
    await publish(id);
    const report = async (who: Person, reason = 'stolen') =>
      (await ask(gallery.reportWork, { id, reason, words: ' Mine! ' }, who)).body.data.taken;
    expect(await report(person)).toBe(false);
    const people = await Promise.all(
      Array.from({ length: galleryReportsMax }, () => platform.register()),
    );
    const [first, ...others] = people;
    for (let again = 0; again < 5; again += 1) expect(await report(first!, 'other')).toBe(true);
    expect(await seen()).toContain(id);
    await Promise.all(others.map((who) => report(who)));
    expect(await seen()).not.toContain(id);
    expect((await publish(id)).body.data.state).toBe('reported');
    const waiting = (await ask(gallery.listAwaiting, undefined, keeper)).body.data;
    const told = waiting.find(({ image_id }: { image_id: string }) => image_id === id);
    expect(told.reports).toHaveLength(galleryReportsMax);
    expect(told.reports[0]).toEqual({ reason: 'other', words: 'Mine!' });
    await ask(gallery.decideWork, { image_id: id, state: 'published' }, keeper);
    expect(await seen()).toContain(id);
    // What was said before counts no more.
    expect(await report(first!)).toBe(true);
    expect(await seen()).toContain(id);
  });
});

describe('public pages', () => {
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await platform.call('GET', path, { headers });
    return { ...answer, html: Buffer.isBuffer(answer.body) ? answer.body.toString() : '' };
  };
  const origin = () => new URL(platform.url).origin;
  const english = { 'Accept-Language': 'en-GB,en;q=0.8' };

  test('a published work has a page that needs no script, in the language of its visitor', async () => {
    const id = await makeWork({ prompt: 'a "vase" & <b>flowers</b> ### blur' });
    await publish(id, { title: '</script><b>vase', category_id: 6 });
    const { html, status, headers } = await visit(`/g/${id}`, english);
    expect(status).toBe(200);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<h1>&lt;/script&gt;&lt;b&gt;vase</h1>');
    expect(html).toContain('a &quot;vase&quot; &amp; &lt;b&gt;flowers&lt;/b&gt;');
    for (const said of ['blur', 'Elsewhere', '600 × 400', 'Products and design']) {
      expect(html).toContain(said);
    }
    expect(html).not.toContain('noindex');
    expect(html).toContain(`<meta property="og:url" content="${origin()}/g/${id}">`);
    expect(html).toContain(
      `<meta property="og:image" content="${origin()}/g/${id}/picture?width=1024">`,
    );
    expect(html).toContain(`<link rel="canonical" href="${origin()}/g/${id}">`);
    expect(html).toContain(`hreflang="zh-CN" href="${origin()}/g/${id}?lang=cn"`);
    // Of elements that could run something there is none, and what is data stays within its own.
    const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(html.split('<script').length - 1);
    expect(JSON.parse(scripts[0]?.[1] ?? '')).toMatchObject({
      '@type': 'ImageObject',
      name: '</script><b>vase',
      contentUrl: `${origin()}/g/${id}/picture`,
      width: 600,
    });
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((found) => found[1] ?? '');
    for (const style of styles) {
      expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    }
    // Room for the picture before it has come.
    expect(styles.join('')).toContain('aspect-ratio:600/400');
    expect((await visit(`/g/${id}`, { 'Accept-Language': 'zh-CN' })).html).toContain('提示词');
    const asked = (await visit(`/g/${id}?lang=cn`, english)).html;
    expect(asked).toContain('<html lang="zh-CN">');
    expect(asked).toContain(`<link rel="canonical" href="${origin()}/g/${id}?lang=cn">`);
    const shown = /<img src="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await visit(shown)).status).toBe(200);
  });

  test('what is taken back has no page any more, and nothing leads there', async () => {
    const id = await makeWork();
    await publish(id);
    expect((await visit('/g/', english)).html).toContain(`/g/${id}"`);
    expect((await visit('/sitemap/works-1.xml')).html).toContain(`/g/${id}<`);
    await ask(gallery.unpublishWorks, { image_ids: [id] });
    const gone = await visit(`/g/${id}`, { ...english, Accept: 'text/html' });
    expect(gone.status).toBe(404);
    expect(gone.html).toContain('There is nothing here');
    expect(gone.html).toContain('noindex');
    expect((await visit(`/g/${id}`)).body).toMatchObject({ code: 'not-found' });
    expect((await visit('/g/nothing')).status).toBe(404);
    expect((await visit('/g/')).html).not.toContain(id);
    expect((await visit('/sitemap/works-1.xml')).html).not.toContain(id);
  });

  test('the gallery can be read page by page, whatever is asked for', async () => {
    for (const title of ['first & last', 'second']) {
      const id = await makeWork();
      await publish(id, { title });
    }
    const { html } = await visit('/g/', english);
    expect(html).toContain('first &amp; last');
    expect(html).toContain(`<meta property="og:url" content="${origin()}/g/">`);
    for (const page of ['0', '-1', 'x', '1e9', '99999999999']) {
      expect((await visit(`/g/?page=${page}`, english)).status, page).toBe(200);
    }
  });

  test('search engines are told of all pages and of nothing private', async () => {
    const id = await makeWork();
    await publish(id);
    const robots = (await visit('/robots.txt')).html;
    expect(robots).toContain('Disallow: /api/');
    expect(robots).toContain(`Sitemap: ${origin()}/sitemap.xml`);
    const maps = (await visit('/sitemap.xml')).html;
    const files = [...maps.matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => found[1] ?? '');
    expect(files.map((each) => each.replace(origin(), ''))).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/works-1.xml',
    ]);
    const places = (await visit('/sitemap/pages.xml')).html;
    for (const path of ['/', '/about', '/terms', '/PayProtection']) {
      expect(places).toContain(`<loc>${origin()}${path}</loc>`);
    }
    const works = await visit('/sitemap/works-1.xml');
    expect(works.headers.get('Content-Type')).toContain('application/xml');
    expect(works.html).toContain(`<loc>${origin()}/g/${id}</loc>`);
    expect(works.html).not.toMatch(/files|@/);
    expect((await visit('/sitemap/works-0.xml')).status).toBe(404);
  });
});
