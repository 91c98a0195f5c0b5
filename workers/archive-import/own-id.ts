import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';

/**
 * The id of a work that has none: made of its bytes and its owner, so that the same file is the same work on every
 * device of a person, however often it is brought. UUID version 8 (RFC 9562) is for such.
 */
export function ownWorkId(owner: UserKey, hash: string): WorkId {
  const bytes = sha256(new TextEncoder().encode(`${owner} ${hash}`)).slice(0, 16);
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
  return parts.join('-') as WorkId;
}
