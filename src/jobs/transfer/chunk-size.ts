/** Bounds of one request's bytes. */
export const chunkMinBytes = 64 * 1024;
export const chunkStartBytes = 256 * 1024;
export const chunkMaxBytes = 4 * 1024 * 1024;

/** A chunk is meant to take about a second: progress to look at, and little to lose. */
const quickMs = 500;
const slowMs = 2_000;
/** Of what a line carries between two cuts, one chunk is this share at most. */
const shareOfRun = 16;
/** Of what a line has carried without a cut; nobody knows yet when the first one comes. */
const shareOfStart = 2;

/**
 * How large the next chunk is. Larger while the line is fast, and never so large that a cut costs much of what
 * the line carries from one cut to the next.
 */
export class ChunkSizer {
  #bytes = chunkStartBytes;
  #ceiling = chunkStartBytes;
  /** Bytes since the last cut. */
  #run = 0;
  #wasCut = false;

  next(bytesLeft: number): number {
    return Math.min(bytesLeft, this.#bytes);
  }

  passed(bytes: number, milliseconds: number): void {
    this.#run += bytes;
    if (!this.#wasCut) this.#limitTo(Math.max(chunkStartBytes, this.#run / shareOfStart));
    // The line has become better than it was when the ceiling was set.
    else if (this.#run > 2 * shareOfRun * this.#ceiling) this.#limitTo(this.#ceiling * 2);
    if (milliseconds < quickMs) this.#resize(this.#bytes * 2);
    else if (milliseconds > slowMs) this.#resize(this.#bytes / 2);
  }

  cut(): void {
    this.#limitTo(this.#run / shareOfRun);
    this.#resize(this.#bytes / 2);
    this.#run = 0;
    this.#wasCut = true;
  }

  #limitTo(bytes: number): void {
    this.#ceiling = Math.max(chunkMinBytes, Math.min(chunkMaxBytes, Math.floor(bytes)));
  }

  #resize(bytes: number): void {
    this.#bytes = Math.max(chunkMinBytes, Math.min(this.#ceiling, Math.floor(bytes)));
  }
}
