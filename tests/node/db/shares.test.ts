import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../../src/db/account/session.ts';
import { db } from '../../../src/db/database.ts';
import { keepShare } from '../../../src/db/keep-share.ts';
import { measureTables } from '../../../src/db/media/storage-use.ts';
import { getShares, listShares, putSharesBack, removeShares } from '../../../src/db/shares.ts';
import type { ShareId, UserKey } from '../../../src/domain/ids.ts';
import {
  sharedAtOnceMax,
  sharesWaitingMax,
  sharesWaitingMaxBytes,
} from '../../../src/domain/limits.ts';
import { guestOwner } from '../../../src/domain/community.ts';
import { freshDevice, owner, session } from '../../fixtures/device.ts';
import { solidPng } from '../../fixtures/png.ts';

const guest = guestOwner as UserKey;

beforeEach(freshDevice);

const png = (name = 'cat.png') => new File([solidPng(8, 6, [9, 8, 7])], name);

/** What waits, in short. */
async function waiting(of: UserKey = owner): Promise<string[]> {
  return (await listShares(of)).map(({ thing }) => {
    if (thing.kind === 'words') return `words ${thing.text}`;
    return thing.kind === 'picture'
      ? `${thing.mediaType} ${thing.name}`
      : `${thing.refusal} ${thing.name}`;
  });
}

test('what is shared is told apart by its bytes; what is no picture stays as a word about it', async () => {
  await keepShare({
    files: [
      png('unnamed'),
      new File(['%PDF-1.7'], 'bill.png', { type: 'application/pdf' }),
      new File(['II*\0 and so on'], 'scan.bin'),
      new File(['what a browser may know'], 'new.jxl', { type: 'image/jxl' }),
    ],
    text: '  fog over hills ',
    url: 'https://example.com/',
  });
  expect(await waiting()).toEqual([
    'image/png unnamed',
    'no-picture bill.png',
    'image/tiff scan.bin',
    'image/jxl new.jxl',
    'words fog over hills',
  ]);
  const { sources } = await measureTables();
  expect(sources.count).toBe(3);
});

test('a link alone is no prompt; beside a picture nobody misses it, and a title stands in for words', async () => {
  await keepShare({ files: [], text: 'https://example.com/cat', title: 'https://example.com' });
  expect(await waiting()).toEqual(['link-only https://example.com/cat']);
  // The next share takes the place of the word about the one before.
  await keepShare({ files: [new File([], '')], title: 'A cat', text: 'https://example.com/cat' });
  expect(await waiting()).toEqual(['words A cat']);
  await keepShare({ files: [png()], url: 'https://example.com/cat' });
  expect(await waiting()).toEqual(['words A cat', 'image/png cat.png']);
});

test('shares are bounded, and no later one pushes out what waits', async () => {
  const many = Array.from({ length: sharedAtOnceMax + 2 }, (_, index) => png(`${index}.png`));
  await keepShare({ files: many }, 5_000);
  const first = await waiting();
  expect(first).toHaveLength(sharedAtOnceMax + 1);
  expect(first.at(-1)).toBe(`too-many ${sharedAtOnceMax}.png`);
  for (let kept = sharedAtOnceMax; kept < sharesWaitingMax; kept += sharedAtOnceMax) {
    // The clock stands still, and is then set back.
    const nowMs = kept === sharedAtOnceMax ? 5_000 : 1_000;
    expect(await keepShare({ files: many.slice(0, sharedAtOnceMax) }, nowMs)).toBe(true);
  }
  expect(await keepShare({ files: [png('late.png')] })).toBe(false);
  const all = await waiting();
  expect(all).toHaveLength(sharesWaitingMax);
  expect(all.slice(0, sharedAtOnceMax)).toEqual(first.slice(0, sharedAtOnceMax));
});

test('pictures that wait take 200 MB at most; what is too much is said, and what is small still fits', async () => {
  const small = png('small.png');
  const large = new File([await small.bytes(), new Uint8Array(5_000)], 'large.png');
  const waits = (bytes: number) =>
    db.shares.put({
      id: 'before' as ShareId,
      owner,
      createdAtMs: 1,
      bytes,
      thing: { kind: 'picture', blob: new Blob(), mediaType: 'image/png', name: 'before' },
    });
  await waits(sharesWaitingMaxBytes - small.size);
  expect(await keepShare({ files: [large, small, small], text: 'fog' })).toBe(true);
  expect(await waiting()).toEqual([
    'image/png before',
    'no-room large.png',
    'image/png small.png',
    'no-room small.png',
    'words fog',
  ]);
  // Somebody else has room of their own.
  await endSession();
  await keepShare({ files: [large] });
  expect(await waiting(guest)).toEqual(['image/png large.png']);
});

test('a share is only for whoever was there; what came when nobody was goes along with who signs in', async () => {
  await keepShare({ files: [png('ada.png')] });
  const [adas] = await listShares(owner);
  const bea = { ...session, userKey: '2@kiln' as UserKey, account: 'bea' };
  await endSession();
  expect(await waiting(guest)).toEqual([]);
  await keepShare({ files: [png('nobody.png')] });
  await startSession(bea);
  expect(await waiting(bea.userKey)).toEqual(['image/png nobody.png']);
  expect(adas && (await getShares(bea.userKey, [adas.id]))).toEqual([]);
  expect(await waiting(owner)).toEqual(['image/png ada.png']);
});

test('thrown away it is gone, and can be brought back into its place', async () => {
  await keepShare({ files: [png('one.png'), png('two.png')] });
  const rows = await listShares(owner);
  await removeShares(rows.slice(0, 1).map(({ id }) => id));
  expect(await waiting()).toEqual(['image/png two.png']);
  await putSharesBack(rows);
  expect(await waiting()).toEqual(['image/png one.png', 'image/png two.png']);
  expect(await db.shares.count()).toBe(2);
});
