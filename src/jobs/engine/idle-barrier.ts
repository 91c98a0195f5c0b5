/**
 * Lets the workers of one round wait for each other: what one finishes may be the start of another's work.
 * The round is over when all of them wait and none has a time to wait for.
 */
export class IdleBarrier {
  #working: number;
  #waiting = new Set<() => void>();
  #isOver = false;

  constructor(workers: number) {
    this.#working = workers;
  }

  /** Something has changed: whoever waits plans again. */
  wake(): void {
    for (const resume of this.#waiting) resume();
  }

  /**
   * Waits for a change, at most `maxMs`.
   * @returns false when nobody works any more: the round is over
   */
  async wait(maxMs: number): Promise<boolean> {
    this.#working -= 1;
    if (this.#working === 0) {
      this.#isOver = true;
      this.wake();
      return false;
    }
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        // At once, and not when the worker runs again: it must not be taken for resting meanwhile.
        this.#working += 1;
        resolve();
      };
      const timer = setTimeout(resume, maxMs);
      this.#waiting.add(resume);
    });
    return !this.#isOver;
  }

  /** A worker goes home for good, e.g. because its lane is closed. */
  leave(): void {
    this.#working -= 1;
    if (this.#working > 0) return;
    this.#isOver = true;
    this.wake();
  }
}
