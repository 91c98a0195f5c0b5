import type { FilmType } from './container.ts';

export const framesPerSecond = 24;

/** A key frame every two seconds: quick to seek in. */
export const keyEveryFrames = 2 * framesPerSecond;

export interface VideoWriter {
  mediaType: FilmType;
  /**
   * Resolves when the next one may come; the frame is the caller's again.
   * @param frame I420, BT.709, limited range
   */
  add(frame: Uint8Array): Promise<void>;
  /** @param cover JPEG that goes into the file, for those who cannot decode it */
  finish(cover: Uint8Array): Promise<Uint8Array>;
  /** Ends what is still under way and frees the encoder's memory; after `finish` too. */
  close(): Promise<void>;
}
