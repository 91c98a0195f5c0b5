import { afterAll, beforeAll, expect, test } from 'vitest';

import { appRecipes } from '../../../server/workshop/apps/recipes.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { schemaDefaults, visibleFields, type ModelSchema } from '../../../src/domain/model.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';

interface Template {
  id: string;
  name: string;
  model: string;
  schema: ModelSchema;
  schema_base: ModelSchema;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(createBuiltinEngine({ processes: 1 }));
});
afterAll(() => platform?.stop());

const templates = async (language: string): Promise<Template[]> =>
  (await platform.call('GET', `/api/v2/templates?lang=${language}`)).body as Template[];

test('the ready-made apps are listed in the language of the asker, with what they ask and what they are made of', async () => {
  const [chinese, english] = [await templates('cn'), await templates('en')];
  expect(chinese.map(({ id }) => id)).toEqual(appRecipes.map(({ id }) => id));
  const names = ({ name }: Template) => name;
  expect(chinese.map(names)).toContain('名字印章');
  expect(english.map(names)).toContain('Name Seal');
  for (const { schema, schema_base: base } of english) {
    expect(visibleFields(schema).length).toBeLessThan(visibleFields(base).length);
  }
});

test('no hint of an app speaks of a field that it does not show, or of leaving empty what it needs', async () => {
  for (const language of ['cn', 'en']) {
    for (const { id, schema } of await templates(language)) {
      const visible = visibleFields(schema);
      for (const [name, { description = '' }] of visible) {
        const about = `${id} ${name}: ${description}`;
        if (!visible.some(([other]) => other === 'prompt'))
          expect(about).not.toMatch(/提示词|the prompt/i);
        if (schema.required.includes(name)) expect(about).not.toMatch(/留空|left empty/i);
      }
    }
  }
});

test('the schemas of all models come in one call, each as when it is asked for alone', async () => {
  const all = await platform.call('GET', '/api/v2/model_schemas?lang=cn');
  const schemas = all.body as Record<string, ModelSchema>;
  const models = (await platform.call('GET', '/pgmodels.json')).body as { model: string }[];
  expect(Object.keys(schemas)).toEqual(models.map(({ model }) => model));
  const alone = await platform.call('POST', '/api/v2/playground_get_model_schema', {
    body: { model: 'kiln-logo', lang: 'cn' },
  });
  expect(schemas['kiln-logo']).toEqual(alone.body);
});

test('what an app has decided is something that its tool takes', async () => {
  for (const { id, schema_base: base } of await templates('en')) {
    const recipe = appRecipes.find((each) => each.id === id)!;
    const decided = { ...schemaDefaults(base), ...recipe.settings };
    const fields = new Set<string>(Object.keys(recipe.settings));
    expect(Object.keys(base.properties)).toEqual(expect.arrayContaining([...fields]));
    const problems = validateInput(base, decided).filter(({ field }) => fields.has(field));
    expect({ id, problems }).toEqual({ id, problems: [] });
  }
});

test('an app is run with few words, is charged as its tool, and its work says which app it was', async () => {
  const person = await platform.register(10);
  const answer = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': 'a-seal' },
    body: { input: { text: '墨海' }, model: 'kiln-app-seal', job_type: 'Apps' },
  });
  expect(answer.status).toBe(200);
  const { body } = await platform.ended(person, answer.body.id as string);
  expect(body).toMatchObject({ state: 'Finished', generations: [{ media_type: 'image/png' }] });
  const works = await platform.call('POST', '/api/v2/get_generate_works', {
    person,
    body: { page_size: 10, page_number: 1, order: 'DESC' },
  });
  expect((works.body.data as object[])[0]).toMatchObject({
    jobtype: 'Apps',
    template: 'kiln-app-seal',
  });
  expect(await platform.credits(person)).toEqual({ balance: 9, reserved: 0 });

  const silent = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': 'no-name' },
    body: { input: {}, model: 'kiln-app-seal', job_type: 'Apps' },
  });
  expect(silent).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
});
