import type { GenerateIntent, Intent } from '../../domain/intent.ts';

/** Narrows a row read again by the id of a generation; its kind never changes. */
export function asGenerate(row: Intent): GenerateIntent {
  if (row.kind !== 'generate') throw new TypeError(`${row.id} is no generation`);
  return row;
}
