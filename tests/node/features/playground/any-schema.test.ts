import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixInput } from '../../../../server/generate/prepare.ts';
import { modelSchema } from '../../../../src/api/contract/models.ts';
import type {
  InputValue,
  InputValues,
  ModelItem,
  ModelSchema,
} from '../../../../src/domain/model.ts';
import { numberBounds } from '../../../../src/domain/number-bounds.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  formProblems,
  inputToSend,
} from '../../../../src/features/playground/form-values.ts';
import { groupedFields } from '../../../../src/features/playground/parameters/grouped-fields.ts';
import { readList } from '../../../../src/features/playground/parameters/read-list.ts';
import { modelItem } from '../../../fixtures/models.ts';

const model = modelItem({
  allow_dimensions: [],
  num_outputs: [],
  filed_mappings: { prompt: null, negative_prompt: null },
});

type Property = ModelSchema['properties'][string];
type Kind = Omit<Property, 'title' | 'x-order'>;

const whole = fc.integer({ min: -100, max: 100 });
const words = fc.string({ maxLength: 12 });
const bounded = fc
  .tuple(whole, fc.integer({ min: 0, max: 50 }))
  .map(([minimum, more]) => ({ minimum, maximum: minimum + more }));

/** Each with a default that its own rules allow, or none. */
const kinds: fc.Arbitrary<Kind> = fc.oneof(
  fc.tuple(bounded, fc.boolean()).map(([range, hasDefault]): Kind => ({
    type: 'integer',
    ...range,
    ...(hasDefault && { default: range.minimum }),
  })),
  bounded.map((range): Kind => ({ type: 'number', ...range, default: range.maximum })),
  fc.constant<Kind>({ type: 'number', multipleOf: 0.05, minimum: 0, maximum: 1 }),
  fc
    .tuple(bounded, fc.constantFrom('integer' as const, 'number' as const))
    .map(([{ minimum, maximum }, type]): Kind => ({
      type,
      exclusiveMinimum: minimum,
      exclusiveMaximum: maximum + 2,
    })),
  fc.constantFrom<Kind>(
    { type: 'string', pattern: '^[a-z ]*$' },
    { type: 'string', pattern: '\\d', maxLength: 9 },
    { type: 'string', const: 'only this' },
    { type: 'integer', const: 7 },
    { type: 'boolean', const: true },
  ),
  fc.integer({ min: 1, max: 4 }).map((minItems): Kind => ({
    type: 'array',
    items: { type: 'integer' },
    minItems,
    uniqueItems: true,
  })),
  fc.boolean().map((preset): Kind => ({ type: 'boolean', default: preset })),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 3, max: 9 }))
    .map(([minLength, maxLength]): Kind => ({ type: 'string', minLength, maxLength })),
  fc
    .uniqueArray(fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), whole), {
      minLength: 1,
      maxLength: 6,
    })
    .map((values): Kind => ({ type: 'string', enum: values })),
  fc
    .constantFrom('string' as const, 'integer' as const, 'number' as const)
    .chain((type) =>
      fc
        .integer({ min: 1, max: 4 })
        .map((maxItems): Kind => ({ type: 'array', items: { type }, maxItems })),
    ),
);

/**
 * Fields with a place of their own, of which a form has one each: what they are by name, widget or format, and what an
 * operator would fix them to.
 */
const placed: readonly (readonly [name: string, kind: Kind, fixed: InputValue])[] = [
  ['prompt', { type: 'string', 'x-widget': 'prompt', maxLength: 12 }, 'fog'],
  ['negative_prompt', { type: 'string', 'x-widget': 'negative-prompt', maxLength: 12 }, 'blur'],
  ['image', { type: 'string', format: 'uri' }, 'https://example.org/a.png'],
  ['mask', { type: 'string', format: 'uri', 'x-widget': 'mask' }, 'https://example.org/b.png'],
  ['loras', { type: 'array', 'x-names': ['riso', 'ink'], maxItems: 1 }, ['riso:0.5']],
  ['n', { type: 'integer', minimum: 1, maximum: 4, default: 2 }, 3],
  ['seed', { type: 'integer', 'x-widget': 'seed', minimum: 0 }, 7],
  ['width', { type: 'integer', minimum: 64, maximum: 512, default: 128 }, 96],
  ['height', { type: 'integer', minimum: 64, maximum: 512, default: 128 }, 96],
];

