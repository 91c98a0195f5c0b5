import { liveQuery } from 'dexie';

/** A query of the database that any number of components follow, and that is asked once for all of them. */
export interface SharedQuery<Value> {
  subscribe: (listener: () => void) => () => void;
  /** Undefined until read. @throws what the query threw */
  read: () => Value | undefined;
}

/**
 * Makes one. It is asked while somebody follows it, and forgotten afterwards: what a later page shows was read for it.
 * @param query reads from Dexie, which notices when its answer changes
 */
export function sharedQuery<Value>(query: () => Promise<Value>): SharedQuery<Value> {
  const listeners = new Set<() => void>();
  let subscription: { unsubscribe(): void } | null = null;
  let answer: { value: Value } | { error: unknown } | null = null;

  function tell(next: typeof answer): void {
    answer = next;
    for (const listener of listeners) listener();
  }

  function stopIfUnused(): void {
    if (listeners.size > 0) return;
    subscription?.unsubscribe();
    subscription = null;
    answer = null;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      // Dexie looks whether it is given an async function: of any other it follows only what is read at once.
      subscription ??= liveQuery(async () => query()).subscribe({
        next: (value) => tell({ value }),
        error: (error: unknown) => tell({ error }),
      });
      return () => {
        listeners.delete(listener);
        // The page that comes next asks within the same moment.
        if (listeners.size === 0) setTimeout(stopIfUnused);
      };
    },
    read() {
      if (answer === null) return undefined;
      if ('error' in answer) throw answer.error;
      return answer.value;
    },
  };
}

/** The same by a key, each made when it is first wanted. */
export function sharedQueries<Key, Value>(
  query: (key: Key) => Promise<Value>,
): (key: Key) => SharedQuery<Value> {
  const byKey = new Map<Key, SharedQuery<Value>>();
  return (key) => {
    const known = byKey.get(key) ?? sharedQuery(() => query(key));
    byKey.set(key, known);
    return known;
  };
}

/** What follows from the answer of another one: worked out once for each answer, and asked together with it. */
export function derivedQuery<From, Value>(
  { subscribe, read }: SharedQuery<From>,
  derive: (answer: From) => Value,
): SharedQuery<Value> {
  let known: { from: From; value: Value } | null = null;
  return {
    subscribe,
    read() {
      const from = read();
      if (from === undefined) return undefined;
      if (known?.from !== from) known = { from, value: derive(from) };
      return known.value;
    },
  };
}

/** The same by a key, each made when it is first wanted. @see sharedQueries */
export function derivedQueries<From, Key, Value>(
  query: SharedQuery<From>,
  derive: (answer: From, key: Key) => Value,
): (key: Key) => SharedQuery<Value> {
  const byKey = new Map<Key, SharedQuery<Value>>();
  return (key) => {
    const known = byKey.get(key) ?? derivedQuery(query, (answer) => derive(answer, key));
    byKey.set(key, known);
    return known;
  };
}
