import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { changeAlbums, collectWorks } from '../../../src/api/contract/albums.ts';
import { albumsChanges } from '../../../src/api/contract/album-changes.ts';
import { worksChanges } from '../../../src/api/contract/sync.ts';
import type { OkOf } from '../../../src/api/contract/endpoint.ts';
import { albumsPerCallMax } from '../../../src/domain/limits.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

const change = (person: Person, album: object, ageMs = 0): Promise<Answer> =>
  platform.call('POST', changeAlbums.path, { person, body: { albums: [album], age_ms: ageMs } });

const collect = (
  person: Person,
  collection: string,
  ids: string[],
  present = true,
  ageMs = 0,
): Promise<Answer> =>
  platform.call('POST', collectWorks.path, {
    person,
    body: {
      collection,
      works: ids.map((image_id, at) => ({ image_id, at })),
      present,
      age_ms: ageMs,
    },
  });

async function changes(
  person: Person,
  cursor: string | null = null,
  limit = 1_000,
): Promise<OkOf<typeof albumsChanges>['data']> {
  const answer = await platform.call('POST', albumsChanges.path, {
    person,
    body: { cursor, limit },
  });
  expect(answer.status).toBe(200);
  return albumsChanges.ok.schema.parse(answer.body).data;
}

/** Everything there is, page by page, as a device reads it. */
async function everything(person: Person, limit: number) {
  const albums = new Map<string, unknown>();
  const members = new Map<string, boolean>();
  let cursor: string | null = null;
  let pages = 0;
  for (;;) {
    const page = await changes(person, cursor, limit);
    pages += 1;
    for (const album of page.albums) albums.set(album.album_id, album.name);
    for (const member of page.members) {
      members.set(`${member.collection} ${member.image_id}`, member.present);
    }
    ({ cursor } = page);
    if (!page.more) return { albums, members, pages, cursor };
  }
}

test('of an album each field has a time of its own: two devices change two fields and both stay', async () => {
  const person = await platform.register();
  const album_id = randomUUID();
  const cover = randomUUID();
  await change(person, { album_id, name: 'Sea', place: 1 }, 60_000);
  await change(person, { album_id, name: 'Ocean' }, 1_000);
  // Made before, and arrives after: the name is decided, the cover is not.
  const late = await change(person, { album_id, name: 'Lake', cover }, 30_000);
  expect(late.body.data.albums).toEqual([
    { album_id, name: 'Ocean', cover, rule: null, place: 1, deleted: false },
  ]);
});

test('a work that is put in here and taken out there is where the later tap says, whichever arrives first', async () => {
  const person = await platform.register();
  const album = randomUUID();
  const [kept, gone] = [randomUUID(), randomUUID()];
  await collect(person, album, [kept, gone]);
  await collect(person, album, [kept], false, 60_000);
  const answer = await collect(person, album, [gone], false);
  expect(answer.body.data.members).toMatchObject([{ image_id: gone, present: false }]);
  const { members } = await everything(person, 1_000);
  expect(members).toEqual(
    new Map([
      [`${album} ${kept}`, true],
      [`${album} ${gone}`, false],
    ]),
  );
});

test('a device reads everything in pages and then only what is new', async () => {
  const person = await platform.register();
  expect(await changes(person)).toEqual({ albums: [], members: [], cursor: '', more: false });
  const album_id = randomUUID();
  const ids = Array.from({ length: 25 }, () => randomUUID());
  await change(person, { album_id, name: 'Sea' });
  await collect(person, album_id, ids);
  await collect(person, '#雨', ids.slice(0, 3));
  const all = await everything(person, 10);
  expect(all.albums.size).toBe(1);
  expect(all.members.size).toBe(28);
  expect(all.pages).toBe(3);
  expect(await changes(person, all.cursor)).toMatchObject({ albums: [], members: [] });
  await collect(person, '#雨', ids.slice(0, 1), false);
  const next = await changes(person, all.cursor);
  expect(next.members).toEqual([{ collection: '#雨', image_id: ids[0], at: 0, present: false }]);
  // A cursor of another database begins anew.
  const strange = await changes(person, `${randomUUID()}.5`);
  expect(strange.members).toHaveLength(28);
});

