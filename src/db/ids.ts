import { uuidV7 } from '../domain/ids.ts';

/** A fresh UUIDv7 with the platform's randomness; callers brand it. */
export function newId(nowMs: number): string {
  return uuidV7(nowMs, crypto.getRandomValues(new Uint8Array(10)));
}
