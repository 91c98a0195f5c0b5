import { crc32 } from 'node:zlib';

/** A zip without compression (PKWARE APPNOTE 4.3.6), for pictures that are compressed already. */
export function storedZip(files: readonly { name: string; data: Uint8Array }[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of files) {
    const title = Buffer.from(name);
    // Version 2.0, UTF-8 names, stored; the first day that a zip can name.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\u0003\u0004'), common, title, Buffer.from(data)];
    locals.push(...local);
    centrals.push(Buffer.from('PK\u0001\u0002'), common.subarray(0, 2), common, place, title);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