test('the changes of works say where the albums stand, so that nobody has to ask', async () => {
  const person = await platform.register();
  const standing = async () => {
    const { body } = await platform.call('POST', worksChanges.path, { person, body: {} });
    return worksChanges.ok.schema.parse(body).data.albums;
  };
  expect(await standing()).toBeNull();
  await change(person, { album_id: randomUUID(), name: 'Sea' });
  expect(await standing()).toBe((await changes(person)).cursor);
});

test('a deleted work leaves every album', async () => {
  const person = await platform.register(1_000);
  const { body } = await platform.generate(person, 'a vase', { n: 2 });
  const { generations } = (await platform.ended(person, body.id)).body;
  const [first = '', second = ''] = (generations as { id: string }[]).map(({ id }) => id);
  const album = randomUUID();
  await collect(person, album, [first, second]);
  await platform.call('POST', '/api/v2/works_delete', { person, body: { image_ids: [first] } });
  expect((await everything(person, 100)).members).toEqual(new Map([[`${album} ${second}`, true]]));
});

test("somebody else's albums are neither told nor changed, even under the same id", async () => {
  const [ada, bea] = [await platform.register(), await platform.register()];
  const album_id = randomUUID();
  const work = randomUUID();
  await change(ada, { album_id, name: 'Sea' });
  await collect(ada, album_id, [work]);
  expect((await everything(bea, 100)).albums.size).toBe(0);
  await change(bea, { album_id, name: 'Mine now', deleted: true });
  await collect(bea, album_id, [work], false);
  expect(await everything(ada, 100)).toMatchObject({
    albums: new Map([[album_id, 'Sea']]),
    members: new Map([[`${album_id} ${work}`, true]]),
  });
});

const album_id = randomUUID();
const rule = {
  words: '',
  marked: 'all',
  tool: null,
  model: null,
  kind: null,
  month: null,
  origin: null,
  tag: null,
};

test.each([
  ['no album', changeAlbums.path, { albums: [] }],
  [
    'too many',
    changeAlbums.path,
    { albums: Array.from({ length: albumsPerCallMax + 1 }, () => ({ album_id })) },
  ],
  ['no id', changeAlbums.path, { albums: [{ name: 'Sea' }] }],
  ['a long name', changeAlbums.path, { albums: [{ album_id, name: 'x'.repeat(500) }] }],
  ['a place beyond', changeAlbums.path, { albums: [{ album_id, place: 1e300 }] }],
  ['half a rule', changeAlbums.path, { albums: [{ album_id, rule: { words: 'x' } }] }],
  ['no month', changeAlbums.path, { albums: [{ album_id, rule: { ...rule, month: '2026-13' } }] }],
  ['no tool', changeAlbums.path, { albums: [{ album_id, rule: { ...rule, tool: 'Spoon' } }] }],
  ['no collection', collectWorks.path, { collection: 'sea', works: [], present: true }],
  [
    'an empty tag',
    collectWorks.path,
    { collection: '#', works: [{ image_id: album_id, at: 0 }], present: true },
  ],
  [
    'no time',
    collectWorks.path,
    { collection: album_id, works: [{ image_id: album_id, at: -1 }], present: true },
  ],
  ['a limit beyond', albumsChanges.path, { limit: 1e9 }],
])('%s is refused in words', async (_what, path, body) => {
  const person = await platform.register();
  const answer = await platform.call('POST', path, { person, body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'invalid-input' });
});

test('nobody signed in has no albums', async () => {
  const answer = await platform.call('POST', albumsChanges.path, { body: {} });
  expect(answer.status).toBe(403);
});
