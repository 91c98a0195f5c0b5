import { useSyncExternalStore } from 'react';
import type { SharedQuery } from './shared-query.ts';

const nothingYet = (): undefined => undefined;

/** Follows it: undefined until read. @throws what the query threw */
export function useSharedQuery<Value>({ subscribe, read }: SharedQuery<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, read, nothingYet);
}
