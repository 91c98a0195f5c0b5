import { CallFailed, endedItsProcess, inProcess } from '../processes/calls.ts';
import type * as Decode from './decode.ts';

// Pictures of strangers are decoded in processes: what one does to a decoder costs that picture alone.
const decode = new URL('./decode.ts', import.meta.url);
const shrink = inProcess<typeof Decode.shrink>(decode, 'shrink');
const render = inProcess<typeof Decode.render>(decode, 'render');
const blur = inProcess<typeof Decode.blur>(decode, 'blur');
const regard = inProcess<typeof Decode.regard>(decode, 'regard');

/** What no decoder reads is an answer; that nobody could look at it is an error. */
function orElse<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof CallFailed || endedItsProcess(error)) return value;
    throw error;
  };
}

/** Writes a small WebP of a picture. @returns false where that can't be made */
export const shrinkPicture = (
  source: string | Uint8Array,
  width: number,
  target: string,
): Promise<boolean> => shrink([source, width, target]).then(() => true, orElse(false));

/**
 * Writes another form of a picture.
 * @param whose who waits for it: nobody stands behind all that somebody else asks for
 * @returns false where no decoder reads it
 */
export const renderPicture = (
  source: string,
  rendition: Decode.Rendition,
  target: string,
  whose: string,
): Promise<boolean> =>
  render([source, rendition, target], undefined, whose).then(() => true, orElse(false));

/** A picture's thumbhash as base64url; empty for what is none. */
export const blurOf = async (data: Uint8Array, mediaType: string): Promise<string> =>
  // Only a blur: the picture itself was looked at by whoever made it.
  mediaType.startsWith('image/') ? await blur([data]).catch(() => '') : '';

/**
 * Where a picture of an engine ends, as uploads are cut there, and its thumbhash as base64url. What is no picture, and
 * what nobody could look at, is kept whole: it was looked at by whoever made it, and may have been paid for.
 */
export async function regardPicture(data: Uint8Array, mediaType: string): Promise<Decode.Regarded> {
  const whole = { end: data.length, thumbhash: '' };
  if (!mediaType.startsWith('image/')) return whole;
  return await regard([data, mediaType]).catch(() => whole);
}
