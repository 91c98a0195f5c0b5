import { randomBytes, randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { users } from '../../../server/accounts/tables.ts';
import { listLinks, revokeLinks, shareWork } from '../../../src/api/contract/links.ts';
import { addWork } from '../../../src/api/contract/own-works.ts';
import { putSettings } from '../../../src/api/contract/settings.ts';
import { upload } from '../../../src/api/contract/uploads.ts';
import { binWorks, deleteWorks, restoreWorks } from '../../../src/api/contract/works.ts';
import { linkTokenPattern } from '../../../src/domain/work-links.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const superUsers = new Set<string>();
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { superUsers });
});
beforeEach(async () => {
  person = await platform.register();
});
afterAll(() => platform?.stop());

const ask = (endpoint: { path: string }, body: object, who = person): Promise<Answer> =>
  platform.call('POST', endpoint.path, { person: who, body });
const visit = (path: string, headers = {}) => platform.call('GET', path, { headers });
const text = (answer: Answer) => (answer.body as Buffer).toString();

async function makeWork(bytes?: Buffer, changes: object = {}): Promise<string> {
  const noise = sharp(randomBytes(1_200 * 900 * 3), {
    raw: { width: 1_200, height: 900, channels: 3 },
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes ?? (await noise.jpeg().toBuffer()))]), 'a');
  const sent = await platform.call('POST', upload.path, { person, body: form });
  const image_id = randomUUID();
  await ask(addWork, {
    image_id,
    origin: 'imported',
    image: sent.body.url,
    jobtype: 'Text2Img',
    model: 'elsewhere',
    modelname: 'Elsewhere',
    params: {},
    prompt: 'a vase & <b>flowers</b> ### blur',
    seed: '7',
    width: 0,
    height: 0,
    create_time: '2020-02-29T12:00:00Z',
    ...changes,
  });
  return image_id;
}

const share = async (image_id: string, changes = {}) =>
  (await ask(shareWork, { image_id, ...changes })).body.data;

test('a work has one link, which nobody can guess, and a repeat changes what it says', async () => {
  const id = await makeWork();
  const first = await share(id, { title: '  A vase ' });
  expect(first).toMatchObject({ image_id: id, title: 'A vase', shows_prompt: false });
  expect(first.token).toMatch(linkTokenPattern);
  const answers = await Promise.all([share(id), share(id, { title: 'Vase' })]);
  expect(new Set(answers.map(({ token }) => token))).toEqual(new Set([first.token]));
  expect((await ask(listLinks, {})).body.data).toHaveLength(1);
  expect((await share(await makeWork())).token).not.toBe(first.token);
  expect(await share(randomUUID())).toBeNull();
  const other = await platform.register();
  expect((await ask(shareWork, { image_id: id }, other)).body.data).toBeNull();
  expect((await ask(listLinks, {}, other)).body.data).toEqual([]);
});

test('its page is in the visitor’s language, needs no script, and says to others what it shows', async () => {
  const { token } = await share(await makeWork(), { title: '"A" <vase>' });
  const english = await visit(`/s/${token}`, { 'Accept-Language': 'en-GB,en;q=0.8' });
  expect(english.status).toBe(200);
  const html = text(english);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('Make your own');
  expect(html).toContain('<h1>&quot;A&quot; &lt;vase&gt;</h1>');
  expect(html).toContain('<meta property="og:title" content="&quot;A&quot; &lt;vase&gt;">');
  const origin = new URL(platform.url).origin;
  expect(html).toContain(`<meta property="og:url" content="${origin}/s/${token}">`);
  expect(html).toContain(
    `<meta property="og:image" content="${origin}/s/${token}/picture?width=1024">`,
  );
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('flowers');
  expect(html).not.toContain('<script');
  const policy = english.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  const chinese = await visit(`/s/${token}`, { 'Accept-Language': 'zh-CN' });
  expect(text(chinese)).toContain('做一件你自己的');
});

