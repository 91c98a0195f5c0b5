import type { Lock, Locker, RequestRelease } from '@tus/server';

import { Problem } from '../http/problem.ts';

const giveUpMs = 10_000;

interface Holder {
  ask: RequestRelease;
  released: Promise<void>;
}

/**
 * One request at a time for each upload. Who waits asks the holder to end: it may be a connection that died
 * without a word. (The library's own locker spins on the event loop meanwhile.)
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    const holders = this.#holders;
    let release: (() => void) | undefined;
    return {
      async lock(stop, ask) {
        const giveUpAt = Date.now() + giveUpMs;
        for (let holder = holders.get(id); holder; holder = holders.get(id)) {
          await holder.ask();
          const timeLeft = AbortSignal.timeout(Math.max(0, giveUpAt - Date.now()));
          const over = AbortSignal.any([stop, timeLeft]);
          const isOver = new Promise<boolean>((resolve) =>
            over.aborted
              ? resolve(true)
              : over.addEventListener('abort', () => resolve(true), { once: true }),
          );
          if (await Promise.race([holder.released.then(() => false), isOver])) {
            throw new Problem(503, 'server-error', 'Somebody else is sending this upload');
          }
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        holders.set(id, { ask, released: promise });
        release = () => {
          holders.delete(id);
          resolve();
        };
      },
      unlock() {
        release?.();
        return Promise.resolve();
      },
    };
  }
}
