import { useObservable } from 'dexie-react-hooks';
import type { DependencyList } from 'react';
import { throttledQuery } from '../db/throttled-query.ts';
import { firstInTransition } from './first-in-transition.ts';

/**
 * A read of tables that change many times a second while a thousand requests leave: such reads take turns
 * instead of running after each write. Undefined until the first answer.
 * @param tables whose changes count
 */
export function useThrottledQuery<Value>(
  tables: Parameters<typeof throttledQuery>[0],
  read: () => Promise<Value>,
  deps: DependencyList,
): Value | undefined {
  return useObservable(() => firstInTransition(throttledQuery(tables, read)), [...deps]);
}
