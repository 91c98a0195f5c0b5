import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { getOwnSetting } from '../../../src/db/settings.ts';
import { binWorks } from '../../../src/db/works/bin.ts';
import { listOwnPrompts, starPrompt } from '../../../src/db/works/prompts.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { starredPromptsMax } from '../../../src/domain/limits.ts';
import { freshDevice, owner, request } from '../../fixtures/device.ts';
import { putWorks, workId, workRow } from '../../fixtures/works.ts';

const bea = '2@kiln' as UserKey;
const textsOf = async (options: { search?: string; limit?: number } = {}) =>
  (await listOwnPrompts(owner, { limit: 50, ...options })).map(({ text }) => text);

beforeEach(freshDevice);

test('a person’s prompts come from requests and works, each once, by when it was used last', async () => {
  await putWorks(
    workRow(1, { prompt: 'a vase', createdAtMs: 1_000 }),
    workRow(2, { prompt: 'a bowl', createdAtMs: 3_000 }),
    workRow(3, { prompt: 'a deleted jug', createdAtMs: 4_000 }),
    workRow(4, { prompt: '', createdAtMs: 4_500 }),
    workRow(5, { prompt: 'a secret', createdAtMs: 9_000, owner: bea }),
  );
  await binWorks(owner, [workId(3)]);
  await request('a vase ### blur', { nowMs: 6_000 });
  await request('a secret, too', { nowMs: 9_000, owner: bea });
  expect(await textsOf()).toEqual(['a vase', 'a bowl']);
  expect(await textsOf({ limit: 1 })).toEqual(['a vase']);
});

test('a search finds every word wherever it stands, in whatever case and width', async () => {
  await putWorks(
    workRow(1, { prompt: 'Fog over the Hills' }),
    workRow(2, { prompt: 'hills of sand' }),
    workRow(3, { prompt: '雪地里的狐狸，ＳＤ 风格' }),
  );
  expect(await textsOf({ search: 'hills fog' })).toEqual(['Fog over the Hills']);
  expect(await textsOf({ search: '狐狸 sd' })).toEqual(['雪地里的狐狸，ＳＤ 风格']);
  expect(await textsOf({ search: 'moon' })).toEqual([]);
});

test('stars are their owner’s, the newest first, and of very many the oldest go', async () => {
  for (let at = 0; at < starredPromptsMax; at += 1) await starPrompt(owner, `prompt ${at}`, true);
  await starPrompt(owner, 'one more', true);
  await starPrompt(owner, 'prompt 7', false);
  const starred = await getOwnSetting(owner, 'starredPrompts');
  expect(starred[0]).toBe('one more');
  expect(starred).toHaveLength(starredPromptsMax - 1);
  expect(starred).not.toContain('prompt 0');
  expect(starred).not.toContain('prompt 7');
  expect(await getOwnSetting(bea, 'starredPrompts')).toEqual([]);
});
