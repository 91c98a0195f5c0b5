import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playgroundGenerate } from '../../../../src/api/contract/generate.ts';
import {
  listLoras,
  listModelNames,
  listModels,
  listModelSchemas,
} from '../../../../src/api/contract/models.ts';
import { answerLocally } from '../../../../src/api/local.ts';
import type { CallRequest } from '../../../../src/api/request.ts';
import { leaveCommunity } from '../../../../src/db/account/community.ts';
import { getLoras, getModels, getModelSchema, getNamedModels } from '../../../../src/db/caches.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import { unlistedLora } from '../../../../src/domain/loras.ts';
import type { Language } from '../../../../src/domain/languages.ts';
import type { ModelItem, ModelSchema } from '../../../../src/domain/model.ts';
import { KilnError } from '../../../../src/domain/errors.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { refreshModels } from '../../../../src/jobs/poller/refresh-models.ts';
import { modelName } from '../../../../src/words/model-names.ts';
import { freshDevice, request } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';
import { modelItem } from '../../../fixtures/models.ts';

/** A platform and the Horde, whose models stand in one list of the device. */
let platform: FakePlatform;
let askedOfHorde: { id: string; options: CallRequest }[];
let hordeModels: ModelItem[];
let isHordeSilent: boolean;

const never = new AbortController().signal;
const hordeUrl = 'https://horde.example/api';
const schemaOf = (title: string): ModelSchema => ({
  properties: { prompt: { type: 'string', title, 'x-order': 0 } },
  required: ['prompt'],
});

beforeEach(async () => {
  platform = new FakePlatform();
  platform.models = [modelItem(), modelItem({ model: 'horde/Shared', default: false })];
  platform.schemaOf = () => schemaOf('of the platform');
  hordeModels = [modelItem({ model: 'horde/Own', cost: 0 }), modelItem({ model: 'horde/Shared' })];
  askedOfHorde = [];
  isHordeSilent = false;
  vi.stubGlobal('fetch', platform.fetch);
  vi.stubGlobal('location', { origin: platform.origin });
  answerLocally('horde', async () => ({
    async answer(id, options) {
      askedOfHorde.push({ id, options });
      if (isHordeSilent) throw new KilnError('network', { retryable: true });
      if (id === listModels.id) return hordeModels;
      if (id === listModelSchemas.id) {
        return Object.fromEntries(
          hordeModels.map(({ model }) => [model, schemaOf('of the Horde')]),
        );
      }
      if (id === playgroundGenerate.id) {
        const wait = { queue_position: 0, wait_time: 0, done: false, faulted: false };
        return { id: crypto.randomUUID(), state: 'Pending', ...wait, cost: 0, balance: 0 };
      }
      throw new KilnError('not-found', { retryable: false, detail: id });
    },
    file: () => Promise.reject(new KilnError('result-gone', { retryable: true })),
    estimateKudos: () => Promise.resolve(null),
    ownKudos: () => Promise.resolve(null),
  }));
  await freshDevice();
  await leaveCommunity(hordeUrl);
});

afterEach(() => vi.unstubAllGlobals());

const listed = async () =>
  ((await getModels()) ?? []).map(({ model, place, value }) => [model, place, value]);

test('models of the platform and of the Horde stand in one list; one that both offer is the platform’s', async () => {
  await refreshModels(never);
  expect(await listed()).toEqual([
    ['painter', 'platform', 0],
    ['horde/Shared', 'platform', 1],
    ['horde/Own', 'horde', 2],
  ]);
  const titleOf = async (model: string) =>
    (await getModelSchema(model, 'en'))?.properties['prompt']?.title;
  expect(await titleOf('horde/Shared')).toBe('of the platform');
  expect(await titleOf('horde/Own')).toBe('of the Horde');
});

test('tools that the deployment hides are not brought back by the Horde, and are there again once it shows them', async () => {
  const types = async () =>
    ((await getModels()) ?? []).flatMap(({ place, model, type }) =>
      place === 'horde' ? [`${model} ${type}`] : [],
    );
  hordeModels = [
    modelItem({ model: 'horde/Both', type: 'Img2Img,Condition' }),
    modelItem({ model: 'horde/Guide', type: 'Condition' }),
  ];
  await refreshModels(never);
  expect(await types()).toEqual(['horde/Both Img2Img,Condition', 'horde/Guide Condition']);
  await setSetting('hiddenTools', ['Condition', 'Upscaling']);
  isHordeSilent = true;
  await expect(refreshModels(never)).rejects.toMatchObject({ code: 'network' });
  expect(await types()).toEqual(['horde/Both Img2Img']);
  isHordeSilent = false;
  await refreshModels(never);
  expect(await types()).toEqual(['horde/Both Img2Img']);
  await setSetting('hiddenTools', []);
  await refreshModels(never);
  expect(await types()).toEqual(['horde/Both Img2Img,Condition', 'horde/Guide Condition']);
});

