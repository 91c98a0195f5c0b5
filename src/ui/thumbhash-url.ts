import { thumbHashToDataURL } from 'thumbhash';

const urls = new Map<string, string | null>();

/** Data URL of the blur that a base64url thumbhash stands for; null when it is empty or broken. */
export function thumbhashUrl(hash: string | null | undefined): string | null {
  if (!hash) return null;
  const known = urls.get(hash);
  if (known !== undefined) return known;
  let url: string | null = null;
  try {
    const binary = atob(hash.replaceAll('-', '+').replaceAll('_', '/'));
    url = thumbHashToDataURL(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    // A damaged hash costs the blur, not the picture.
  }
  // Bounded: a long history must not keep every blur it ever showed.
  if (urls.size > 500) urls.clear();
  urls.set(hash, url);
  return url;
}
