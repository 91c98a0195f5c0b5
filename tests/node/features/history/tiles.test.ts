import { expect, test } from 'vitest';
import type { WorkEntry } from '../../../../src/domain/work-entry.ts';
import type { GroupId, IntentId, WorkId } from '../../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { readHistorySearch } from '../../../../src/features/history/history-search.ts';
import { wallTiles } from '../../../../src/features/history/tiles.ts';
import { boxRatio, columnsFor } from '../../../../src/ui/wall/boxes.ts';

const entry = (id: string, intentId: string | null = null): WorkEntry => ({
  id: id as WorkId,
  createdAtMs: 1,
  width: 768,
  height: 512,
  intentId: intentId as IntentId | null,
  groupId: null,
});

function request(id: string, outputs = 1): GenerateIntent {
  const intent: Pick<GenerateIntent, 'id' | 'payload' | 'progress'> = {
    id: id as IntentId,
    progress: null,
    payload: {
      jobType: 'Text2Img',
      model: 'painter',
      place: 'platform',
      modelLabel: { cn: '画师', en: 'Painter' },
      input: { prompt: 'x', n: outputs },
      sources: [],
      cost: 1,
      width: 512,
      height: 1024,
    },
  };
  return intent as GenerateIntent;
}

test('the wall has as many columns as the specification says', () => {
  expect([320, 480, 481, 768, 769, 1280, 1281, 1440, 1441].map(columnsFor)).toEqual([
    2, 2, 3, 3, 4, 4, 5, 5, 6,
  ]);
});

test('a tile keeps the shape of its picture, except for banners and towers', () => {
  expect(boxRatio(768, 512)).toBe(1.5);
  expect(boxRatio(4000, 100)).toBe(2.4);
  expect(boxRatio(100, 4000)).toBe(0.45);
  expect(boxRatio(null, null)).toBe(1);
});

test('what is being made stands before the works, one tile for each output', () => {
  const tiles = wallTiles([request('r', 2)], [entry('a')]);
  expect(tiles.map((tile) => tile.key)).toEqual(['r:0', 'r:1', 'a']);
});

test('a finished output takes the key of the tile that waited for it', () => {
  const before = wallTiles([request('r')], []);
  const after = wallTiles([], [entry('a', 'r')]);
  expect(after[0]?.key).toBe(before[0]?.key);
  const half = wallTiles([request('r', 2)], [entry('a', 'r')]);
  expect(half.map((tile) => [tile.kind, tile.key])).toEqual([
    ['request', 'r:1'],
    ['work', 'r:0'],
  ]);
});

test('a thousand requests do not push the works out of sight', () => {
  const tiles = wallTiles(
    Array.from({ length: 1_000 }, (_, n) => request(`r${n}`)),
    [entry('a')],
  );
  expect(tiles.map((tile) => tile.kind).filter((kind) => kind === 'request')).toHaveLength(8);
  expect(tiles.at(-2)).toMatchObject({ kind: 'more', count: 992 });
  expect(tiles.at(-1)?.kind).toBe('work');
});

test('a search of the wrong form is as if it were absent', () => {
  expect(
    readHistorySearch({ tool: 'Upscaling', work: 'c_00000000-0000-7000-8000-000000000001' }),
  ).toEqual({
    tool: 'Upscaling',
    work: 'c_00000000-0000-7000-8000-000000000001',
  });
  expect(readHistorySearch({ tool: 'Nothing', work: '../x' })).toEqual({});
});

test('a comparison is one tile where the first of it stands, and single works for whoever selects', () => {
  const id = 'g' as GroupId;
  const part = (name: string) => ({ ...entry(name), groupId: id });
  const waiting = { ...request('r'), group: { id, cell: 2 } };
  const entries = [entry('a'), part('b'), part('c'), entry('d')];
  const kinds = (tiles: ReturnType<typeof wallTiles>) => tiles.map((tile) => [tile.kind, tile.key]);
  expect(kinds(wallTiles([], entries))).toEqual([
    ['work', 'a'],
    ['group', 'g'],
    ['work', 'd'],
  ]);
  // Under way it stands with what is being made, and shows the newest of it.
  const [first, ...others] = wallTiles([waiting], entries);
  expect(first).toMatchObject({ kind: 'group', id: 'g', entry: { id: 'b' } });
  expect(kinds(others)).toEqual([
    ['work', 'a'],
    ['work', 'd'],
  ]);
  expect(kinds(wallTiles([waiting], entries, false))).toEqual([
    ['request', 'r:0'],
    ...['a', 'b', 'c', 'd'].map((name) => ['work', name]),
  ]);
});

test('works of one job become one tile where that is asked for, in the place of the first', () => {
  const entries = [entry('a', 'r'), entry('b', 'r'), entry('c'), entry('d', 's'), entry('e', 't')];
  const tiles = wallTiles([], entries, true, 'group');
  expect(tiles.map((tile) => [tile.kind, tile.key])).toEqual([
    ['job', 'r:0'],
    ['work', 'c'],
    ['work', 's:0'],
    ['work', 't:0'],
  ]);
  expect(tiles[0]?.kind === 'job' && tiles[0].entries.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(wallTiles([], entries, true, 'grid').map(({ ratio }) => ratio)).toEqual([1, 1, 1, 1, 1]);
});
