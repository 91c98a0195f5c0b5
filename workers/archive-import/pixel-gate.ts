/** Lets through as much as fits at once; what is larger than everything together goes alone. */
export class PixelGate {
  readonly #most: number;
  #inside = 0;
  #waiting: { pixels: number; enter: () => void }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  async through<Value>(pixels: number, work: () => Promise<Value>): Promise<Value> {
    await this.#enter(pixels);
    try {
      return await work();
    } finally {
      this.#inside -= pixels;
      this.#letIn();
    }
  }

  #fits(pixels: number): boolean {
    return this.#inside === 0 || this.#inside + pixels <= this.#most;
  }

  async #enter(pixels: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#fits(pixels)) {
      this.#inside += pixels;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ pixels, enter: resolve });
    await promise;
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.pixels); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#inside += next.pixels;
      next.enter();
    }
  }
}
