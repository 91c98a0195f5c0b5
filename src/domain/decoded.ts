/**
 * What an address carries percent-encoded, read.
 * @returns null where it is malformed, as in a link that was cut short
 */
export function decodedComponent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
