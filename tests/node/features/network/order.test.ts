import { expect, test } from 'vitest';

import {
  compactKudos,
  leaderboard,
  sortModels,
  sortWorkers,
  validSort,
  withSums,
} from '../../../../src/features/network/order.ts';
import {
  readModels,
  readNews,
  readTeams,
  readUser,
  readUsers,
  readWorkers,
} from '../../../../src/horde/network.ts';

const workers = readWorkers([
  {
    id: 'a',
    name: 'Ada',
    type: 'image',
    performance: '22.2 megapixelsteps per second',
    uptime: 5,
    team: { id: 't' },
  },
  {
    id: 'b',
    name: 'Bo',
    type: 'image',
    performance: 'No requests fulfilled yet',
    info: 'new',
    team: { id: 't' },
    megapixelsteps_generated: 7,
  },
  { id: 'c', name: 'Cy', type: 'text' },
  { id: 'd', name: 'Di', type: 'image', performance: '3 megapixelsteps per second', uptime: null },
  'no worker',
  { name: 'without an id', type: 'image' },
]);

test('only workers that make pictures are kept, and a strange entry is passed over', () => {
  expect(workers.map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Di']);
  expect(workers.map(({ speed }) => speed)).toEqual([22.2, 0, 3]);
  expect(readWorkers('nothing')).toEqual([]);
});

test('workers are sorted by the first number of their performance, both ways', () => {
  const names = (direction: 'ascending' | 'descending') =>
    sortWorkers(workers, 'speed', direction).map(({ name }) => name);
  expect(names('descending')).toEqual(['Ada', 'Di', 'Bo']);
  expect(names('ascending')).toEqual(['Bo', 'Di', 'Ada']);
  expect(sortWorkers(workers, 'info', 'ascending').map(({ name }) => name)[0]).toBe('Bo');
  expect(sortWorkers(workers, 'default', 'ascending').map(({ name }) => name)).toEqual([
    'Di',
    'Bo',
    'Ada',
  ]);
});

test('a sort key that the tab does not have becomes Info', () => {
  expect(validSort('models', 'uptime')).toBe('info');
  expect(validSort('workers', 'clear')).toBe('info');
  expect(validSort('teams', 'workers')).toBe('workers');
  expect(validSort('users', 'name')).toBe('kudos');
});

test('a team has the speed of its workers together', () => {
  const [team] = withSums(
    readTeams([{ id: 't', name: 'Team', models: [{ name: 'x' }, { name: 'y' }] }]),
    workers,
  );
  expect(team).toMatchObject({ speed: 22.2, megapixelsteps_generated: 7, model_count: 2 });
});

test('a model for which work waits and nobody is there has no clear time, and stands last', () => {
  const models = readModels([
    { name: 'stuck', count: 0, jobs: 2, queued: 4e6, eta: 10_000, type: 'image' },
    { name: 'quick', count: 3, jobs: 1, queued: 1e6, eta: 4, type: 'image' },
    { name: 'slow', count: 1, jobs: 9, queued: 9e6, eta: 90 },
    { name: 'words', count: 1, type: 'text' },
  ]);
  expect(models.map(({ queued }) => queued)).toEqual([4, 1, 9]);
  for (const [direction, order] of [
    ['ascending', ['quick', 'slow', 'stuck']],
    ['descending', ['slow', 'quick', 'stuck']],
  ] as const) {
    expect(sortModels(models, 'clear', direction).map(({ name }) => name)).toEqual(order);
  }
});

test('the leaderboard has ten rows and one’s own, with its rank', () => {
  const users = readUsers(
    Array.from({ length: 25 }, (_, index) => ({
      username: `user#${index}`,
      kudos: 1_000 - index,
      records: { contribution: { megapixelsteps: index } },
      contributions: { megapixelsteps: null },
    })),
  );
  const me = readUser({
    username: 'user#20',
    kudos_details: { generated: 900, gifted: -20, odd: 'x' },
  });
  expect(me?.kudos).toBe(880);
  const rows = leaderboard(users, me, 'kudos', 'descending');
  expect(rows).toHaveLength(11);
  expect(rows.at(-1)).toMatchObject({ username: 'user#20', rank: 21, isMe: true });
  expect(leaderboard(users, null, 'mps', 'descending')[0]?.username).toBe('user#24');
  expect(
    leaderboard(
      users,
      { username: 'new#99', kudos: 5, megapixelsteps: 0 },
      'kudos',
      'descending',
    ).at(-1),
  ).toMatchObject({ rank: 26, isMe: true });
});

test('kudos are compacted as in English, with two decimals at most', () => {
  expect([999, 1_234, 45_678_901].map(compactKudos)).toEqual(['999', '1.23K', '45.68M']);
});

test('news of strangers can do nothing but be read', async () => {
  const { renderMarkdown } = await import('../../../../src/features/network/markdown.ts');
  const [piece] = readNews([
    {
      date_published: '2026-11-26',
      title: 'T',
      newspiece:
        '**bold** <script>alert(1)</script> [x](javascript:alert(1)) ![p](https://example.com/a.png) [ok](https://example.com)',
    },
    { title: 'without words' },
  ]);
  const html = renderMarkdown(piece?.newspiece ?? '');
  expect(html).toContain('<strong>bold</strong>');
  expect(html).not.toMatch(/<script|<img|javascript:/);
  expect(html).toContain('rel="noopener noreferrer" href="https://example.com"');
});
