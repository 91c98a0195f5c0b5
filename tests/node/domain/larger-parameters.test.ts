import { expect, test } from 'vitest';
import { fixInput } from '../../../server/generate/prepare.ts';
import {
  asksForLarger,
  hasLarger,
  withLarger,
  withoutLarger,
} from '../../../src/domain/larger-parameters.ts';
import { buildSchema, commonFields, largerFields } from '../../../src/domain/schema-fields.ts';
import { modelItem } from '../../fixtures/models.ts';

const schema = buildSchema({ ...commonFields, ...largerFields }, ['prompt'], 'en');
const usual = buildSchema(commonFields, ['prompt'], 'en');

test('sides go to 3072 and steps to 500 where a model can and a person wants it', () => {
  const limits = (of: typeof schema) =>
    ['width', 'height', 'steps', 'cfg_scale'].map((name) => of.properties[name]?.maximum);
  expect(limits(withLarger(schema, false))).toEqual([2048, 2048, 50, 24]);
  expect(limits(withLarger(schema, true))).toEqual([3072, 3072, 500, 24]);
  expect(withLarger(withLarger(schema, true), true)).toEqual(withLarger(schema, true));
  expect([hasLarger(schema), hasLarger(usual)]).toEqual([true, false]);
  expect(withLarger(usual, true)).toBe(usual);
  const input = { width: 3072, height: 1024, steps: 50, prompt: 'fog' };
  expect([asksForLarger(schema, input), asksForLarger(usual, input)]).toEqual([true, false]);
  expect(asksForLarger(schema, { ...input, width: 2048 })).toBe(false);
  // More than even that is nobody's wish but a mistake.
  expect(asksForLarger(schema, { width: 4096 })).toBe(false);
  expect(withoutLarger(schema, input)).toEqual({ height: 1024, steps: 50, prompt: 'fog' });
});

test('the platform takes what larger parameters allow, and no more', () => {
  const model = modelItem({ allow_dimensions: [] });
  const fix = (of: typeof schema, changes: object) => () =>
    fixInput(of, model, { prompt: 'fog', ...changes });
  expect(fix(schema, { width: 3072, height: 3072, steps: 500 })().input).toMatchObject({
    width: 3072,
    steps: 500,
  });
  for (const beyond of [{ width: 3136 }, { steps: 501 }]) {
    expect(fix(schema, beyond)).toThrow('at most');
  }
  expect(fix(usual, { width: 3072 })).toThrow('at most');
});
