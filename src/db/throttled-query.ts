import { onChanges } from './changes.ts';
import { databaseName } from './schema.ts';
import type { Tables } from './schema.ts';

/** What `useObservable` of dexie-react-hooks takes. */
export interface ThrottledQuery<Value> {
  subscribe(
    next: (value: Value) => void,
    onError?: (error: unknown) => void,
  ): { unsubscribe(): void };
  hasValue(): boolean;
  getValue(): Value;
}

/** After a read that took at most this long, the next one may follow at once. */
const quickMs = 8;
/** After a slower read, no query reads for this many times as long as that read took. */
const restFactor = 7;
const restMaxMs = 2_000;

/** A query is not read again within this time, because nobody can follow more than a few changes a second. */
const sameAgainMs = 200;

/** Lets reads take turns: one at a time, and none for a while after one that took long. */
export class ReadScheduler {
  readonly #waiting = new Set<() => Promise<void>>();
  #isReading = false;
  #isResting = false;

  ask(read: () => Promise<void>): void {
    this.#waiting.add(read);
    this.#next();
  }

  forget(read: () => Promise<void>): void {
    this.#waiting.delete(read);
  }

  #next(): void {
    const [read] = this.#waiting;
    if (this.#isReading || this.#isResting || !read) return;
    const fromMs = performance.now();
    this.#waiting.delete(read);
    this.#isReading = true;
    void read().finally(() => {
      this.#isReading = false;
      const tookMs = performance.now() - fromMs;
      if (tookMs > quickMs) this.#rest(Math.min(restMaxMs, restFactor * tookMs));
      else this.#next();
    });
  }

  #rest(forMs: number): void {
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      this.#next();
    }, forMs);
  }
}

/** Shared by what a page shows. */
const pageTurns = new ReadScheduler();

/**
 * A read that is repeated after changes, as Dexie's `liveQuery`, but taking turns with the others: while a
 * thousand requests leave, each write would otherwise wait for every reader of the table, and the page would do
 * nothing but read. In quiet times a change shows as soon as it would with `liveQuery`.
 * @param tables whose changes count
 */
export function throttledQuery<Value>(
  tables: readonly (keyof Tables)[],
  read: () => Promise<Value>,
  turns: ReadScheduler = pageTurns,
): ThrottledQuery<Value> {
  let last: { value: Value } | null = null;
  const prefixes = tables.map((table) => `idb://${databaseName}/${table}/`);
  const concerns = (touched: readonly string[]) =>
    touched.some((key) => key === 'all' || prefixes.some((prefix) => key.startsWith(prefix)));

  return {
    hasValue: () => last !== null,
    getValue() {
      if (last === null) throw new Error('not read yet');
      return last.value;
    },
    subscribe(next, onError) {
      let isClosed = false;
      let readAtMs = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const readNow = async () => {
        readAtMs = performance.now();
        try {
          const value = await read();
          last = { value };
          if (!isClosed) next(value);
        } catch (error) {
          if (!isClosed) onError?.(error);
        }
      };
      const stopListening = onChanges((touched) => {
        if (!concerns(touched)) return;
        timer ??= setTimeout(
          () => {
            timer = undefined;
            turns.ask(readNow);
          },
          Math.max(0, readAtMs + sameAgainMs - performance.now()),
        );
      });
      // The first read is not delayed, because a person is waiting to see its result.
      void readNow();
      return {
        unsubscribe() {
          isClosed = true;
          clearTimeout(timer);
          turns.forget(readNow);
          stopListening();
        },
      };
    },
  };
}
