import { randomBytes, randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import * as apps from '../../../src/api/contract/apps.ts';
import { getSettings, putSettings } from '../../../src/api/contract/settings.ts';
import { appCostDefault, appsOfPersonMax } from '../../../src/domain/apps.ts';
import type { ModelItem, ModelSchema } from '../../../src/domain/model.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const engine = createTestEngine();
const superUsers = new Set<string>();
let platform: TestPlatform;
let maker: Person;
let keeper: Person;

beforeAll(async () => {
  platform = await startTestPlatform(engine, { superUsers });
  keeper = await platform.register();
  superUsers.add(String(keeper.uid));
});
beforeEach(async () => {
  maker = await platform.register(100);
});
afterAll(() => platform?.stop());

const ask = (
  endpoint: { path: string },
  body: object,
  person: Person | null = maker,
): Promise<Answer> => platform.call('POST', endpoint.path, { ...(person && { person }), body });

const recipe = (changes: object = {}) => ({
  id: randomUUID(),
  name: 'Small vases',
  description: 'A vase of any kind, always small',
  model: 'test-painter',
  tool: 'Text2Img',
  fields: {
    prompt: { shown: true, value: 'a vase' },
    negative_prompt: { shown: false, value: 'blur' },
    width: { shown: false, value: 128 },
    n: { shown: false, value: 2 },
  },
  ...changes,
});

async function make(changes: object = {}): Promise<string> {
  const wish = recipe(changes);
  const { status } = await ask(apps.setApp, wish);
  expect(status).toBe(200);
  return wish.id;
}

const run = (app: string, input: object, person: Person = maker, changes: object = {}) =>
  platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: app, job_type: 'Apps', input, ...changes },
  });

async function worksOf(jobId: string, person: Person = maker) {
  const { body } = await platform.ended(person, jobId);
  return body.generations as Record<string, unknown>[];
}

async function modelsFor(person: Person | null, asked: string[] = []): Promise<ModelItem[]> {
  const query = asked.length > 0 ? `?apps=${asked.join(',')}` : '';
  const { body } = await platform.call('GET', `/pgmodels.json${query}`, person ? { person } : {});
  return body;
}

describe('what an app has decided', () => {
  test('is what its model gets, whatever a request says', async () => {
    const id = await make();
    const before = engine.runs.length;
    const said = { prompt: 'a blue vase', width: 512, negative_prompt: '', n: 1 };
    const { status, body } = await run(id, said);
    expect(status).toBe(200);
    const works = await worksOf(String(body.id));
    expect(works).toHaveLength(2);
    expect(engine.runs[before]).toMatchObject({
      model: 'test-painter',
      input: { prompt: 'a blue vase', negative_prompt: 'blur', width: 128, n: 2 },
    });
  });

  test('begins with the words that its maker wrote where nobody writes others', async () => {
    const id = await make();
    const before = engine.runs.length;
    const { body } = await run(id, {});
    await worksOf(String(body.id));
    expect(engine.runs[before]?.input).toMatchObject({ prompt: 'a vase' });
  });

  test('holds for those, too, who name the model and the app as the specification does', async () => {
    const id = await make();
    const before = engine.runs.length;
    const { status, body } = await run('test-painter', { prompt: 'a jug', width: 512 }, maker, {
      template: id,
    });
    expect(status).toBe(200);
    await worksOf(String(body.id));
    expect(engine.runs[before]?.input).toMatchObject({ prompt: 'a jug', width: 128 });
  });

  test('is hidden in its form, and cannot be changed there', async () => {
    const id = await make();
    const { body } = await platform.call('POST', '/api/v2/playground_get_model_schema', {
      body: { model: id, lang: 'en' },
    });
    const { properties, required } = body as unknown as ModelSchema;
    expect(properties.width).toMatchObject({ default: 128, 'x-hidden': true, 'x-readOnly': true });
    expect(properties.prompt).toMatchObject({ default: 'a vase' });
    expect(properties.prompt?.['x-hidden']).toBeUndefined();
    expect(required).toEqual(['prompt']);
  });

  test('may not leave open what its model needs', async () => {
    const answer = await ask(apps.setApp, recipe({ fields: {} }));
    expect(answer.status).toBe(400);
    expect(answer.body.reasons).toEqual([{ field: 'prompt', reason: 'required' }]);
  });

  test('must be something that its model takes', async () => {
    const fields = {
      prompt: { shown: true },
      width: { shown: false, value: 100 },
      colour: { shown: false, value: 'red' },
    };
    const { status, body } = await ask(apps.setApp, recipe({ fields }));
    expect(status).toBe(400);
    expect(body.reasons).toEqual([
      { field: 'width', reason: 'not-a-step', values: [64] },
      { field: 'colour', reason: 'unknown-field' },
    ]);
  });

  test('is never a file: whoever uses the app brings their own', async () => {
    const ofPicture = (image: object) =>
      ask(apps.setApp, recipe({ model: 'test-upscaler', tool: 'Upscaling', fields: { image } }));
    expect((await ofPicture({ shown: true })).status).toBe(200);
    const refused = await ofPicture({ shown: true, value: '/files/x.png' });
    expect(refused.body.reasons).toEqual([{ field: 'image', reason: 'not-allowed' }]);
    const hidden = await ofPicture({ shown: false });
    expect(hidden.body.reasons).toEqual([{ field: 'image', reason: 'required' }]);
  });
});

