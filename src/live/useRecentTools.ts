import { useLiveQuery } from './useLiveQuery.ts';
import { currentOwner } from '../db/account/session.ts';
import { listRecentTools } from '../db/recent-tools.ts';
import type { ToolWay } from '../domain/tool-entries.ts';

/** Tools that whoever is here has worked with, each in its mode, the last one first; undefined until read. */
export function useRecentTools(): ToolWay[] | undefined {
  return useLiveQuery(async () => listRecentTools(await currentOwner()), []);
}
