/** A wait that ends early when something happens; what happens between two waits is not lost. */
export class WakeSignal {
  #poked = false;
  #wake: (() => void) | null = null;

  poke(): void {
    this.#poked = true;
    this.#wake?.();
  }

  /** @param delayMs null waits for the next poke */
  async wait(delayMs: number | null, signal: AbortSignal): Promise<void> {
    if (!this.#poked && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = delayMs === null ? undefined : setTimeout(resolve, delayMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#wake, { once: true });
      });
      if (this.#wake) signal.removeEventListener('abort', this.#wake);
      this.#wake = null;
    }
    this.#poked = false;
  }
}
