import type { WorkRow } from '../../../db/schema.ts';
import type { InputValue, ModelSchema } from '../../../domain/model.ts';
import { parameterRows } from '../parameter-rows.ts';

/** A setting of two works. */
export interface ComparedRow {
  name: string;
  /** From a schema; null when this device has never seen one that has it. */
  label: string | null;
  /** Null where the work has none. */
  a: { value: InputValue; label: string | null } | null;
  b: { value: InputValue; label: string | null } | null;
  isSame: boolean;
}

type Compared = Pick<WorkRow, 'parameters'>;

/** The settings of two works side by side, in the order of the first one's schema, then those that only the second has. */
export function comparedRows(
  a: Compared,
  b: Compared,
  schemas: { a: ModelSchema | null; b: ModelSchema | null },
): ComparedRow[] {
  const [left, right] = [parameterRows(a, schemas.a), parameterRows(b, schemas.b)];
  const others = new Map(right.map((row) => [row.name, row]));
  const names = [...new Set([...left, ...right].map(({ name }) => name))];
  return names.map((name) => {
    const mine = left.find((row) => row.name === name);
    const theirs = others.get(name);
    return {
      name,
      label: mine?.label ?? theirs?.label ?? null,
      a: mine ? { value: mine.value, label: mine.valueLabel } : null,
      b: theirs ? { value: theirs.value, label: theirs.valueLabel } : null,
      isSame: JSON.stringify(mine?.value) === JSON.stringify(theirs?.value),
    };
  });
}
