import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inputValues } from '../../../src/api/contract/inputs.ts';
import { modelSchema } from '../../../src/api/contract/models.ts';
import type { InputValue } from '../../../src/domain/model.ts';
import { planForm } from '../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  formProblems,
  inputToSend,
} from '../../../src/features/playground/form-values.ts';
import { fixInput } from '../../../server/generate/prepare.ts';
import { describeCog, missingInputs } from '../../../server/engines/cog/models.ts';
import { readInterface } from '../../../server/engines/cog/openapi.ts';
import { nestInput } from '../../../server/engines/cog/nest.ts';
import { modelItem } from '../../fixtures/models.ts';

type Node = Record<string, unknown>;

const settings = {
  kind: 'cog' as const,
  name: 'studio',
  url: 'http://127.0.0.1:1',
  files: [],
  cost: 1,
  fields: {},
  input: {},
  timeoutMinutes: 1,
  types: ['Text2Img' as const],
};
const form = modelItem({
  allow_dimensions: [],
  num_outputs: [],
  filed_mappings: { prompt: null, negative_prompt: null },
});

const leaf: fc.Arbitrary<Node> = fc.oneof(
  fc
    .tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 9 }), fc.boolean())
    .map(([minimum, more, preset]) => ({
      type: 'integer',
      minimum,
      maximum: minimum + more,
      ...(preset && { default: minimum }),
    })),
  fc.constantFrom<Node>(
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    { type: 'boolean' },
    { type: 'boolean', default: true },
    { type: 'string', minLength: 1, maxLength: 6 },
    { type: 'string', enum: ['warm', 'cold'], default: 'cold' },
    { enum: [1, 2, 4] },
    { type: 'string', const: 'fine' },
    { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 3 },
    { type: ['string', 'null'] },
  ),
);

const names = fc.constantFrom('a', 'b', 'c', 'd');
/** Something by itself, by another name, put together from parts, or a choice between it and nothing. */
const wrapped = (inner: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc.tuple(inner, fc.constantFrom('plain', 'ref', 'all', 'any', 'one')).map(([node, how]) => {
    if (how === 'ref') return { $ref: node };
    if (how === 'all') return { allOf: [node], title: 'Named' };
    if (how === 'any') return { anyOf: [node, { type: 'null' }] };
    return how === 'one' ? { oneOf: [node] } : node;
  });

const { node } = fc.letrec<{ node: Node; object: Node; list: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    wrapped(leaf),
    wrapped(tie('object')),
    wrapped(tie('list')),
  ),
  object: fc
    .tuple(
      fc.dictionary(names, tie('node'), { minKeys: 1, maxKeys: 3 }),
      fc.subarray(['a', 'b', 'c', 'd']),
    )
    .map(([properties, wanted]) => ({
      type: 'object',
      properties,
      required: wanted.filter((name) => Object.hasOwn(properties, name)),
    })),
  list: fc
    .tuple(tie('object'), fc.integer({ min: 0, max: 2 }), fc.integer({ min: 2, max: 3 }))
    .map(([items, minItems, maxItems]) => ({ type: 'array', items, minItems, maxItems })),
}));

/** An OpenAPI document of a container, with what is referred to where documents have it. */
function documentOf(properties: Record<string, Node>, required: string[]) {
  const schemas: Record<string, Node> = {};
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Node;
    if (typeof $ref === 'object') {
      const name = `Part${Object.keys(schemas).length}`;
      schemas[name] = {};
      schemas[name] = placed($ref) as Node;
      return { $ref: `#/components/schemas/${name}` };
    }
    return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, placed(inner)]));
  };
  const input = placed({ type: 'object', properties, required, additionalProperties: false });
  schemas['Input'] = input as Node;
  schemas['Output'] = { type: 'string', format: 'uri' };
  return { paths: {}, components: { schemas } };
}

const documents = fc
  .tuple(fc.dictionary(names, node, { minKeys: 1 }), fc.subarray(['a', 'b', 'c', 'd']))
  .map(([properties, wanted]) =>
    documentOf(
      properties,
      wanted.filter((name) => Object.hasOwn(properties, name)),
    ),
  );

const anything: fc.Arbitrary<InputValue> = fc.oneof(
  fc.integer({ min: -9, max: 18 }),
  fc.constantFrom(0.5, true, false, 'warm', 'x', '', null),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
);

const ajv = new Ajv({ strict: false, validateFormats: false, allowUnionTypes: true });

/** What the container is sent for what somebody set, or null where the form says what is missing or wrong. */
function sentFor(document: ReturnType<typeof documentOf>, chosen: readonly InputValue[]) {
  const known = readInterface(document)!;
  if (missingInputs(settings, known).length > 0) return null;
  const [described] = describeCog(settings, known);
  const schema = modelSchema.parse(described!.schema('en'));
  const plan = planForm(schema, form);
  const picked = plan.fields.map(({ name }, at): [string, InputValue] => [
    name,
    chosen[at % Math.max(1, chosen.length)] ?? null,
  ]);
  const overrides = Object.fromEntries(picked.filter((_each, at) => at % 3 !== 2));
  const values = effectiveValues(plan, form, overrides, false);
  if (formProblems(schema, plan, values, []).length > 0) return null;
  const input = inputValues.parse(inputToSend(plan, values));
  // As the platform takes it, with the defaults of what is there.
  return nestInput(known, fixInput(schema, described!.item, input).input);
}

test('what a form of any document lets through, with objects in objects and lists of them, the container takes', () => {
  let sent = 0;
  fc.assert(
    fc.property(documents, fc.array(anything, { maxLength: 9 }), (document, chosen) => {
      const input = sentFor(document, chosen);
      if (input === null) return;
      sent += 1;
      const accepts = ajv.compile({ ...document.components.schemas['Input'], ...document });
      expect({ isTaken: accepts(input), input, errors: accepts.errors }).toMatchObject({
        isTaken: true,
      });
    }),
    { numRuns: 200 },
  );
  expect(sent).toBeGreaterThan(20);
});
