import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Up to this size the browser's own hash is used, which needs the whole file in memory. Larger ones go in pieces. */
const wholeMaxBytes = 16 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

/** Hex SHA-256; never more than `wholeMaxBytes` in memory. */
export async function sha256Hex(blob: Blob): Promise<string> {
  // Absent on plain http in a local network.
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle;
  if (subtle && blob.size <= wholeMaxBytes) {
    return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', await blob.arrayBuffer())));
  }
  const hash = sha256.create();
  for (let from = 0; from < blob.size; from += pieceBytes) {
    hash.update(new Uint8Array(await blob.slice(from, from + pieceBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
