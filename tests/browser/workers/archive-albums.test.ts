import { beforeEach, expect, test } from 'vitest';
import { changeAlbum, createAlbum, listAlbums } from '../../../src/db/albums/albums.ts';
import { collectWorks, listMembers } from '../../../src/db/albums/memberships.ts';
import type { AlbumRow } from '../../../src/db/schema.ts';
import { workMediaId } from '../../../src/db/works/purge.ts';
import { saveWorks } from '../../../src/db/works/works.ts';
import { noFilter } from '../../../src/domain/history-filter.ts';
import type { WorkId } from '../../../src/domain/ids.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import { discardExport, startExport } from '../../../workers/archive-export/client.ts';
import { startImport } from '../../../workers/archive-import/client.ts';
import { drawSolid } from '../../../src/features/archive/draw-solid.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { solidPng } from '../../fixtures/png.ts';
import { workId, workRow } from '../../fixtures/works.ts';

beforeEach(async () => {
  await freshDevice();
  await discardExport(owner);
});

async function putPicture(number: number): Promise<void> {
  const blob = new Blob([solidPng(16 + number, 16, [200, 120, 10 * number])], {
    type: 'image/png',
  });
  const work = workRow(number, { sha256: await sha256Hex(blob), bytes: blob.size });
  const { width, height, mediaType, bytes, sha256, createdAtMs } = work;
  const media = { id: workMediaId(work.id), blob, mediaType, bytes, sha256, width, height };
  await saveWorks([
    { work, media: { ...media, name: '', role: 'original', createdAtMs }, thumbnail: null },
  ]);
}

async function exported(scope: Parameters<typeof startExport>[0]['scope']): Promise<File> {
  const order = {
    owner,
    scope,
    fetchesMissing: false,
    ofBytes: 0,
    fileName: 'kiln.zip',
    createdAtMs: 1e12,
  };
  const outcome = await startExport(order, null, () => undefined);
  if (!outcome.ok || !outcome.file) throw new Error('no archive');
  // The device is emptied before it is read.
  return new File([await outcome.file.arrayBuffer()], 'kiln.zip');
}

async function imported(file: File) {
  const session = startImport(drawSolid);
  try {
    await session.inspect([file]);
    return await session.run({ owner, tell: false }, () => undefined);
  } finally {
    session.stop();
  }
}

const told = (albums: readonly AlbumRow[]) =>
  albums.map(({ id, name, rule, coverId }) => ({ id, name, rule, coverId }));

test('albums, smart ones and tags leave with their works and come back on an empty device, twice', async () => {
  for (const number of [1, 2, 3]) await putPicture(number);
  const far = await createAlbum(owner, { name: '远方', rule: null });
  await changeAlbum(owner, far, { coverId: workId(2) });
  const rule = { ...noFilter, words: 'picture', marked: 'all' as const };
  const { album: _album, ...criteria } = rule;
  await createAlbum(owner, { name: 'by a rule', rule: criteria });
  await collectWorks(owner, far, [workId(1), workId(2)], true);
  await collectWorks(owner, '#snow', [workId(3)], true);
  const before = told(await listAlbums(owner));
  const archive = await exported({ filter: noFilter });

  await freshDevice();
  for (const added of [2, 0]) {
    expect(await imported(archive)).toMatchObject({ albums: { added, tooMany: 0 } });
    expect(told(await listAlbums(owner))).toEqual(before);
    expect(await listMembers(owner, far)).toEqual([workId(1), workId(2)]);
    expect(await listMembers(owner, '#snow')).toEqual([workId(3)]);
  }
});

test('of some works only those albums leave that they are in', async () => {
  for (const number of [1, 2]) await putPicture(number);
  const far = await createAlbum(owner, { name: '远方', rule: null });
  const near = await createAlbum(owner, { name: '近处', rule: null });
  await collectWorks(owner, far, [workId(1)], true);
  await collectWorks(owner, near, [workId(2)], true);
  const ids: WorkId[] = [workId(2)];
  const archive = await exported({ ids });
  await freshDevice();
  await imported(archive);
  expect((await listAlbums(owner)).map(({ name }) => name)).toEqual(['近处']);
  expect(await archive.text()).not.toContain('远方');
});
