import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { AlbumId, UserKey, WorkId } from '../../src/domain/ids.ts';

/** An id that a person gets for the same text on every device. UUID version 8 (RFC 9562) is for such. */
function ownId(owner: UserKey, text: string): string {
  const bytes = sha256(new TextEncoder().encode(`${owner} ${text}`)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ];
  return parts.join('-');
}

/**
 * The id of a work that has none: made of its bytes and its owner, so that the same file is the same work, however
 * often it is brought.
 */
export const ownWorkId = (owner: UserKey, hash: string): WorkId => ownId(owner, hash) as WorkId;

/** The id of an album whose own is another person's on this device. */
export const ownAlbumId = (owner: UserKey, id: AlbumId): AlbumId =>
  ownId(owner, `album ${id}`) as AlbumId;
