import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { adoptPerson } from '../../../src/db/account/adopt-person.ts';
import { removePerson } from '../../../src/db/account/remove-person.ts';
import { createAlbum } from '../../../src/db/albums/albums.ts';
import { adoptAlbumChanges } from '../../../src/db/albums/sync.ts';
import { adoptLinks } from '../../../src/db/works/links.ts';
import { adoptPublications } from '../../../src/db/works/publications.ts';
import { adoptChanges } from '../../../src/db/works/sync.ts';
import { collectWorks } from '../../../src/db/albums/memberships.ts';
import { startSession } from '../../../src/db/account/session.ts';
import { putOwnCache, putUploadAddress, rememberModelNames } from '../../../src/db/keep-answers.ts';
import { db } from '../../../src/db/database.ts';
import { keepDrawingStep } from '../../../src/db/drawings.ts';
import { saveDraft } from '../../../src/db/drafts.ts';
import { getMedia } from '../../../src/db/media/media.ts';
import { setOwnSetting } from '../../../src/db/settings.ts';
import type { WorkRow } from '../../../src/db/schema.ts';
import { blankSheet } from '../../../src/domain/drawing.ts';
import type {
  AlbumId,
  GroupId,
  MediaId,
  ShareId,
  UserKey,
  WorkId,
} from '../../../src/domain/ids.ts';
import { freshDevice, request, session, source } from '../../fixtures/device.ts';
import { putWorks, workRow } from '../../fixtures/works.ts';

const ada = '1@kiln' as UserKey;
const bea = '2@kiln' as UserKey;

beforeEach(freshDevice);

/** Something of a person in every table that can hold it. */
async function leaveTraces(owner: UserKey, shade: number): Promise<{ mediaId: MediaId }> {
  const word = `word of ${owner}`;
  await db.groups.put({
    id: word as GroupId,
    owner,
    createdAtMs: 0,
    jobType: 'Text2Img',
    axes: [],
    prompt: word,
    seed: null,
    cells: [0],
    width: 1,
    height: 1,
  });
  const mediaId = await source(shade);
  const kept = await source(shade + 1);
  const used = { field: 'image', mediaId };
  await request(word, { owner, sources: [used] });
  await saveDraft({
    owner,
    type: 'Upscaling',
    model: null,
    input: { prompt: word },
    sources: [used],
  });
  await db.shares.put({
    id: word as ShareId,
    owner,
    createdAtMs: 0,
    bytes: 0,
    thing: { kind: 'words', text: word },
  });
  await keepDrawingStep(
    {
      owner,
      place: 'Scribbling/image',
      kind: 'picture',
      pictureId: null,
      earlierId: null,
      sheet: blankSheet,
    },
    0,
    { kind: 'clear' },
  );
  const id = `work-${owner}` as WorkId;
  const work: WorkRow = { ...workRow(shade), id, owner, prompt: word, keptSources: [kept] };
  await putWorks(work);
  await db.bin.put({ ...work, id: `bin-${owner}` as WorkId, binnedAtMs: 0 });
  await db.downloads.put({
    id: id as string as MediaId,
    url: `/files/${word}`,
    etag: null,
    receivedBytes: 1,
    totalBytes: 2,
    updatedAtMs: 0,
  });
  await db.parts.put({
    mediaId: id as string as MediaId,
    offset: 0,
    bytes: 1,
    blob: new Blob([word]),
  });
  const albumId = await createAlbum(owner, { name: word, rule: null });
  await collectWorks(owner, albumId, [id], true);
  await collectWorks(owner, `#${word}`, [id], true);
  await db.albumSyncs.put({ owner, cursor: word });
  await db.syncs.put({ owner, cursor: word, before: null, syncedAtMs: 0 });
  await db.quarantine.add({ owner, table: 'works', key: word, row: { prompt: word }, atMs: 0 });
  await setOwnSetting(owner, 'hordeKey', word);
  await putOwnCache(owner, 'ledger', { entries: [], total: 1 });
  await putUploadAddress(owner, 'hash', word, 0);
  return { mediaId };
}

/** Keys of all rows, by table. */
async function allKeys(): Promise<Record<string, unknown[]>> {
  const keys: Record<string, unknown[]> = {};
  for (const table of db.tables) keys[table.name] = await table.toCollection().primaryKeys();
  return keys;
}

