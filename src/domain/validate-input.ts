import type { InputValue, InputValues, ModelSchema, SchemaProperty } from './model.ts';

export const inputProblems = [
  'required',
  'wrong-type',
  'not-allowed',
  'too-small',
  'too-large',
  'not-a-step',
  'too-short',
  'too-long',
] as const;

export type InputProblem =
  | { problem: (typeof inputProblems)[number]; field: string; limit?: number }
  | { problem: 'unknown-field'; field: string };

function problemOfNumber(
  property: SchemaProperty,
  value: number,
): [(typeof inputProblems)[number], number?] | null {
  if (!Number.isFinite(value)) return ['wrong-type'];
  if (property.type === 'integer' && !Number.isInteger(value)) return ['wrong-type'];
  if (property.minimum !== undefined && value < property.minimum)
    return ['too-small', property.minimum];
  if (property.maximum !== undefined && value > property.maximum)
    return ['too-large', property.maximum];
  if (property.multipleOf !== undefined) {
    const quotient = value / property.multipleOf;
    if (Math.abs(quotient - Math.round(quotient)) > 1e-6)
      return ['not-a-step', property.multipleOf];
  }
  return null;
}

function problemOfString(
  property: SchemaProperty,
  value: string,
): [(typeof inputProblems)[number], number?] | null {
  const characters = [...value].length;
  if (property.minLength !== undefined && characters < property.minLength)
    return ['too-short', property.minLength];
  if (property.maxLength !== undefined && characters > property.maxLength)
    return ['too-long', property.maxLength];
  return null;
}

function problemOf(
  property: SchemaProperty,
  value: InputValue,
): [(typeof inputProblems)[number], number?] | null {
  if (property.enum) {
    const allowed =
      typeof value === 'string' || typeof value === 'number'
        ? property.enum.includes(value)
        : false;
    return allowed ? null : ['not-allowed'];
  }
  switch (property.type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' ? problemOfNumber(property, value) : ['wrong-type'];
    case 'string':
      return typeof value === 'string' ? problemOfString(property, value) : ['wrong-type'];
    case 'boolean':
      return typeof value === 'boolean' ? null : ['wrong-type'];
    case 'array':
      return Array.isArray(value) ? null : ['wrong-type'];
  }
}

function isEmpty(value: InputValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
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
      if (schema.required.includes(field)) problems.push({ problem: 'required', field });
      continue;
    }
    const found = problemOf(property, value as InputValue);
    if (found)
      problems.push({
        problem: found[0],
        field,
        ...(found[1] === undefined ? {} : { limit: found[1] }),
      });
  }
  for (const field of Object.keys(input)) {
    if (!Object.hasOwn(schema.properties, field))
      problems.push({ problem: 'unknown-field', field });
  }
  return problems;
}
