import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { DeploymentSettings } from '../../../src/api/contract/settings.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const superUsers = new Set<string>();
let platform: TestPlatform;
let admin: Person;
let named: Person;
let other: Person;

/** The test engine with a painter of several sizes that is a tool twice, and one that makes solids. */
function createEngine() {
  const engine = createTestEngine();
  const [painter] = engine.models();
  if (!painter) throw new Error('the test engine has a painter');
  const { width } = engine.schema('test-painter', 'en').properties;
  if (!width) throw new Error('the painter has a width');
  return {
    ...engine,
    models: () => [
      ...engine.models(),
      { ...painter, model: 'test-both', type: 'Text2Img,Txt2Logo', allow_dimensions: ['64x64'] },
      { ...painter, model: 'test-solid', type: 'Img2Img', gen_type: '3d' },
    ],
    schema(model: string, language: 'cn' | 'en') {
      if (model !== 'test-both' && model !== 'test-solid') return engine.schema(model, language);
      const schema = engine.schema('test-painter', language);
      return { ...schema, properties: { ...schema.properties, height: { ...width } } };
    },
  };
}

beforeAll(async () => {
  platform = await startTestPlatform(createEngine(), { superUsers });
  [admin, named, other] = [
    await platform.register(),
    await platform.register(),
    await platform.register(),
  ];
  superUsers.add(String(admin.uid));
});
beforeEach(() => set({}));
afterAll(() => platform?.stop());

async function set(settings: object): Promise<void> {
  const target = '/api/manage/settings';
  const { version } = (await platform.call('GET', target, { person: admin })).body.data;
  const body = { version, settings };
  expect((await platform.call('PUT', target, { person: admin, body })).status).toBe(200);
}

const privileged = (lists: Partial<DeploymentSettings['privileged']>) => set({ privileged: lists });

/** What somebody is offered, by the model's name. */
async function offered(person?: Person): Promise<Record<string, string>> {
  const { body } = await platform.call('GET', '/pgmodels.json', { ...(person && { person }) });
  return Object.fromEntries(
    (body as { model: string; type: string }[]).map(({ model, type }) => [model, type]),
  );
}

const send = (person: Person, model: string, type: string, input: object = { prompt: 'a vase' }) =>
  platform.call('POST', '/api/v2/playground_generate', {
    person,
    body: { model, job_type: type, input },
  });

test('where nothing is set, everybody is offered everything', async () => {
  const all = {
    'test-painter': 'Text2Img',
    'test-upscaler': 'Upscaling',
    'test-trainer': 'Train',
    'test-both': 'Text2Img,Txt2Logo',
    'test-solid': 'Img2Img',
  };
  expect(await offered()).toEqual(all);
  expect(await offered(other)).toEqual(all);
});

test('a hidden tool is in no list, not even a super user’s, and is refused in words', async () => {
  await set({ hidden_tools: ['Upscaling', 'Txt2Logo'] });
  for (const person of [undefined, other, admin]) {
    const found = await offered(person);
    expect(found).not.toHaveProperty('test-upscaler');
    expect(found['test-both']).toBe('Text2Img');
  }
  const schemas = await platform.call('GET', '/api/v2/model_schemas?lang=en');
  expect(Object.keys(schemas.body as object)).not.toContain('test-upscaler');
  expect(await send(other, 'test-both', 'Txt2Logo')).toMatchObject({
    status: 400,
    body: { code: 'invalid-input', message: 'job_type - this tool is not offered here' },
  });
  const kept = await send(other, 'test-both', 'Text2Img', { prompt: 'a vase', height: 64 });
  expect(kept.status).toBe(200);
});

test('Train and 3D are shown to whom the deployment names, and refused to others', async () => {
  await privileged({ train: [String(named.uid)], three_d: [] });
  const seen = async (person?: Person) => {
    const found = await offered(person);
    return ['test-trainer', 'test-solid'].filter((model) => model in found);
  };
  expect(await seen()).toEqual([]);
  expect(await seen(other)).toEqual([]);
  expect(await seen(named)).toEqual(['test-trainer']);
  expect(await seen(admin)).toEqual(['test-trainer', 'test-solid']);
  // Whoever only says to be somebody is nobody.
  expect(await seen({ ...named, headers: { ...named.headers, userToken: 'guessed' } })).toEqual([]);

  const refused = { status: 403, body: { code: 'forbidden' } };
  expect(await send(other, 'test-trainer', 'Train')).toMatchObject(refused);
  expect(await send(named, 'test-solid', 'Img2Img')).toMatchObject(refused);
  expect((await send(named, 'test-trainer', 'Train')).body.code).toBe('invalid-input');
  expect((await send(admin, 'test-solid', 'Img2Img')).status).toBe(200);
});

test('sizes that the deployment sets hold instead of the model’s own, the first where none is named', async () => {
  await set({ allow_dimensions: { 'test-both': ['128x192', '192x128'] } });
  const list = await platform.call('GET', '/pgmodels.json');
  const both = (list.body as { model: string; allow_dimensions: string[] }[]).find(
    ({ model }) => model === 'test-both',
  );
  expect(both?.allow_dimensions).toEqual(['128x192', '192x128']);
  const of = (size: object) =>
    send(other, 'test-both', 'Text2Img', { prompt: 'a vase', seed: '7', ...size });
  expect(await of({ width: 64, height: 64 })).toMatchObject({
    status: 400,
    body: { message: 'width - the size must be one of 128x192, 192x128' },
  });
  expect((await of({ width: 192, height: 128 })).status).toBe(200);
  const chosen = await of({});
  expect(chosen.status).toBe(200);
  const { rows } = await platform.database.execute(
    sql`select input from jobs where id = ${chosen.body.id}`,
  );
  expect(rows[0]?.['input']).toMatchObject({ width: 128, height: 192 });
});
