import { useLiveQuery } from './useLiveQuery.ts';

/**
 * A live read about one thing. While the next thing is read, `useLiveQuery` still holds the answer for the one
 * before; here that counts as not read yet.
 * @param key what it is about; also what `read` depends on
 * @returns undefined until the answer for this very key is there
 */
export function useKeyedQuery<Key, Value>(
  key: Key,
  read: (key: Key) => Promise<Value>,
): Value | undefined {
  const found = useLiveQuery(async () => ({ key, value: await read(key) }), [key]);
  return found?.key === key ? found.value : undefined;
}
