import type { FieldReason, FormReasonCode } from './field-reasons.ts';
import type { InputValue, InputValues, ModelSchema, SchemaProperty } from './model.ts';
import { givenEntries } from './list-entries.ts';
import { isBegun } from './optional-parts.ts';
import { fitsPattern } from './text-pattern.ts';

/** Why a field of a form cannot be sent as it is. */
export type InputProblem = FieldReason & { field: string; reason: FormReasonCode };

type Problem = { reason: FormReasonCode; values?: readonly (string | number)[] };

const beyond = (reason: FormReasonCode, limit: number): Problem => ({ reason, values: [limit] });

function problemOfNumber(property: SchemaProperty, value: number): Problem | null {
  const {
    minimum,
    maximum,
    exclusiveMinimum: above,
    exclusiveMaximum: below,
    multipleOf,
  } = property;
  if (!Number.isFinite(value)) return { reason: 'wrong-type' };
  if (property.type === 'integer' && !Number.isInteger(value)) return { reason: 'wrong-type' };
  if (minimum !== undefined && value < minimum) return beyond('too-small', minimum);
  if (maximum !== undefined && value > maximum) return beyond('too-large', maximum);
  if (above !== undefined && value <= above) return beyond('not-above', above);
  if (below !== undefined && value >= below) return beyond('not-below', below);
  if (multipleOf !== undefined) {
    const quotient = value / multipleOf;
    if (Math.abs(quotient - Math.round(quotient)) > 1e-6) return beyond('not-a-step', multipleOf);
  }
  return null;
}

function problemOfString(
  { minLength, maxLength, pattern }: SchemaProperty,
  value: string,
): Problem | null {
  const characters = [...value].length;
  if (minLength !== undefined && characters < minLength) return beyond('too-short', minLength);
  if (maxLength !== undefined && characters > maxLength) return beyond('too-long', maxLength);
  if (pattern !== undefined && !fitsPattern(value, pattern))
    return { reason: 'wrong-form', values: [pattern] };
  return null;
}

/** `riso` or `riso:0.6`: a name that nobody has is found before anything is sent, and one too many as well. */
function problemOfList(
  { maxItems, minItems = 0, uniqueItems, items, format, 'x-names': names }: SchemaProperty,
  entries: readonly unknown[],
): Problem | null {
  const fits = (entry: unknown) =>
    items?.type === 'integer'
      ? Number.isInteger(entry)
      : items?.type === 'number'
        ? Number.isFinite(entry)
        : typeof entry === 'string';
  if (items && !entries.every(fits)) return { reason: 'wrong-type' };
  const given = givenEntries(entries.map(String));
  if (maxItems !== undefined && given.length > maxItems)
    return beyond(format === 'uri' ? 'too-many-files' : 'too-many-names', maxItems);
  if (given.length < minItems) return beyond('too-few-entries', minItems);
  const twice = uniqueItems && given.find((entry, at) => given.indexOf(entry) < at);
  if (twice !== undefined && twice !== false) return { reason: 'repeated-entry', values: [twice] };
  if (!names) return null;
  const known = new Set(names.map((name) => name.toLowerCase()));
  const values = given
    .map((entry) => entry.split(':')[0]!.trim())
    .filter((name) => !known.has(name.toLowerCase()));
  return values.length === 0 ? null : { reason: 'unknown-name', values };
}

function problemOf(property: SchemaProperty, value: InputValue): Problem | null {
  if (property.const !== undefined) {
    return value === property.const ? null : { reason: 'not-allowed' };
  }
  if (property.enum) {
    const allowed =
      typeof value === 'string' || typeof value === 'number'
        ? property.enum.includes(value)
        : false;
    return allowed ? null : { reason: 'not-allowed' };
  }
  switch (property.type) {
    case 'integer':
    case 'number':
      return typeof value === 'number'
        ? problemOfNumber(property, value)
        : { reason: 'wrong-type' };
    case 'string':
      return typeof value === 'string'
        ? problemOfString(property, value)
        : { reason: 'wrong-type' };
    case 'boolean':
      return typeof value === 'boolean' ? null : { reason: 'wrong-type' };
    case 'unknown':
      // Whoever knows the kind judges it.
      return null;
    case 'array':
      return Array.isArray(value) ? problemOfList(property, value) : { reason: 'wrong-type' };
  }
}

function isEmpty(value: InputValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && givenEntries<string | number>(value).length === 0)
  );
}

/**
 * Holds a request's input against a model's schema; the form and the platform use the same rules
 * (spec 1, section 5). An empty optional field is fine: the default applies.
 * @returns every problem found, in schema order; an empty list when the input may be sent
 */
export function validateInput(schema: ModelSchema, input: InputValues): InputProblem[] {
  const problems: InputProblem[] = [];
  for (const [field, property] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (isEmpty(value)) {
      const part = property['x-part'];
      const isNeeded =
        schema.required.includes(field) || (part?.required && isBegun(part.path, input));
      if (isNeeded) problems.push({ field, reason: 'required' });
      continue;
    }
    const found = problemOf(property, value as InputValue);
    if (found) problems.push({ field, ...found });
  }
  for (const field of Object.keys(input)) {
    if (!Object.hasOwn(schema.properties, field)) problems.push({ field, reason: 'unknown-field' });
  }
  return problems;
}
