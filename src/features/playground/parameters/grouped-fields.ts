import type { FormField } from '../form-plan.ts';

/** Fields as they stand in a form: one by itself, or those of one group together, where the first of them stands. */
export function groupedFields(
  fields: readonly FormField[],
): { group: string | null; fields: FormField[] }[] {
  const rows: { group: string | null; fields: FormField[] }[] = [];
  for (const field of fields) {
    const group = field.property['x-group'] ?? null;
    const known = group === null ? undefined : rows.find((row) => row.group === group);
    if (known) known.fields.push(field);
    else rows.push({ group, fields: [field] });
  }
  return rows;
}
