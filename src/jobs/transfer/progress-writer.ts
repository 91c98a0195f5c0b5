/** Progress is written at most this often, because each write renders every view of the row again. */
export const tellEveryMs = 400;

/**
 * Writes how far something is, now and then, and the newest figure always: a line that stands still must not
 * show what was true before its last quick chunks.
 */
export class ProgressWriter {
  readonly #tell: (bytes: number) => Promise<void>;
  readonly #clock: () => number;
  #newest = 0;
  #toldAtMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> = Promise.resolve();

  /** @param clock in milliseconds */
  constructor(tell: (bytes: number) => Promise<void>, clock: () => number) {
    this.#tell = tell;
    this.#clock = clock;
  }

  /** @throws what telling throws, unless that was left for later */
  async note(bytes: number): Promise<void> {
    this.#newest = bytes;
    const waitMs = this.#toldAtMs + tellEveryMs - this.#clock();
    if (waitMs <= 0) await this.#now();
    else {
      this.#timer ??= setTimeout(() => {
        // Nobody awaits this timer. The next awaited write meets the same failure and reports it.
        this.#now().catch(() => undefined);
      }, waitMs);
    }
  }

  /** Nothing is written any more once it resolves. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#toldAtMs = Infinity;
    await this.#underWay.catch(() => undefined);
  }

  #now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAtMs = this.#clock();
    this.#underWay = this.#tell(this.#newest);
    return this.#underWay;
  }
}
