import type { InputValues, ModelSchema, SchemaProperty } from './model.ts';

/*
 * Spec 1, section 9: sides go to 2048 and steps to 50, and to 3072 and 500 for those who switch larger parameters on.
 * Where a model can do more, its schema says so beside the usual limit.
 */

/** How far a field goes with larger parameters; null where that makes no difference. */
const largerMaximum = ({ maximum, 'x-larger-maximum': larger }: SchemaProperty): number | null =>
  maximum !== undefined && larger !== undefined && larger > maximum ? larger : null;

const isAsked = (property: SchemaProperty): boolean =>
  !property['x-hidden'] && !property['x-readOnly'] && largerMaximum(property) !== null;

/** Whether a model has larger parameters that a person may set. */
export function hasLarger(schema: ModelSchema): boolean {
  return Object.values(schema.properties).some(isAsked);
}

/** A schema as it is with larger parameters; the same one where it has none or they are off. */
export function withLarger(schema: ModelSchema, isOn: boolean): ModelSchema {
  if (!isOn || !hasLarger(schema)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const maximum = largerMaximum(property);
    return [name, maximum === null ? property : { ...property, maximum }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** What of an input is beyond the usual limits of a schema and within its larger ones. */
function beyondUsual({ properties }: ModelSchema, input: InputValues): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    const larger = isAsked(property) ? largerMaximum(property) : null;
    const isBeyond =
      larger !== null &&
      typeof value === 'number' &&
      value > (property.maximum ?? Infinity) &&
      value <= larger;
    return isBeyond ? [name] : [];
  });
}

/** Whether somebody set what only larger parameters allow, as in a work that is done once more. */
export function asksForLarger(schema: ModelSchema, input: InputValues): boolean {
  return beyondUsual(schema, input).length > 0;
}

/** An input without what only larger parameters allow. */
export function withoutLarger(schema: ModelSchema, input: InputValues): InputValues {
  const beyond = new Set(beyondUsual(schema, input));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !beyond.has(name)));
}
