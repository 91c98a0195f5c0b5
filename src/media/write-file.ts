/** As much of a `FileSystemSyncAccessHandle` as is needed here. */
interface OpenFile {
  /** @returns how many bytes were written */
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
}

/**
 * Writes all of it. A full disk may be told by the returned number alone: less than was given, or, as Chromium does it,
 * the number of an error read as one without a sign (4294967288).
 * @param at bytes from the beginning of the file
 * @throws DOMException `QuotaExceededError` when not all of it fits
 */
export function writeAll(file: OpenFile, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = file.write(bytes, { at });
  if (written === bytes.byteLength) return;
  throw new DOMException(
    `writing ${bytes.byteLength} bytes came to ${written}`,
    'QuotaExceededError',
  );
}