const places: fc.Arbitrary<ModelSchema> = fc
  .subarray([...placed])
  .chain((chosen) =>
    fc.tuple(...chosen.map((each) => fc.tuple(fc.constant(each), fc.boolean(), fc.boolean()))),
  )
  .map((entries) => {
    const properties: ModelSchema['properties'] = {};
    const required: string[] = [];
    for (const [[name, kind, fixed], isFixed, isNeeded] of entries) {
      const order = { title: name, 'x-order': 20 + Object.keys(properties).length };
      // A seed that a person may change is a text until it is sent, which has a test of its own.
      const stays = isFixed || name === 'seed';
      properties[name] = {
        ...kind,
        ...(stays && { default: fixed, 'x-readOnly': true }),
        ...order,
      };
      if (isNeeded) required.push(name);
    }
    return { properties, required };
  });

const traits = fc.record({
  'x-hidden': fc.boolean(),
  'x-readOnly': fc.boolean(),
  'x-advanced': fc.boolean(),
  'x-group': fc.constantFrom(undefined, 'Camera', 'Light'),
});

const plainSchemas: fc.Arbitrary<ModelSchema> = fc
  .array(fc.tuple(kinds, traits, fc.boolean()), { maxLength: 12 })
  .map((entries) => {
    const properties: ModelSchema['properties'] = {};
    const required: string[] = [];
    for (const [
      index,
      [kind, { 'x-hidden': isHidden, 'x-readOnly': isFixed, ...trait }, isNeeded],
    ] of entries.entries()) {
      const name = index % 3 === 0 ? `part.field_${index}` : `field_${index}`;
      // What nobody may set has a value of its own; a platform that asked for it would ask in vain.
      const canHide = kind.default !== undefined;
      properties[name] = {
        ...kind,
        title: name,
        'x-order': entries.length - index,
        ...trait,
        ...(canHide && { 'x-hidden': isHidden, 'x-readOnly': isFixed }),
      };
      if (isNeeded) required.push(name);
    }
    return { properties, required };
  });

const schemas = fc.tuple(plainSchemas, places).map(([plain, special]): ModelSchema => ({
  properties: { ...plain.properties, ...special.properties },
  required: [...plain.required, ...special.required],
}));

const anything: fc.Arbitrary<InputValue> = fc.oneof(
  whole,
  fc.double({ min: -2, max: 2, noNaN: true }),
  fc.boolean(),
  words,
  fc.array(words, { maxLength: 5 }),
  fc.array(whole, { maxLength: 5 }),
  fc.constant(null),
);

/** What somebody set, or an older form left behind: of the right kind or of any other. */
const forms = schemas.chain((schema) =>
  fc.tuple(
    fc.constant(schema),
    fc.dictionary(fc.constantFrom('nobody', ...Object.keys(schema.properties)), anything, {
      maxKeys: 14,
    }),
  ),
);

/** The same as a JSON Schema: enumerations go by their values alone, as `validateInput` reads them. */
function asJsonSchema({ properties, required }: ModelSchema) {
  const entries = Object.entries(properties).map(([name, property]) => {
    const { type, enum: values, ...rest } = property;
    const rules = Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith('x-')));
    return [name, values ? { enum: values } : { ...rules, type }] as const;
  });
  // The platform fills defaults in, hidden ones too, before it looks for what is missing.
  const needed = required.filter((name) => properties[name]?.default === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: needed,
    additionalProperties: false,
  };
}

const ajv = new Ajv({ strict: false, multipleOfPrecision: 6 });

