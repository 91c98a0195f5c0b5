import type { InputValue, SchemaProperty } from '../../../domain/model.ts';

/**
 * The entries of a list as they are typed, with commas of any language between them. Where a list takes numbers and
 * something else is typed, it stays text, so that it can be said and mended.
 */
export function readList({ items }: Pick<SchemaProperty, 'items'>, text: string): InputValue {
  const entries = text
    .split(/[,\uFF0C、]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const isNumeric = items?.type === 'integer' || items?.type === 'number';
  const numbers = entries.map(Number);
  return isNumeric && numbers.every(Number.isFinite) ? numbers : entries;
}
