import { readHistoryAhead } from './live/history-ahead.ts';
import { decodeAhead } from './ui/wall/decoded-ahead.ts';

let hasStarted = false;

/** Has what the history shows first read, and its pictures decoded, before the code that draws it is there; once. */
export function startHistory(): void {
  if (hasStarted) return;
  hasStarted = true;
  readHistoryAhead(decodeAhead);
}