/** Whose record wants everything otherwise. */
const wilful: ModelItem = {
  ...model,
  use_default_prompt: true,
  params: {
    default_prompt: 'a fox',
    default_negative_prompt: 'text',
    default_width: 256,
    default_height: 256,
  },
  allow_dimensions: ['256x256'],
  num_outputs: [4],
  default_num_outputs: 4,
};

const filled = (schema: ModelSchema, chosen: InputValues) => {
  const plan = planForm(schema, model);
  const values = effectiveValues(plan, model, chosen, false);
  return { plan, values, problems: formProblems(schema, plan, values, new Set()) };
};

describe('a form of any schema', () => {
  test('sends what the schema allows, and whatever it would refuse is found before', () => {
    fc.assert(
      fc.property(forms, ([schema, chosen]) => {
        const { plan, values, problems } = filled(schema, chosen);
        const input = inputToSend(plan, values);
        const isValid = ajv.validate(asJsonSchema(schema), input);
        expect({ isValid, input, problems: problems.length > 0 }).toEqual({
          isValid,
          input,
          problems: !isValid,
        });
      }),
      { numRuns: 400 },
    );
  });

  test('shows every field that is not hidden once, by its order, and leads each problem to one of them', () => {
    fc.assert(
      fc.property(forms, ([schema, chosen]) => {
        const { plan, problems } = filled(schema, chosen);
        const rows = [...groupedFields(plan.basic), ...groupedFields(plan.advanced)];
        const { prompt, negativePrompt, width, height, sources, lines } = plan;
        const apart = [prompt, negativePrompt, width, height, ...sources, ...lines];
        const shown = [...rows.flatMap(({ fields }) => fields), ...apart].flatMap(
          (field) => field?.name ?? [],
        );
        const seen = Object.keys(schema.properties).filter(
          (name) => !schema.properties[name]?.['x-hidden'],
        );
        expect(shown.toSorted()).toEqual(seen.toSorted());
        for (const { field } of problems) expect(shown).toContain(field.name);
      }),
    );
  });

  test('cannot change what is fixed, nor ask for it, whatever the model’s own record says', () => {
    fc.assert(
      fc.property(forms, fc.constantFrom(model, wilful), ([schema, chosen], one) => {
        const plan = planForm(schema, one);
        const values = effectiveValues(plan, one, chosen, false);
        const asked = formProblems(schema, plan, values, []).map(({ field }) => field.name);
        for (const [name, property] of Object.entries(schema.properties)) {
          if (!property['x-readOnly'] || property['x-hidden']) continue;
          expect([name, values[name]]).toEqual([name, property.default]);
          expect(asked).not.toContain(name);
        }
      }),
    );
  });
});

describe('the rules of a field', () => {
  const reasonOf = (property: Kind, value: InputValue) =>
    formProblems(
      { properties: { field: { ...property, title: '', 'x-order': 0 } }, required: [] },
      planForm(
        { properties: { field: { ...property, title: '', 'x-order': 0 } }, required: [] },
        model,
      ),
      { field: value },
      [],
    ).map(({ reason, values }) => [reason, ...(values ?? [])]);

  test.each<[string, Kind, InputValue, (string | number)[][]]>([
    ['a bound that is no value', { type: 'number', exclusiveMinimum: 0 }, 0, [['not-above', 0]]],
    ['one at the top', { type: 'number', exclusiveMaximum: 1 }, 1, [['not-below', 1]]],
    ['inside of both', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5, []],
    [
      'a form',
      { type: 'string', pattern: '^#[0-9a-f]{6}$' },
      'red',
      [['wrong-form', '^#[0-9a-f]{6}$']],
    ],
    ['the form', { type: 'string', pattern: '^#[0-9a-f]{6}$' }, '#00ff99', []],
    ['too few', { type: 'array', minItems: 2 }, ['a'], [['too-few-entries', 2]]],
    ['one twice', { type: 'array', uniqueItems: true }, ['a', 'b', 'a'], [['repeated-entry', 'a']]],
    ['another than the only one', { type: 'string', const: 'a' }, 'b', [['not-allowed']]],
  ])('find %s', (_what, property, value, reasons) => {
    expect(reasonOf(property, value)).toEqual(reasons);
  });

  test('leave a pattern to the model that could take for ever, or that is none', () => {
    const text = `${'a'.repeat(60)}!`;
    for (const pattern of ['^(a+)+$', '^(a|aa)*$', '(', 'a*a*a*a*b']) {
      expect(reasonOf({ type: 'string', pattern }, text)).toEqual([]);
    }
  });

  test('keep a slider inside of bounds that are no values', () => {
    const between = { exclusiveMinimum: 0, exclusiveMaximum: 1 } as const;
    expect(numberBounds({ type: 'number', ...between }, 0.05)).toEqual({ min: 0.05, max: 0.95 });
    expect(
      numberBounds({ type: 'integer', exclusiveMinimum: 0, minimum: -5, maximum: 9 }, 1),
    ).toEqual({ min: 1, max: 9 });
  });
});

