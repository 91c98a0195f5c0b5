import { liveQuery } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import type { DependencyList } from 'react';
import { firstInTransition } from './first-in-transition.ts';

/**
 * A read that is repeated whenever what it read changes. Undefined until the first answer; while other `deps` are
 * read for, the answer for those before.
 * @throws what the read threw
 */
export function useLiveQuery<Value>(
  read: () => Promise<Value>,
  deps: DependencyList = [],
): Value | undefined {
  return useObservable(() => firstInTransition(liveQuery(read)), [...deps]);
}
