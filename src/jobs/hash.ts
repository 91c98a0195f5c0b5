/** Hex SHA-256; null where the browser has no subtle crypto (plain http on a local network). */
export async function sha256Hex(blob: Blob): Promise<string | null> {
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