test('the words that it was made from are shown only where its owner wants that', async () => {
  const id = await makeWork();
  const { token } = await share(id, { shows_prompt: true });
  const html = text(await visit(`/s/${token}`, { 'Accept-Language': 'en' }));
  expect(html).toContain('a vase &amp; &lt;b&gt;flowers&lt;/b&gt;');
  expect(html).not.toContain('blur');
  expect(html).toContain('/generate/Text2Img?prompt=a+vase');
  await share(id, { shows_prompt: false });
  expect(text(await visit(`/s/${token}`))).not.toContain('flowers');
});

test('its picture comes without a session for as long as the link lives, and nothing else does', async () => {
  const id = await makeWork();
  const { token } = await share(id);
  const picture = await visit(`/s/${token}/picture?width=1024`);
  expect(picture.headers.get('Content-Type')).toBe('image/webp');
  expect(await sharp(picture.body as Buffer).metadata()).toMatchObject({ width: 1024 });
  expect((await visit(`/s/${token}/picture?width=1025`)).status).toBe(400);
  expect((await visit(`/s/${token}/file`)).status).toBe(404);
  expect((await visit(`/s/${'A'.repeat(22)}`)).status).toBe(404);
  expect((await visit(`/s/${token}x/picture`)).status).toBe(404);
  expect(await ask(revokeLinks, { image_ids: [id] }, await platform.register())).toMatchObject({
    body: { data: { revoked: 0 } },
  });
  expect((await ask(revokeLinks, { image_ids: [id] })).body.data).toEqual({ revoked: 1 });
  expect((await ask(revokeLinks, { image_ids: [id] })).body.data).toEqual({ revoked: 0 });
  expect((await visit(`/s/${token}`)).body).toMatchObject({ code: 'not-found' });
  const reader = { 'Accept-Language': 'en', Accept: 'text/html' };
  const over = await visit(`/s/${token}`, reader);
  expect(over.status).toBe(410);
  expect(text(over)).toContain('taken back');
  expect((await visit(`/s/${token}/picture?width=1024`)).status).toBe(410);
  const again = await share(id);
  expect(again.token).not.toBe(token);
  expect((await visit(`/s/${token}`)).status).toBe(410);
});

test('a deleted work and a deleted account take their links with them', async () => {
  const [gone, left] = [await makeWork(), await makeWork()];
  const { token } = await share(gone);
  const rest = await share(left);
  await ask(deleteWorks, { image_ids: [gone] });
  expect((await visit(`/s/${token}`)).status).toBe(410);
  expect((await visit(`/s/${token}/picture`)).status).toBe(410);
  expect((await ask(listLinks, {})).body.data).toMatchObject([{ token: rest.token }]);
  await ask(deleteWorks, { image_ids: [left] });
  await platform.database.delete(users).where(eq(users.id, person.uid));
  expect((await visit(`/s/${rest.token}`)).status).toBe(404);
});

test('a link of a work in the bin leads nowhere until the work is put back', async () => {
  const id = await makeWork();
  const { token } = await share(id);
  await ask(binWorks, { image_ids: [id] });
  expect((await visit(`/s/${token}`)).status).toBe(410);
  expect((await visit(`/s/${token}/picture`)).status).toBe(410);
  await ask(restoreWorks, { image_ids: [id] });
  expect((await visit(`/s/${token}`)).status).toBe(200);
});

test('a film has a player whose parts can be asked for, and what its bytes are told to others', async () => {
  const film = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom'),
    randomBytes(99),
  ]);
  const id = await makeWork(film, { width: 640, height: 360 });
  const { token } = await share(id);
  const html = text(await visit(`/s/${token}`, { 'Accept-Language': 'en' }));
  expect(html).toContain(`<video src="/s/${token}/file"`);
  expect(html).toContain('<meta property="og:video:type" content="video/mp4">');
  const part = await visit(`/s/${token}/file`, { Range: 'bytes=4-11' });
  expect([part.status, text(part)]).toEqual([206, 'ftypisom']);
});

test('where a right click is to open no menu, none opens on the page’s picture', async () => {
  superUsers.add(String(person.uid));
  const { token } = await share(await makeWork());
  expect(text(await visit(`/s/${token}`))).not.toContain('class="held"');
  await platform.call('PUT', putSettings.path, {
    person,
    body: { version: 0, settings: { blocks_right_click: true } },
  });
  expect(text(await visit(`/s/${token}`))).toContain('<main class="held">');
});
