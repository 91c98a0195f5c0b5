interface Waiting {
  isAlone: boolean;
  start(): void;
}

/**
 * Lets so many work at once, first come first served. Who is to be alone waits until everybody before has released,
 * and nobody follows until that one has released as well. (p-limit and p-queue have no way to be alone.)
 */
export class Semaphore {
  readonly #most: number;
  #working = 0;
  #isAloneWorking = false;
  #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when the caller may work; `release` ends that. Rejects with the signal's reason when that comes first. */
  acquire(isAlone: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== mine);
        reject(signal.reason as Error);
        // Whoever waited behind it may go.
        this.#admit();
      };
      const mine: Waiting = {
        isAlone,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(mine);
      this.#admit();
    });
  }

  release(): void {
    this.#working -= 1;
    this.#isAloneWorking = false;
    this.#admit();
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const isFull = this.#isAloneWorking || this.#working >= this.#most;
      if (isFull || (first.isAlone && this.#working > 0)) return;
      this.#waiting.shift();
      this.#working += 1;
      this.#isAloneWorking = first.isAlone;
      first.start();
    }
  }
}
