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

/** Workers alone have it, and not in every browser. */
interface OwnFile {
  name: string;
  createSyncAccessHandle?(): Promise<{ close(): void }>;
}

/**
 * Whether a worker may write to files of the origin's own, which is tried: private windows of Firefox have none, and
 * WebKit outside of Apple's systems has them and opens none.
 */
export async function opensOwnFiles(): Promise<boolean> {
  // Two tabs may try at once, and a file is open for one alone.
  const name = `trial-${crypto.randomUUID()}`;
  try {
    const root = await navigator.storage.getDirectory();
    try {
      const file: OwnFile = await root.getFileHandle(name, { create: true });
      const handle = await file.createSyncAccessHandle?.();
      handle?.close();
      return handle !== undefined;
    } finally {
      await root.removeEntry(name).catch(() => undefined);
    }
  } catch {
    return false;
  }
}
