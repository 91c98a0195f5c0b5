import { useLiveQuery } from 'dexie-react-hooks';
import { currentOwner } from '../db/account/session.ts';
import { listDraftedTools } from '../db/drafts.ts';
import type { GeneratorType } from '../domain/generator-types.ts';

/** Tools that whoever is here has worked with, the last one first; undefined until read. */
export function useRecentTools(): GeneratorType[] | undefined {
  return useLiveQuery(async () => listDraftedTools(await currentOwner()), []);
}
