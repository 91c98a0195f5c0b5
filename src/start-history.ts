import { readHistoryAhead } from './live/history-ahead.ts';
import { decodeAhead } from './ui/wall/decoded-ahead.ts';

/** Has what the history shows first read, and its pictures decoded, before the code that draws it is there. */
export const startHistory = (): void => readHistoryAhead(decodeAhead);