test('everything of one person goes, from every table there is, and nothing of anybody else', async () => {
  await startSession({ ...session, userKey: ada });
  await startSession({ ...session, userKey: bea });
  await leaveTraces(bea, 40);
  const before = await allKeys();
  await leaveTraces(ada, 10);
  const planted = await allKeys();
  // A new table has to be thought of here.
  for (const [name, keys] of Object.entries(planted)) {
    expect(keys.length, name).toBeGreaterThan(before[name]?.length ?? 0);
  }
  await removePerson(ada);
  expect(await allKeys()).toEqual(before);
});

test('what a person asked writes nothing any more when it is answered after they left', async () => {
  const gone = 'gone@kiln' as UserKey;
  const before = await allKeys();
  const page = { cursor: '1', before: null, isFirst: false, gone: [], askedAtMs: 0 };
  const work = { ...workRow(10), owner: gone, binnedAtMs: null };
  await adoptChanges(gone, { ...page, works: [work] });
  const album = { name: 'Sails', coverId: null, rule: null, place: 0, isDeleted: false };
  await adoptAlbumChanges(gone, {
    albums: [{ id: 'sails' as AlbumId, ...album }],
    members: [{ collection: '#sea', workId: work.id, isIn: true, place: 0 }],
    cursor: '1',
  });
  await putOwnCache(gone, 'storedBytes', { works: 1, uploads: 0, limit: 2 });
  await rememberModelNames(gone, [{ model: 'm', label_cn: '画师', label_en: 'Painter' }], false);
  await adoptLinks(gone, []);
  await adoptPublications(gone, []);
  await putUploadAddress(gone, 'hash', '/files/x', 0);
  expect(await allKeys()).toEqual(before);

  // One that waits is still here.
  await startSession({ ...session, userKey: gone });
  await startSession(session);
  await putOwnCache(gone, 'storedBytes', { works: 1, uploads: 0, limit: 2 });
  expect((await allKeys())['caches']).toContain(`own:${gone}:storedBytes`);
});

test('a file that somebody else has in their form, too, stays for them', async () => {
  const { mediaId } = await leaveTraces(ada, 10);
  await saveDraft({
    owner: bea,
    type: 'Upscaling',
    model: null,
    input: {},
    sources: [{ field: 'image', mediaId }],
  });
  await removePerson(ada);
  expect(await getMedia(mediaId)).toBeDefined();
  await removePerson(bea);
  expect(await getMedia(mediaId)).toBeUndefined();
});

/** Every row of every table, and the keys under which they stand. */
async function dump(): Promise<string> {
  const all: unknown[] = [];
  for (const table of db.tables) {
    all.push(await table.toCollection().primaryKeys());
    all.push((await table.toArray()).map((row: Record<string, unknown>) => row['owner']));
  }
  return JSON.stringify(all);
}

test('everything of one account becomes another’s, and what that one has of its own stays as it is', async () => {
  await startSession({ ...session, userKey: ada });
  await startSession({ ...session, userKey: bea });
  await leaveTraces(bea, 40);
  await leaveTraces(ada, 10);
  const before = await allKeys();
  await adoptPerson(ada, bea);
  const said = await dump();
  expect(said).not.toContain('own:1@kiln');
  expect(said).not.toContain('upload:1@kiln');
  expect(said).not.toContain('"1@kiln"');
  const after = await allKeys();
  const fewer = Object.entries(before)
    .filter(([name, keys]) => (after[name]?.length ?? 0) < keys.length)
    .map(([name]) => name);
  // Forms and drawings of one tool, settings, and what is read anew from the platform.
  expect(fewer.toSorted()).toEqual([
    'albumSyncs',
    'caches',
    'drawingSteps',
    'drawings',
    'personalDrafts',
    'settings',
    'syncs',
  ]);
  expect((await db.personalDrafts.get([bea, 'Upscaling']))?.input).toEqual({
    prompt: 'word of 2@kiln',
  });
  // Again, on a device where nothing of it is left.
  await adoptPerson(ada, bea);
  expect(await allKeys()).toEqual(after);
});
