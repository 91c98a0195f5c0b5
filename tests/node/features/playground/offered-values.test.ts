import { describe, expect, test } from 'vitest';
import { createBuiltinEngine } from '../../../../server/workshop/engine.ts';
import type { Engine } from '../../../../server/engines/contract/engine.ts';
import { createCatalogue } from '../../../../server/models/catalogue.ts';
import { fixInput } from '../../../../server/generate/prepare.ts';
import { acceptedTypes } from '../../../../src/domain/source-limits.ts';
import { languages } from '../../../../src/domain/languages.ts';
import type { InputValues, ModelItem, ModelSchema } from '../../../../src/domain/model.ts';
import { isFileField, planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  allowedCounts,
  effectiveValues,
  inputToSend,
} from '../../../../src/features/playground/form-values.ts';
import {
  sideRange,
  sizeChoices,
  standardSize,
} from '../../../../src/features/playground/parameters/size-choices.ts';
import { setUpHorde } from '../../engines/horde-harness.ts';

/** Everything that a form of this model lets somebody choose by name, each as what the person changed. */
function choicesOf(schema: ModelSchema, model: ModelItem): InputValues[] {
  const plan = planForm(schema, model);
  const found: InputValues[] = [{}];
  const { width, height } = plan;
  if (width && height) {
    const standard = standardSize(width, height, model);
    const sides = [sideRange(width), sideRange(height)] as const;
    for (const size of sizeChoices(model, ...sides, standard).offered) {
      found.push({ [width.name]: size.width, [height.name]: size.height });
    }
  }
  for (const field of plan.fields) {
    const { name, property, role } = field;
    if (property['x-readOnly']) continue;
    if (role === 'count')
      for (const count of allowedCounts(field, model)) found.push({ [name]: count });
    for (const value of property.enum ?? []) found.push({ [name]: value });
    if (role === 'number') {
      for (const end of [property.minimum, property.maximum]) {
        if (end !== undefined) found.push({ [name]: end });
      }
    }
    for (const lora of property['x-names'] ?? []) found.push({ [name]: [lora] });
  }
  return found;
}

/** What the platform says to what a form sends; null when it takes it. */
function refusalOf(schema: ModelSchema, model: ModelItem, chosen: InputValues): string | null {
  const plan = planForm(schema, model);
  const files = new Set(plan.fields.filter(isFileField).map(({ name }) => name));
  const overrides = { ...chosen };
  for (const field of plan.fields) {
    const { name, property, role } = field;
    // What only a person can fill in: a prompt's default is an example to read.
    const isOpen = role === 'prompt' || (property.default ?? '') === '';
    const isAsked = schema.required.includes(name) && isOpen;
    if (!isFileField(field) && property.type === 'string' && isAsked) overrides[name] ??= 'a boat';
  }
  const values = effectiveValues(plan, model, overrides, files.size > 0, files);
  const input = inputToSend(plan, values);
  for (const name of files) input[name] = '/files/uploaded';
  try {
    fixInput(schema, model, input);
    return null;
  } catch (error) {
    return `${model.model} ${JSON.stringify(chosen)}: ${String(error)}`;
  }
}

function refusalsOf(engine: Engine): string[] {
  const catalogue = createCatalogue([engine], () => ({}));
  return languages.flatMap((language) =>
    catalogue.list(language).flatMap((model) => {
      const offered = catalogue.find(model.model);
      const schema = offered && catalogue.schema(offered, language);
      if (!schema) throw new Error(`${model.model} has no schema`);
      return choicesOf(schema, model).flatMap((chosen) => refusalOf(schema, model, chosen) ?? []);
    }),
  );
}

describe('what a form offers is taken by the platform, untouched or chosen', () => {
  test('of every tool of the workshop', () => {
    const engine = createBuiltinEngine();
    expect(engine.models().length).toBeGreaterThan(20);
    expect(refusalsOf(engine)).toEqual([]);
  });

  describe('and of an AI Horde', () => {
    const horde = setUpHorde();

    test('each of its models', () => {
      expect(horde.engine.models().length).toBeGreaterThan(1);
      expect(refusalsOf(horde.engine)).toEqual([]);
    });
  });
});

test.each(languages)(
  'no tool of the workshop opens with a size that is none of its choices, in %s',
  (language) => {
    const engine = createBuiltinEngine();
    const catalogue = createCatalogue([engine], () => ({}));
    const strays = catalogue.list(language).flatMap((model) => {
      const plan = planForm(engine.schema(model.model, language), model);
      const { width, height } = plan;
      if (!width || !height) return [];
      const sides = [sideRange(width), sideRange(height)] as const;
      const standard = standardSize(width, height, model);
      const { offered } = sizeChoices(model, ...sides, standard);
      const values = effectiveValues(plan, model, {}, false, new Set());
      const [across, down] = [values[width.name], values[height.name]];
      const isOffered = offered.some((size) => size.width === across && size.height === down);
      return isOffered ? [] : [`${model.model}: ${String(across)} × ${String(down)}`];
    });
    expect(strays).toEqual([]);
  },
);

test('a file that a tool starts from is called by what it is', () => {
  const engine = createBuiltinEngine();
  for (const language of languages) {
    for (const model of createCatalogue([engine], () => ({})).list(language)) {
      const types = acceptedTypes(model.accept_types ?? []);
      const field = model.upload && engine.schema(model.model, language).properties[model.upload];
      if (!field) continue;
      const about = `${model.model}: ${field.title}`;
      if (types.every((type) => type === 'application/zip')) expect(about).toMatch(/zip|压缩包/i);
      else if (types.every((type) => type.startsWith('video/')))
        expect(about).toMatch(/: (?:Video|视频)$/);
      else expect(about).not.toMatch(/zip|压缩包|video|视频/i);
    }
  }
});

test('a size that a deployment does not allow is no choice of the form, and refused where it is sent', () => {
  const engine = createBuiltinEngine();
  const catalogue = createCatalogue([engine], () => ({
    'kiln-painter': ['640x512'],
  }));
  const model = catalogue.list('en').find((item) => item.model === 'kiln-painter')!;
  const schema = engine.schema('kiln-painter', 'en');
  const sizes = choicesOf(schema, model).filter((chosen) => 'width' in chosen);
  expect(sizes).toEqual([{ width: 640, height: 512 }]);
  const sent = { prompt: 'a boat', width: 512, height: 512 };
  expect(() => fixInput(schema, model, sent)).toThrow('width - the size must be one of 640x512');
});

test('music under a film is asked nothing about a voice, by the form and where it is made', () => {
  const engine = createBuiltinEngine();
  const catalogue = createCatalogue([engine], () => ({}));
  const model = catalogue.list('en').find((item) => item.model === 'kiln-soundtrack')!;
  const schema = engine.schema(model.model, 'en');
  const plan = planForm(schema, model);
  const set = { video: 'https://kiln.test/a', prompt: 'calm', timbre: 'deep' };
  const filled = new Set(['video']);
  for (const [sound, heard] of [
    ['music', []],
    ['voice', ['pitch', 'speed', 'timbre', 'voice']],
  ] as const) {
    const shown = effectiveValues(plan, model, { ...set, sound }, true, filled);
    const made = fixInput(schema, model, { ...set, sound }).input;
    for (const values of [shown, made]) {
      const ofVoice = ['pitch', 'speed', 'timbre', 'voice'].filter((name) => name in values);
      expect(ofVoice).toEqual(heard);
    }
  }
});