describe('an app', () => {
  test('without a name is refused by the words of the specification', async () => {
    const { status, body } = await ask(apps.setApp, recipe({ name: '  ' }));
    expect(status).toBe(400);
    expect(body.errors).toEqual({ name: 'App name is required' });
  });

  test('of a model that is not there, or of a tool that its model is not for, is refused', async () => {
    expect((await ask(apps.setApp, recipe({ model: 'nowhere' }))).status).toBe(404);
    for (const tool of ['Upscaling', 'Apps']) {
      const { status, body } = await ask(apps.setApp, recipe({ tool }));
      expect(status).toBe(400);
      expect(body.reasons).toMatchObject([{ field: 'tool', reason: 'not-for-this-tool' }]);
    }
    const trained = recipe({ model: 'test-trainer', tool: 'Train', fields: {} });
    expect((await ask(apps.setApp, trained)).status).toBe(400);
  });

  test('costs at least what its model costs, is charged for each output, and free ones cost five', async () => {
    const charged = async (cost?: number) => {
      const id = await make(cost === undefined ? {} : { cost });
      return (await run(id, {})).body.cost;
    };
    // Two outputs of a model that costs one credit each.
    expect(await charged()).toBe(2);
    expect(await charged(0)).toBe(2);
    expect(await charged(7)).toBe(14);
    expect(appCostDefault).toBe(5);
  });

  test('is changed by its maker, keeps its address, and is nobody else’s to change or delete', async () => {
    const id = await make();
    const other = await platform.register();
    expect((await ask(apps.setApp, recipe({ id, name: 'Mine now' }), other)).status).toBe(404);
    const { body: gone } = await ask(apps.deleteApps, { ids: [id] }, other);
    expect(gone).toEqual({ data: { deleted: 0 } });
    await ask(apps.setApp, recipe({ id, name: 'Large vases', cost: 9 }));
    await ask(apps.setApp, recipe({ id, name: 'Large vases' }));
    const { body } = await ask(apps.listOwnApps, {});
    expect(body.data).toMatchObject([{ id, name: 'Large vases', cost: 9 }]);
    expect((await ask(apps.deleteApps, { ids: [id] })).body).toEqual({ data: { deleted: 1 } });
    expect((await ask(apps.deleteApps, { ids: [id] })).body).toEqual({ data: { deleted: 0 } });
    expect((await run(id, {})).status).toBe(404);
  });

  test('is deleted by those who look after the platform, whoever made it', async () => {
    const id = await make();
    const { body } = await ask(apps.deleteApps, { ids: [id] }, keeper);
    expect(body).toEqual({ data: { deleted: 1 } });
  });

  test('stands among its maker’s models, and among those of whoever was given its link', async () => {
    const id = await make();
    const other = await platform.register();
    const ids = async (...about: Parameters<typeof modelsFor>) =>
      (await modelsFor(...about)).map(({ model }) => model);
    expect(await ids(maker)).toContain(id);
    expect(await ids(other)).not.toContain(id);
    expect(await ids(other, [id])).toContain(id);
    expect(await ids(null, [id, randomUUID()])).toContain(id);
    const [app] = (await modelsFor(other, [id])).filter(({ model }) => model === id);
    expect(app).toMatchObject({
      type: 'Apps',
      label: 'Small vases',
      description: { text: 'A vase of any kind, always small' },
      num_outputs: [2],
      uid: String(maker.uid),
    });
    const { body: schemas } = await platform.call(
      'GET',
      `/api/v2/model_schemas?lang=en&apps=${id}`,
      { person: other },
    );
    expect(Object.keys(schemas)).toContain(id);
    // What is no id asks for nothing.
    expect((await platform.call('GET', '/pgmodels.json?apps=1,,%00')).status).toBe(200);
  });

  test('is found by everybody where its maker lists it, by words in both languages', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const shown = await make({ name: `Vases ${word}`, description: '青花瓷瓶', listed: true });
    const hidden = await make({ name: `Vases ${word}` });
    const found = async (keyword: string) => {
      const { body } = await ask(apps.listApps, { keyword, limit: 100 }, null);
      return (body.list as { id: string }[]).map(({ id }) => id);
    };
    expect(await found(word)).toEqual([shown]);
    expect(await found(`vase ${word}`)).toEqual([shown]);
    expect(await found('瓷瓶')).toContain(shown);
    expect(await found('…')).toEqual([]);
    const { body: templates } = await platform.call('GET', '/api/v2/templates?lang=en');
    const ids = (templates as unknown as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain(shown);
    expect(ids).not.toContain(hidden);
  });

  test('of a list is told to everybody without what its maker decided', async () => {
    await make({ listed: true });
    const { body } = await ask(apps.listApps, {}, null);
    const [first] = body.list as object[];
    expect(first).toBeDefined();
    expect(first).not.toHaveProperty('fields');
  });

  test('is made once, however often the same is sent', async () => {
    const wish = recipe();
    const answers = await Promise.all([1, 2, 3].map(() => ask(apps.setApp, wish)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask(apps.listOwnApps, {})).body.data).toHaveLength(1);
  });

  test('is one of a bounded number', { timeout: 60_000 }, async () => {
    for (let made = 0; made < appsOfPersonMax; made += 50) {
      await Promise.all(Array.from({ length: 50 }, () => make()));
    }
    expect((await ask(apps.setApp, recipe())).status).toBe(409);
  });

  test('with words that may not be said is refused', async () => {
    const { status } = await ask(apps.setApp, recipe({ description: 'child porn' }));
    expect(status).toBe(560);
  });

  test('gives its works its own name, and they say which app it was', async () => {
    const id = await make();
    const { body } = await run(id, {});
    await worksOf(String(body.id));
    const { body: works } = await platform.call('POST', '/api/v2/get_generate_works', {
      person: maker,
      body: { page_size: 10, page_number: 1, order: 'DESC' },
    });
    expect(works.data).toMatchObject([
      { jobtype: 'Apps', model: id, template: id, modelname: 'Small vases' },
      { jobtype: 'Apps', model: id },
    ]);
    const names = await platform.call('GET', '/api/v2/model_names', { person: maker });
    expect(names.body).toMatchObject([{ model: id, label_en: 'Small vases' }]);
  });
});

