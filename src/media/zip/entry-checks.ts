import type { ImportRefusal } from '../../domain/imports/refusals.ts';
import {
  importEntryMaxBytes,
  importNameMaxBytes,
  importRatioFromBytes,
  importRatioMax,
  importUnpackedMaxBytes,
} from '../../domain/limits.ts';

/** What the directory of an archive says of an entry. Strangers wrote it: nothing of it is true yet. */
export interface ClaimedEntry {
  name: string;
  nameBytes: number;
  offset: number;
  packedBytes: number;
  bytes: number;
  crc: number | null;
  method: number;
  isEncrypted: boolean;
  /** Type and permissions as Unix writes them; 0 where none are written. */
  unixMode: number;
}

export const storedMethod = 0;
export const deflatedMethod = 8;

const fileTypeMask = 0o170000;
const regularFile = 0o100000;
/** Bytes of a local header without its name. */
export const localHeaderBytes = 30;

/** Names of what every object has: nobody calls a picture so who means well. */
const objectParts: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a name stays within a folder, wherever it would be unpacked. Nothing is ever written under a name of an
 * archive; whoever writes such names has something else in mind than keeping pictures.
 */
export function isSafeName(name: string, bytes: number = name.length): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what no name may have
  if (name === '' || bytes > importNameMaxBytes || /[\u0000-\u001f\u007f]/.test(name)) return false;
  if (/^[/\\]|^[a-z]:/i.test(name)) return false;
  return name
    .split(/[/\\]/)
    .every((part) => part !== '..' && part !== '.' && !objectParts.has(part));
}

/** What makes an entry impossible before a byte of it is read; null where nothing does. */
export function refusalOfClaim(entry: ClaimedEntry, archiveBytes: number): ImportRefusal | null {
  const { bytes, packedBytes, method } = entry;
  if (!isSafeName(entry.name, entry.nameBytes)) return 'unsafe-name';
  if (entry.isEncrypted) return 'entry-encrypted';
  const type = entry.unixMode & fileTypeMask;
  if (type !== 0 && type !== regularFile) return 'special-file';
  if (method !== storedMethod && method !== deflatedMethod) return 'unknown-packing';
  const numbers = [entry.offset, bytes, packedBytes];
  if (!numbers.every((value) => Number.isSafeInteger(value) && value >= 0)) return 'wrong-size';
  if (method === storedMethod && bytes !== packedBytes) return 'wrong-size';
  if (bytes > importRatioFromBytes && bytes > packedBytes * importRatioMax) return 'bomb';
  if (bytes > importEntryMaxBytes) return 'too-large';
  if (method === deflatedMethod && bytes > importUnpackedMaxBytes) return 'too-large';
  if (entry.offset + localHeaderBytes + packedBytes > archiveBytes) return 'wrong-size';
  return null;
}
