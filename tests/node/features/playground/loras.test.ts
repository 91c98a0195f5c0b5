import { describe, expect, test } from 'vitest';
import { createBuiltinEngine } from '../../../../server/workshop/engine.ts';
import { looks } from '../../../../server/workshop/looks/looks.ts';
import { understand } from '../../../../src/domain/painter-lexicon.ts';
import { languages } from '../../../../src/domain/languages.ts';
import { cutName } from '../../../../src/domain/cut-name.ts';
import {
  hasTrigger,
  matchesLora,
  offeredLoras,
  partLoras,
  readLora,
  triggerWords,
  unlistedLora,
  withoutTrigger,
  withTrigger,
  writeLora,
} from '../../../../src/domain/loras.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  formProblems,
  inputToSend,
  strangeLoras,
} from '../../../../src/features/playground/form-values.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';

test.each(['riso', 'riso:0.6', '12345:0.8:0.6', '12345@67890:-1', 'Some: name:0.5', 'riso:much'])(
  'a LoRA that is read and written again is the same entry: %s',
  (entry) => expect(writeLora(readLora(entry))).toBe(entry),
);

test('strengths are read from the end, so that a name may have colons', () => {
  expect(readLora('Some: name:0.5:0.25')).toEqual({
    name: 'Some: name',
    strength: 0.5,
    textStrength: 0.25,
  });
});

describe('a form whose model takes some names only', () => {
  const schema: ModelSchema = {
    ...paintSchema,
    properties: {
      ...paintSchema.properties,
      loras: {
        type: 'array',
        title: 'LoRAs',
        default: [],
        maxItems: 2,
        'x-names': ['riso', 'film', 'Ink'],
        'x-order': 20,
      },
    },
  };
  const model = modelItem();
  const plan = planForm(schema, model);
  const sent = (loras: string[]) => {
    const values = effectiveValues(plan, model, { prompt: 'sea', loras }, false);
    return inputToSend(plan, values)['loras'];
  };

  test('sends what it takes and leaves out, by name, what it does not', () => {
    expect(sent(['riso:0.6', '12345:0.8', 'ink'])).toEqual(['riso:0.6', 'ink']);
    expect(sent(['zorn'])).toBeUndefined();
    const input = { loras: ['riso:0.6', 'Some: zorn:0.8'] };
    expect(strangeLoras({ plan, draft: { input } })).toEqual(['Some: zorn']);
    expect(strangeLoras({ plan, draft: { input: { loras: ['film'] } } })).toEqual([]);
  });

  test('finds one too many before anything is sent', () => {
    const values = { prompt: 'sea', loras: ['riso', 'film', 'Ink'] };
    expect(formProblems(schema, plan, values, new Set())).toMatchObject([
      { field: { name: 'loras' }, reason: 'too-many-names', values: [2] },
    ]);
  });
});

test('a field for any name takes every entry', () => {
  expect(partLoras(undefined, ['12345:0.8', 'zorn'])).toEqual({
    taken: ['12345:0.8', 'zorn'],
    strange: [],
  });
});

test('a picker offers the names of the field with what the list knows of them, and none that is disabled', () => {
  const listed = { ...unlistedLora('riso'), label: 'Risograph' };
  const hidden = { ...unlistedLora('film'), disabled: true };
  const elsewhere = unlistedLora('zorn');
  const offered = offeredLoras(['riso', 'film', 'noir'], [elsewhere, hidden, listed]);
  expect(offered.map(({ name, label }) => [name, label])).toEqual([
    ['riso', 'Risograph'],
    ['noir', 'noir'],
  ]);
  expect(offeredLoras(undefined, [listed])).toEqual([]);
});

test('a LoRA is found by its names in both languages, its tags and its triggers', () => {
  const item = {
    ...unlistedLora('riso'),
    label: '孔版印刷',
    name_cn: '孔版印刷',
    name_en: 'Risograph',
    tags: ['two inks'],
    trigger: 'misty, forest',
  };
  for (const search of ['孔版', 'risog', 'INKS', 'forest', 'inks  misty']) {
    expect([search, matchesLora(item, search)]).toEqual([search, true]);
  }
  expect(matchesLora(item, 'inks sea')).toBe(false);
});

describe('trigger words', () => {
  test('are parted by commas of either language, each once', () => {
    expect(triggerWords('misty, forest，雾、 misty,')).toEqual(['misty', 'forest', '雾']);
  });

  test('go behind the prompt with the comma of their language, and only once', () => {
    expect(withTrigger('', 'misty')).toBe('misty');
    expect(withTrigger('a forest ', 'misty')).toBe('a forest, misty');
    expect(withTrigger('a forest,', 'misty')).toBe('a forest, misty');
    expect(withTrigger('森林', '薄雾')).toBe('森林，薄雾');
    expect(withTrigger('Misty, a forest', 'misty')).toBe('Misty, a forest');
  });

  test.each([
    ['a forest, misty', 'a forest'],
    ['misty, a forest', 'a forest'],
    ['a forest, (misty:1.2), dawn', 'a forest, dawn'],
    ['a misty forest', 'a misty forest'],
    ['misty', ''],
    ['森林，misty、清晨', '森林、清晨'],
  ])('are taken out as parts of their own: %s', (prompt, left) => {
    expect(withoutTrigger(prompt, 'misty')).toBe(left);
    expect(hasTrigger(left, 'misty')).toBe(false);
  });

  test('of the built-in looks are words that the painter understands', () => {
    for (const { name, triggers = [] } of looks) {
      expect(triggers.length, name).toBeGreaterThan(0);
      for (const words of triggers) {
        for (const language of languages) {
          expect([words[language], understand(words[language]).tags.size > 0]).toEqual([
            words[language],
            true,
          ]);
        }
      }
    }
  });
});

test('a name of more than 25 characters is cut and says so', () => {
  expect(cutName('a'.repeat(25), 25)).toBe('a'.repeat(25));
  expect(cutName('Watercolour of the northern coast', 25)).toBe('Watercolour of the northe…');
  expect(cutName('水'.repeat(26), 25)).toBe(`${'水'.repeat(25)}…`);
});

test('a model that takes LoRAs of its own only says that CivitAI’s don’t work with it', () => {
  const engine = createBuiltinEngine();
  const told = engine.models().map(({ model, civit_lora_not_supported: isOwnOnly }) => {
    const field = engine.schema(model, 'en').properties['loras'];
    return [model, field?.['x-names'] !== undefined, isOwnOnly];
  });
  expect(told.filter(([, hasOwn]) => hasOwn).length).toBeGreaterThan(1);
  for (const [model, hasOwn, isOwnOnly] of told)
    expect([model, isOwnOnly]).toEqual([model, hasOwn]);
});