describe('the cover of an app', () => {
  const picture = () =>
    sharp(randomBytes(900 * 600 * 3), { raw: { width: 900, height: 600, channels: 3 } });
  const readCover = async (id: string) => {
    const { body } = await ask(apps.listOwnApps, {});
    const app = (body.data as { id: string; cover: string | null }[]).find((one) => one.id === id);
    return app?.cover ?? null;
  };

  test('is made small and written anew, has an address of its own, and stays until another comes', async () => {
    const noise = await picture().resize(300, 200).jpeg().toBuffer();
    const id = await make({ cover: `data:image/jpeg;base64,${noise.toString('base64')}` });
    const cover = await readCover(id);
    expect(cover).toMatch(new RegExp(`^/a/${id}/cover\\?v=[0-9a-f]{16}$`));
    const { status, headers } = await fetch(`${platform.url}${cover}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    await ask(apps.setApp, recipe({ id }));
    expect(await readCover(id)).toBe(cover);
    await ask(apps.setApp, recipe({ id, cover: null }));
    expect(await readCover(id)).toBeNull();
    expect((await fetch(`${platform.url}${cover}`)).status).toBe(404);
  });

  test('is the picture of a work of the maker’s, and of nobody else’s', async () => {
    const { body } = await run(await make(), {});
    const [work] = await worksOf(String(body.id));
    const cover = String(work?.id ?? work?.image_id);
    const id = await make({ cover });
    expect(await readCover(id)).toMatch(/^\/a\//);
    const other = await platform.register();
    expect((await ask(apps.setApp, recipe({ cover }), other)).status).toBe(404);
  });

  test('that is no picture is refused', async () => {
    const text = Buffer.from('not a picture').toString('base64');
    const { status } = await ask(apps.setApp, recipe({ cover: `data:image/png;base64,${text}` }));
    expect(status).toBe(415);
    const script = await ask(apps.setApp, recipe({ cover: 'javascript:alert(1)' }));
    expect(script.status).toBe(400);
  });
});

describe('the public page of an app', () => {
  const read = async (id: string) => {
    const response = await fetch(`${platform.url}/a/${id}`, { headers: { Accept: 'text/html' } });
    return { status: response.status, html: await response.text(), headers: response.headers };
  };

  test('shows its name and picture in a chat, leads into it, and lets nothing in it run', async () => {
    const name = '<script>alert(1)</script>';
    const id = await make({ name, listed: true });
    const { status, html, headers } = await read(id);
    expect(status).toBe(200);
    expect(html).toContain(`href="/app/${id}"`);
    expect(html).toContain('<meta property="og:title" content="&lt;script&gt;');
    expect(html).not.toContain(name);
    expect(html).not.toContain('noindex');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('is kept from search engines where only those with its link open it', async () => {
    expect((await read(await make())).html).toContain('noindex');
  });

  test('says that the app is gone', async () => {
    const { status, html } = await read(randomUUID());
    expect(status).toBe(404);
    expect(html).toContain('/smart-apps');
  });
});

test('a person who may not make apps, or not use a model, makes none of it', async () => {
  const settings = async () =>
    (await platform.call('GET', getSettings.path, { person: keeper })).body;
  const set = async (changes: object) => {
    const { data } = (await settings()) as { data: { version: number } };
    const { status } = await platform.call('PUT', putSettings.path, {
      person: keeper,
      body: { version: data.version, settings: changes },
    });
    expect(status).toBe(200);
  };
  const id = await make();
  try {
    await set({ privileged: { templates: [String(keeper.uid)] } });
    expect((await ask(apps.setApp, recipe())).status).toBe(403);
    expect((await ask(apps.setApp, recipe(), keeper)).status).toBe(200);
    // What was made before works on.
    expect((await run(id, {})).status).toBe(200);
    await set({ hidden_tools: ['Text2Img'] });
    expect((await run(id, {})).status).toBe(400);
    expect((await modelsFor(maker)).map(({ model }) => model)).not.toContain(id);
  } finally {
    await set({});
  }
});
