import type { WorkRow } from '../../../db/schema.ts';
import type { InputValue, ModelSchema } from '../../../domain/model.ts';
import { parameterRows } from '../parameter-rows.ts';

/** A setting of several works. */
export interface ComparedRow {
  name: string;
  /** From a schema; null when this device has never seen one that has it. */
  label: string | null;
  /** One for each work, null where it has none. */
  values: ({ value: InputValue; label: string | null } | null)[];
  isSame: boolean;
}

/** The settings of works side by side, in the order of the first one's schema, then those that only later ones have. */
export function comparedRows(
  works: readonly { work: Pick<WorkRow, 'parameters'>; schema: ModelSchema | null }[],
): ComparedRow[] {
  const columns = works.map(
    ({ work, schema }) => new Map(parameterRows(work, schema).map((row) => [row.name, row])),
  );
  const names = new Set(columns.flatMap((column) => [...column.keys()]));
  return [...names].map((name) => {
    const cells = columns.map((column) => column.get(name));
    const written = cells.map((cell) => JSON.stringify(cell?.value));
    return {
      name,
      label: cells.find((cell) => cell?.label)?.label ?? null,
      values: cells.map((cell) => (cell ? { value: cell.value, label: cell.valueLabel } : null)),
      isSame: written.every((value) => value === written[0]),
    };
  });
}