describe('a list with blank entries', () => {
  const schemaOf = (property: Kind, required: string[] = []) => ({
    properties: { words: { ...property, title: 'Words', 'x-order': 1 } },
    required,
  });

  test.each<[string, Omit<Kind, 'type'>, string[], string[]]>([
    ['one more than it may have', { maxItems: 2 }, ['', ' a', ' ', 'b'], ['a', 'b']],
    ['twice the same', { uniqueItems: true }, ['', 'a', ''], ['a']],
  ])('is counted and sent without them: %s', (_what, rules, typed, sent) => {
    const schema = schemaOf({ type: 'array', items: { type: 'string' }, ...rules });
    const { plan, values, problems } = filled(schema, { words: typed });
    expect(problems).toEqual([]);
    expect(inputToSend(plan, values)).toEqual({ words: sent });
    // Who asks the platform without the form is answered the same.
    expect(fixInput(schema, model, { words: typed }).input).toEqual({ words: sent });
  });

  test('is none at all where nothing else is in it', () => {
    const needed = schemaOf({ type: 'array', items: { type: 'string' }, maxItems: 3 }, ['words']);
    const blank = ['', '', '', ''];
    const { plan, values, problems } = filled(needed, { words: blank });
    expect(problems.map(({ reason }) => reason)).toEqual(['required']);
    expect(inputToSend(plan, values)).toEqual({});
    expect(() => fixInput(needed, model, { words: blank })).toThrow('words - required');
  });
});

describe('a field of a kind that this version does not know', () => {
  const odd = {
    properties: {
      path: { type: 'geometry', title: 'Path', 'x-order': 1, 'x-widget': 'map', format: 'wkt' },
      note: { type: 'string', title: 'Note', 'x-order': 2 },
    },
    required: [],
  };

  test('costs no other field its place, is there to be told of, and nothing is sent for it', () => {
    const schema = modelSchema.parse(odd);
    const { plan, values, problems } = filled(schema, { path: 'x', note: 'hello' });
    expect(plan.fields.map(({ name, role }) => [name, role])).toEqual([
      ['path', 'unknown'],
      ['note', 'text'],
    ]);
    expect(problems).toEqual([]);
    expect(inputToSend(plan, values)).toEqual({ note: 'hello' });
  });

  test('is a reason not to send where the model needs it', () => {
    const schema = modelSchema.parse({ ...odd, required: ['path'] });
    expect(filled(schema, {}).problems).toMatchObject([
      { field: { name: 'path' }, reason: 'required' },
    ]);
  });
});

test.each<['string' | 'integer' | undefined, string, InputValue]>([
  [undefined, 'a, b，c、 ,', ['a', 'b', 'c']],
  ['string', '1, 2', ['1', '2']],
  ['integer', '1, 2', [1, 2]],
  ['integer', '1, two', ['1', 'two']],
  ['integer', '', []],
])('a list of %s is read from %j', (type, text, read) => {
  expect(readList({ ...(type && { items: { type } }) }, text)).toEqual(read);
});
