import type { Table } from 'dexie';

/** So many rows more than are wanted cost less to read along than a question for each of those that are. */
const readAlongFactor = 2;

/**
 * Rows by their primary keys. Where they lie together, as works do that were made one after the other, one question
 * brings all of them: `bulkGet` asks for each, which is what reading thousands takes its time for.
 * @returns rows in the order of their keys; undefined for those that are not there
 */
export async function rowsById<Row extends { id: Id }, Id extends string>(
  table: Table<Row, Id>,
  ids: readonly Id[],
): Promise<(Row | undefined)[]> {
  const sorted = ids.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (first === last) return table.bulkGet([...ids]);
  const stretch = table.where(':id').between(first, last, true, true);
  if ((await stretch.count()) > ids.length * readAlongFactor) return table.bulkGet([...ids]);
  const rows = new Map((await stretch.toArray()).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id));
}
