/** Spec 1, section 2: wheel navigation of the viewer. */
const neededDistancePx = 100;
const debounceMs = 300;
const resetMs = 1_000;

/** Turns a stream of wheel movements into single steps. */
export class WheelGate {
  #distancePx = 0;
  #lastMoveMs = -Infinity;
  #lastStepMs = -Infinity;

  /**
   * @param deltaPx down is positive
   * @returns 1 for the next work, -1 for the one before, 0 for not yet
   */
  push(deltaPx: number, nowMs: number): -1 | 0 | 1 {
    if (nowMs - this.#lastMoveMs > resetMs) this.#distancePx = 0;
    this.#lastMoveMs = nowMs;
    // The tail of the movement that has just turned the page must not turn another one.
    if (nowMs - this.#lastStepMs < debounceMs) return 0;
    this.#distancePx += deltaPx;
    if (Math.abs(this.#distancePx) < neededDistancePx) return 0;
    const step = this.#distancePx > 0 ? 1 : -1;
    this.#distancePx = 0;
    this.#lastStepMs = nowMs;
    return step;
  }
}
