import type * as z from 'zod/mini';

import type { albumsChanges } from '../../src/api/contract/album-changes.ts';
import type * as contract from '../../src/api/contract/albums.ts';
import type { AnswerOf } from '../../src/api/contract/endpoint.ts';
import { albumsMax, membershipsMax } from '../../src/domain/limits.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { Problem } from '../http/problem.ts';
import {
  albumsSince,
  countAlbums,
  countMembers,
  membersSince,
  readAlbums,
  readHead,
  readMembers,
  takeNumbers,
  writeAlbum,
  writeMembers,
} from './store.ts';
import type { AlbumRow, Head, MemberRow } from './store.ts';

type Change = z.output<typeof contract.changeAlbums.body>['albums'][number];

const tooMany = (what: string) =>
  new Problem(413, 'quota-exceeded', `There are too many ${what}: delete some first`);

const cursorAt = ({ epoch, seq }: Pick<Head, 'epoch' | 'seq'>): string => `${epoch}.${seq}`;

/** Where a person's albums stand; null before the first one. Devices ask for changes when it is another one. */
export async function albumsCursor(
  database: Database | Transaction,
  userId: number,
): Promise<string | null> {
  const head = await readHead(database, userId);
  return head ? cursorAt(head) : null;
}

const describeAlbum = (row: AlbumRow) => ({
  album_id: row.id,
  name: row.name,
  cover: row.cover,
  rule: row.rule,
  place: row.place,
  deleted: row.deleted,
});

const describeMember = (row: MemberRow) => ({
  collection: row.collection,
  image_id: row.workId,
  at: row.at,
  present: row.present,
});

const blankAlbum = (userId: number, id: string): AlbumRow => ({
  userId,
  id,
  name: '',
  namedAt: null,
  cover: null,
  coveredAt: null,
  rule: null,
  ruledAt: null,
  place: 0,
  placedAt: null,
  deleted: false,
  deletedAt: null,
  changeSeq: 0,
});

/** A field's new value with its time; nothing where none is given, or a later tap has decided it. */
function decided<Name extends keyof AlbumRow>(
  row: AlbumRow,
  [name, time]: [Name, 'namedAt' | 'coveredAt' | 'ruledAt' | 'placedAt' | 'deletedAt'],
  value: AlbumRow[Name] | undefined,
  tappedAt: Date,
): Partial<AlbumRow> {
  const before = row[time];
  if (value === undefined || (before !== null && before > tappedAt)) return {};
  return { [name]: value, [time]: tappedAt };
}

function changed(row: AlbumRow, change: Change, tappedAt: Date): AlbumRow {
  return {
    ...row,
    ...decided(row, ['name', 'namedAt'], change.name, tappedAt),
    ...decided(row, ['cover', 'coveredAt'], change.cover, tappedAt),
    ...decided(row, ['rule', 'ruledAt'], change.rule, tappedAt),
    ...decided(row, ['place', 'placedAt'], change.place, tappedAt),
    ...decided(row, ['deleted', 'deletedAt'], change.deleted, tappedAt),
  };
}

/** Makes albums or changes them, field by field: of each the latest tap wins (docs/adr/0012). */
export function changeAlbums(
  database: Database,
  userId: number,
  { albums, age_ms: ageMs }: z.output<typeof contract.changeAlbums.body>,
): Promise<AnswerOf<typeof contract.changeAlbums>['data']> {
  return database.transaction(async (transaction) => {
    const ids = [...new Set(albums.map((album) => album.album_id))];
    const { first, nowMs } = await takeNumbers(transaction, userId, ids.length);
    const tappedAt = new Date(nowMs - ageMs);
    const rows = new Map(
      (await readAlbums(transaction, userId, ids)).map((row) => [row.id, row] as const),
    );
    const isNew = ids.some((id) => !rows.has(id));
    for (const change of albums) {
      const id = change.album_id;
      rows.set(id, changed(rows.get(id) ?? blankAlbum(userId, id), change, tappedAt));
    }
    for (const [at, id] of ids.entries()) {
      const row = rows.get(id);
      if (row) await writeAlbum(transaction, { ...row, changeSeq: first + at });
    }
    if (isNew && (await countAlbums(transaction, userId)) > albumsMax) throw tooMany('albums');
    return { albums: [...rows.values()].map(describeAlbum) };
  });
}

/** Puts works into a collection or takes them out: of each the latest tap wins. */
export function collectWorks(
  database: Database,
  userId: number,
  { collection, works, present, age_ms: ageMs }: z.output<typeof contract.collectWorks.body>,
): Promise<AnswerOf<typeof contract.collectWorks>['data']> {
  return database.transaction(async (transaction) => {
    const placeOf = new Map(works.map(({ image_id: id, at }) => [id, at]));
    const { first, nowMs } = await takeNumbers(transaction, userId, placeOf.size);
    const tappedAt = new Date(nowMs - ageMs);
    await writeMembers(
      transaction,
      [...placeOf].map(([workId, at], index) => ({
        userId,
        collection,
        workId,
        at,
        present,
        tappedAt,
        changeSeq: first + index,
      })),
    );
    if (present && (await countMembers(transaction, userId)) > membershipsMax) {
      throw tooMany('works in albums');
    }
    const rows = await readMembers(transaction, userId, collection, [...placeOf.keys()]);
    return { members: rows.map(describeMember) };
  });
}

/** The number of a cursor; 0, the beginning, for one that is none of this database's. */
function readCursor(text: string | null, head: Head): number {
  const [, epoch, seq] = /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return epoch === head.epoch && Number(seq) <= head.seq ? Number(seq) : 0;
}

/** What has changed since a cursor, the oldest change first; everything where there is none. */
export function albumChangesSince(
  database: Database,
  userId: number,
  { cursor, limit }: z.output<typeof albumsChanges.body>,
): Promise<AnswerOf<typeof albumsChanges>['data']> {
  // One reading of one moment: the head's number and the rows must belong together.
  return database.transaction(
    async (transaction) => {
      const head = await readHead(transaction, userId);
      if (!head) return { albums: [], members: [], cursor: '', more: false };
      const from = readCursor(cursor, head);
      const albums = await albumsSince(transaction, userId, from, limit + 1);
      const members = await membersSince(transaction, userId, from, limit + 1);
      const order = [...albums, ...members]
        .map(({ changeSeq }) => changeSeq)
        .toSorted((left, right) => left - right);
      const more = order.length > limit;
      // Numbers without a row of their own were taken over by a later change.
      const reached = more ? (order[limit - 1] ?? from) : head.seq;
      const isReached = ({ changeSeq }: { changeSeq: number }) => changeSeq <= reached;
      return {
        albums: albums.filter(isReached).map(describeAlbum),
        members: members.filter(isReached).map(describeMember),
        cursor: cursorAt({ epoch: head.epoch, seq: reached }),
        more,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
