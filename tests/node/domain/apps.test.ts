import { describe, expect, test } from 'vitest';

import { problemsOfDraft, type AppDraft } from '../../../src/domain/app-draft.ts';
import {
  appOfSchema,
  costOfNewApp,
  fieldsOfNewApp,
  givenToApp,
  problemsOfFields,
  schemaOfApp,
} from '../../../src/domain/apps.ts';
import type { ModelSchema } from '../../../src/domain/model.ts';

const schema: ModelSchema = {
  properties: {
    prompt: { type: 'string', title: 'Prompt', 'x-order': 0 },
    image: { type: 'string', title: 'Picture', format: 'uri', 'x-order': 1 },
    style: { type: 'string', title: 'Style', format: 'uri', 'x-order': 2 },
    steps: {
      type: 'integer',
      title: 'Steps',
      minimum: 1,
      maximum: 50,
      'x-larger-maximum': 500,
      default: 30,
      'x-order': 3,
    },
    seed: { type: 'string', title: 'Seed', 'x-order': 4 },
    secret: { type: 'string', title: 'Secret', 'x-hidden': true, default: 's', 'x-order': 5 },
  },
  required: ['prompt', 'image'],
};
const model = {
  filed_mappings: { prompt: 'prompt', negative_prompt: null },
  upload: 'image',
  mask: null,
};

const of = { tool: 'Img2Img', upload: 'image' } as const;

describe('an app that is made of a work', () => {
  const fields = fieldsOfNewApp(schema, model, {
    prompt: 'a vase',
    image: '/files/x.png',
    steps: 40,
    seed: '7',
  });

  test('asks for words and pictures, decides the rest, and fixes no seed', () => {
    expect(fields).toEqual({
      prompt: { shown: true, value: 'a vase' },
      image: { shown: true },
      style: { shown: false },
      steps: { shown: false, value: 40 },
      seed: { shown: true },
    });
    expect(problemsOfFields(schema, of, fields)).toEqual([]);
  });

  test('hides what is decided, and takes nothing of it from whoever uses it', () => {
    const form = schemaOfApp(schema, fields);
    expect(form.required).toEqual(['prompt', 'image']);
    const given = { prompt: 'a jug', steps: 1, style: '/files/y.png', secret: 'mine' };
    expect(givenToApp(form, given)).toEqual({ prompt: 'a jug' });
  });
});

test('steps beyond the usual limit are allowed to whoever uses the app', () => {
  const fields = {
    prompt: { shown: true },
    image: { shown: true },
    steps: { shown: false, value: 200 },
  };
  expect(problemsOfFields(schema, of, fields)).toEqual([]);
  expect(schemaOfApp(schema, fields).properties.steps).toMatchObject({
    default: 200,
    maximum: 500,
  });
});

test('a free model makes an app of five credits, another one of its own price', () => {
  expect(costOfNewApp({ cost: 0 })).toBe(5);
  expect(costOfNewApp({ cost: 3 })).toBe(3);
});

test('an app is known by its id, whichever version of it is asked for', () => {
  const id = '0199a1b2-0000-7000-8000-000000000000';
  expect(appOfSchema(id)).toBe(id);
  expect(appOfSchema(`${id}@k3j2`)).toBe(id);
  expect(appOfSchema('kiln-painter')).toBeNull();
  expect(appOfSchema(`${id}@`)).toBeNull();
});

test('a draft can be saved with a name, a model that is here, and what that needs', () => {
  const draft: AppDraft = {
    id: '0199a1b2-0000-7000-8000-000000000000',
    name: 'Vases',
    description: '',
    tool: 'Img2Img',
    model: 'm',
    fields: { prompt: { shown: true }, image: { shown: true } },
    cost: null,
    listed: false,
    cover: { kind: 'none' },
  };
  expect(problemsOfDraft(draft, schema, 'image')).toEqual([]);
  const bad = { ...draft, name: ' ', cost: 1_001, fields: { prompt: { shown: true } } };
  expect(problemsOfDraft(bad, schema, 'image')).toEqual([
    { field: 'name', reason: 'required' },
    { field: 'cost', reason: 'too-large', values: [1_000] },
    { field: 'image', reason: 'required' },
  ]);
  expect(problemsOfDraft(draft, null, 'image')).toEqual([{ field: 'model', reason: 'required' }]);
});

test('what a model keeps to itself stays its own, whatever an app says of it', () => {
  const locked: ModelSchema = {
    properties: {
      ...schema.properties,
      lora: { type: 'string', title: 'LoRA', default: 'house', 'x-readOnly': true, 'x-order': 6 },
    },
    required: ['prompt'],
  };
  const fields = {
    prompt: { shown: true },
    image: { shown: true },
    lora: { shown: true, value: 'x' },
  };
  expect(problemsOfFields(locked, of, fields)).toEqual([{ field: 'lora', reason: 'not-allowed' }]);
  expect(schemaOfApp(locked, fields).properties.lora).toEqual(locked.properties.lora);
  expect(fieldsOfNewApp(locked, model, { lora: 'x' })).not.toHaveProperty('lora');
});

test('an app of a tool that begins with a picture asks for one, even where the schema of its model would not', () => {
  const loose = { ...schema, required: ['prompt'] };
  const fields = { prompt: { shown: true } };
  expect(problemsOfFields(loose, of, fields)).toEqual([{ field: 'image', reason: 'required' }]);
  expect(problemsOfFields(loose, { ...of, tool: 'Text2Img' }, fields)).toEqual([]);
});
