import { expect, test } from 'vitest';

import { fieldsOf } from '../../../server/engines/comfyui/fields.ts';
import { manifestFile } from '../../../server/engines/comfyui/manifest.ts';
import { readServerNodes } from '../../../server/engines/comfyui/object-info.ts';
import { buildSchema } from '../../../src/domain/schema-fields.ts';
import { readWorkflow } from '../../../server/engines/comfyui/workflow.ts';

const title = { cn: '强度', en: 'Strength' };
const workflow = readWorkflow({
  '1': { class_type: 'LoraLoader', inputs: { strength_model: 1, strength_clip: 1, steps: 20 } },
});
const nodes = readServerNodes(
  {
    LoraLoader: {
      input: {
        required: {
          strength_model: ['FLOAT', { default: 1, min: -10, max: 10, step: 0.01 }],
          strength_clip: ['FLOAT', { default: 1 }],
          steps: ['INT', { default: 20 }],
        },
      },
    },
  },
  [workflow],
);

const typeOf = (field: object, known: typeof nodes | null) => {
  const manifest = manifestFile.parse({
    kiln: 1,
    type: 'Text2Img',
    label: { cn: '画', en: 'Paint' },
    description: { cn: '画', en: 'Paint' },
    inputs: { mine: { title, ...field } },
  });
  return fieldsOf(manifest, workflow, known).fields['mine'];
};

test('a float that was saved as a whole number takes fractions, as the server says', () => {
  const one = typeOf({ at: '1.strength_model' }, nodes);
  expect(one).toMatchObject({ type: 'number', default: 1 });
  expect(typeOf({ at: ['1.strength_model', '1.strength_clip'] }, nodes)?.type).toBe('number');
  expect(typeOf({ at: '1.steps' }, nodes)?.type).toBe('integer');
  // Each place must take it.
  expect(typeOf({ at: ['1.strength_model', '1.steps'] }, nodes)?.type).toBe('integer');
});

test('before the server was heard, a fraction in the manifest says so', () => {
  for (const bounds of [
    { minimum: 0.5 },
    { maximum: 1.5 },
    { multipleOf: 0.05 },
    { default: 0.8 },
  ]) {
    expect(typeOf({ at: '1.strength_model', ...bounds }, null)?.type).toBe('number');
  }
  expect(typeOf({ at: '1.strength_model', minimum: 0, maximum: 2 }, null)?.type).toBe('integer');
});

test('a type in the manifest goes before what the server says', () => {
  expect(typeOf({ at: '1.strength_model', type: 'integer' }, nodes)?.type).toBe('integer');
});

test('sides and steps may go further with larger parameters, unless the manifest has a limit of its own', () => {
  const steps = (field: object) => {
    const manifest = manifestFile.parse({
      kiln: 1,
      type: 'Text2Img',
      label: { cn: '画', en: 'Paint' },
      description: { cn: '画', en: 'Paints' },
      inputs: { steps: { at: '1.steps', ...field } },
    });
    return fieldsOf(manifest, workflow, nodes).fields['steps'];
  };
  expect(steps({})).toMatchObject({ maximum: 50, 'x-larger-maximum': 500 });
  expect(steps({ maximum: 40 })).not.toHaveProperty('x-larger-maximum');
});

test('inputs of one part stand together, and control and adapter types have words in both languages', () => {
  const manifest = manifestFile.parse({
    kiln: 1,
    type: 'Text2Img',
    label: { cn: '画', en: 'Paint' },
    description: { cn: '画', en: 'Paints' },
    inputs: {
      steps: { at: '1.steps', group: { cn: '采样', en: 'Sampling' } },
      control_type: { at: '1.strength_clip', choices: ['sketch', 'keypose', 'none'] },
      other: { at: '1.strength_clip', title, choices: ['sketch', 'watercolour'] },
    },
  });
  const { fields } = fieldsOf(manifest, workflow, nodes);
  const schema = (language: 'cn' | 'en') => buildSchema(fields, [], language).properties;
  expect([schema('cn')['steps']?.['x-group'], schema('en')['steps']?.['x-group']]).toEqual([
    '采样',
    'Sampling',
  ]);
  expect(schema('cn')['control_type']).toMatchObject({
    title: '参照',
    'x-enum-titles': ['草图', '姿势关键点', '不用'],
  });
  expect(schema('en')['other']).not.toHaveProperty('x-enum-titles');
});
