import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  name: string;
  data: Buffer;
  /** What the directory says instead of the truth. */
  claims?: { bytes?: number; packed?: number; crc?: number; method?: number; flags?: number };
  stored?: boolean;
}

/** A zip as PKWARE's APPNOTE has it. */
export function zipOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, claims = {}, stored = false } of files) {
    const packed = stored ? data : deflateRawSync(data);
    const method = claims.method ?? (stored ? 0 : 8);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const local = Buffer.concat([head, Buffer.from(name), packed]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(claims.flags ?? 0, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(claims.crc ?? crc32(data), 16);
    entry.writeUInt32LE(claims.packed ?? packed.length, 20);
    entry.writeUInt32LE(claims.bytes ?? data.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    directory.push(Buffer.concat([entry, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listing, end]);
}
