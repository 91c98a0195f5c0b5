/**
 * Chromium, which this tells, keeps what it has decoded for the last thousand `<img>`s; other browsers let go of what
 * is not on the screen, and decode for a canvas on the page's own thread.
 */
export const keepsDecodedPictures = (): boolean => navigator.vendor.startsWith('Google');

/** Whoever wants one takes it within this time; a decoded picture is half a megabyte. */
const keptMs = 5_000;

const ahead = new Map<Blob, Promise<ImageBitmap>>();

/**
 * A picture that a wall will paint in a moment: it is decoded beside the page's thread, while that still draws the wall.
 * Nothing where walls are not painted.
 */
export function decodeAhead(blob: Blob): void {
  if (!keepsDecodedPictures() || ahead.has(blob)) return;
  const decoding = createImageBitmap(blob);
  ahead.set(blob, decoding);
  // What is no picture is told by its tile, which tries again.
  decoding.catch(() => ahead.delete(blob));
  setTimeout(() => {
    if (ahead.delete(blob)) void decoding.then((bitmap) => bitmap.close());
  }, keptMs);
}

/** The decoded picture, whose owner is whoever asks. */
export function takeDecoded(blob: Blob): Promise<ImageBitmap> {
  const decoding = ahead.get(blob) ?? createImageBitmap(blob);
  ahead.delete(blob);
  return decoding;
}
