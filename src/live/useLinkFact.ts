import { useLiveQuery } from './useLiveQuery.ts';
import { getLinkFact } from '../db/link-facts.ts';
import type { LinkFactName } from '../domain/link-facts.ts';

/** What a link brought along, as long as it holds; null when nothing did, undefined until read. */
export function useLinkFact(name: LinkFactName): string | null | undefined {
  return useLiveQuery(async () => getLinkFact(name), [name]);
}
