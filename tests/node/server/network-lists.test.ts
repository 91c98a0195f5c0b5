import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { hordeLists, type NetworkLists } from '../../../server/network/lists.ts';

/** The Horde's reading calls by its contract, and what stands in front of it on a bad day. */
let mood: 'well' | 'gateway' | 'broken' = 'well';
let asked: string[] = [];
const workers = [
  {
    id: 'w-1',
    name: 'Ada',
    type: 'image',
    performance: '2 megapixelsteps per second',
    online: true,
    maintenance_mode: false,
    models: ['a'],
    owner: 'me#7',
  },
  { id: 'w-2', name: 'Tex', type: 'text', performance: '9 tokens per second' },
];
const answers: Record<string, unknown> = {
  '/v2/workers?type=image': workers,
  '/v2/workers/w-1': workers[0],
  '/v2/teams': [{ id: 't', name: 'Team', models: [{ name: 'a', count: 1 }], worker_count: 1 }],
  '/v2/status/models?type=image': [
    { name: 'a', count: 1, queued: 5e6, jobs: 1, eta: 3, type: 'image' },
  ],
  '/v2/users?sort=kudos': [
    { username: 'me#7', kudos: 12.5, records: { contribution: { megapixelsteps: 3 } } },
  ],
  '/v2/status/news': [
    { date_published: '2026-01-01', title: 'T', newspiece: '**n**', importance: 'Information' },
  ],
  '/v2/status/performance': { queued_requests: 4, worker_count: 1, thread_count: 2 },
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request;
  asked.push(`${method} ${url}`);
  const say = (status: number, body: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (mood === 'gateway') {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<html>please sign in to this network</html>');
  } else if (mood === 'broken') say(503, { message: 'later' });
  else if (url === '/v2/find_user') {
    if (headers['apikey'] === 'good key')
      say(200, { username: 'me#7', kudos: 12.5, worker_ids: ['w-1', '../odd'] });
    else say(404, { message: 'No user', rc: 'UserNotFound' });
  } else if (method === 'PUT') {
    if (headers['apikey'] === 'good key') say(200, { maintenance: true });
    else say(403, { message: 'no', rc: 'NotOwner' });
  } else if (url in answers) say(200, answers[url]);
  else say(404, { message: 'not here' });
}

const server = createServer(answer);
let lists: NetworkLists;
const keys = new Map([
  [1, 'good key'],
  [2, 'a key of nobody'],
]);
const open = (): NetworkLists =>
  hordeLists({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientAgent: 'Kiln:1:test',
    keyOf: (userId) => Promise.resolve(keys.get(userId) ?? null),
  });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  mood = 'well';
  asked = [];
  lists = open();
});

test('the AI Horde’s lists are read as the dashboard shows them, and asked for once for everybody', async () => {
  expect((await lists.workers()).map(({ name }) => name)).toEqual(['Ada']);
  expect(await lists.teams()).toMatchObject([{ name: 'Team', model_count: 1 }]);
  expect(await lists.models()).toEqual([
    { name: 'a', count: 1, queued: 5, jobs: 1, clear_seconds: 3 },
  ]);
  expect(await lists.users()).toEqual([{ username: 'me#7', kudos: 12.5, megapixelsteps: 3 }]);
  expect(await lists.news()).toHaveLength(1);
  expect(await lists.performance()).toMatchObject({
    queued_requests: 4,
    past_minute_megapixelsteps: 0,
  });
  await Promise.all([lists.workers(), lists.workers(), lists.news()]);
  expect(asked).toHaveLength(6);
});

test('one’s own key shows one’s own workers and lets them rest; without one there is nothing, and another’s is refused', async () => {
  expect(await lists.mine(1)).toMatchObject({
    user: { username: 'me#7' },
    workers: [{ name: 'Ada' }],
  });
  expect(asked.join()).not.toContain('odd');
  await lists.setMaintenance(1, 'w-1', true);
  expect(asked).toContain('PUT /v2/workers/w-1');
  expect(await lists.mine(3)).toEqual({ user: null, workers: [] });
  expect(await lists.mine(2)).toEqual({ user: null, workers: [] });
  await expect(lists.setMaintenance(2, 'w-1', true)).rejects.toMatchObject({ status: 403 });
  await expect(lists.setMaintenance(3, 'w-1', true)).rejects.toMatchObject({ status: 404 });
});

test.each(['gateway', 'broken'] as const)(
  'a %s in its place is told as no usable answer, and not kept',
  async (bad) => {
    mood = bad;
    await expect(lists.workers()).rejects.toMatchObject({
      status: 502,
      code: 'engine-unavailable',
    });
    await expect(lists.performance()).rejects.toMatchObject({ status: 502 });
    mood = 'well';
    expect(await lists.workers()).toHaveLength(1);
  },
);