test('the public list of LoRAs comes with the models, in the language of the device', async () => {
  platform.loras = [{ ...unlistedLora('riso'), label: '孔版印刷' }];
  await setSetting('language', 'cn');
  await refreshModels(never);
  expect(await getLoras('cn')).toEqual(platform.loras);
  expect(await getLoras('en')).toBeUndefined();
  expect(askedOfHorde.map(({ id }) => id)).not.toContain(listLoras.id);
});

test('a Horde that is silent takes none of its models out of the list, nor any of the platform’s', async () => {
  await refreshModels(never);
  const before = await listed();
  isHordeSilent = true;
  await expect(refreshModels(never)).rejects.toMatchObject({ code: 'network' });
  expect(await listed()).toEqual(before);
});

test('a model that left the list keeps its name in both languages, one that was never listed here too', async () => {
  const nameOf = async (model: string, language: Language) =>
    modelName({ model, modelLabel: { cn: model, en: model } }, await getNamedModels(), language);
  const asked = () => platform.requests.filter(({ path }) => path === listModelNames.path).length;
  hordeModels = [modelItem({ model: 'horde/Own', label_cn: '自家', label_en: 'Own' })];
  platform.fault = ({ path }) => (path === listModelNames.path ? { status: 500 } : null);
  await refreshModels(never);
  expect(await nameOf('horde/Own', 'cn')).toBe('自家');
  platform.fault = () => null;
  platform.models = [modelItem({ model: 'successor', label_cn: '后人', label_en: 'Successor' })];
  platform.modelNames = [{ model: 'attic/old', label_cn: '老画师', label_en: 'Old painter' }];
  hordeModels = [];
  await refreshModels(never);
  expect((await listed()).map(([model]) => model)).toEqual(['successor']);
  expect(await nameOf('painter', 'cn')).toBe('画师');
  expect(await nameOf('painter', 'en')).toBe('Painter');
  expect(await nameOf('horde/Own', 'en')).toBe('Own');
  expect(await nameOf('attic/old', 'cn')).toBe('老画师');
  expect(await nameOf('successor', 'cn')).toBe('后人');
  expect(await nameOf('never/heard', 'cn')).toBe('never/heard');
  // Asked again for nothing new it says nothing new.
  expect(asked()).toBe(1);
  await refreshModels(never);
  expect(asked()).toBe(1);
});

test('without the Horde in the host’s kiln.json only the platform is asked', async () => {
  await leaveCommunity(null);
  await refreshModels(never);
  expect(askedOfHorde).toEqual([]);
  expect((await listed()).map(([, place]) => place)).toEqual(['platform', 'platform']);
});

test('each request goes to whoever answers for its model, once, and a silent one holds up nobody else', async () => {
  isHordeSilent = true;
  const there = await request('made by the Horde', { place: 'horde' });
  const here = await request('made by the platform');
  const runOnce = () => runQueue({ host: 'service-worker', ignoreNetworkWaits: false });
  await runOnce();
  await runOnce();
  expect(await getIntent(there.id)).toMatchObject({ stage: 'saved', error: { code: 'network' } });
  expect(await getIntent(here.id)).toMatchObject({ stage: 'submitted' });
  isHordeSilent = false;
  await runQueue({ host: 'service-worker', ignoreNetworkWaits: true });

  const toPlatform = platform.requests.filter(({ path }) => path === playgroundGenerate.path);
  expect(toPlatform.map(({ key }) => key)).toEqual([here.id]);
  expect([...platform.jobs.values()].map(({ prompt }) => prompt)).toEqual(['made by the platform']);
  const toHorde = askedOfHorde.filter(({ id }) => id === playgroundGenerate.id);
  expect(new Set(toHorde.map(({ options }) => options.idempotencyKey))).toEqual(
    new Set([there.id]),
  );
  expect(await getIntent(there.id)).toMatchObject({ stage: 'submitted', error: null });
});
