import { open, type FileHandle } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { EngineError } from '../../engine.ts';

export interface ZipEntry {
  name: string;
  method: number;
  compressedBytes: number;
  bytes: number;
  crc: number;
  /** Of its local header. */
  at: number;
}

const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50];
/** The end's record and the longest comment. */
const endMaxBytes = 22 + 65_535;
const directoryMaxBytes = 4 * 1024 * 1024;
const entriesMax = 5_000;

function damaged(words: string): EngineError {
  return new EngineError('unsupported-media', `The zip ${words}`, { retryable: false });
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  if (bytesRead < bytes) throw damaged('is incomplete');
  return buffer;
}

/** Lists a zip's files from its directory; nothing is unpacked. @throws EngineError `unsupported-media` */
async function listEntries(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, endMaxBytes);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== endMark) end -= 1;
  if (end < 0) throw damaged('is damaged or not a zip');
  const count = tail.readUInt16LE(end + 10);
  const directoryBytes = tail.readUInt32LE(end + 12);
  const from = tail.readUInt32LE(end + 16);
  if (count > entriesMax || directoryBytes > directoryMaxBytes) throw damaged('has too many files');
  if (from + directoryBytes > size) throw damaged('is damaged');
  const directory = await readAt(file, from, directoryBytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark) {
      throw damaged('is damaged');
    }
    const nameBytes = directory.readUInt16LE(at + 28);
    const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes);
    if (encrypted) throw damaged('is protected by a password');
    entries.push({
      name,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      compressedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** A file's bytes; null where they are not what the directory says, or packed in a way not known here. */
async function readEntry(file: FileHandle, entry: ZipEntry): Promise<Buffer | null> {
  const head = await readAt(file, entry.at, 30);
  if (head.readUInt32LE(0) !== localMark) return null;
  const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = await readAt(file, start, entry.compressedBytes);
  try {
    // Never more than was promised, whatever the stream would unpack to.
    const data =
      entry.method === 0
        ? packed
        : entry.method === 8
          ? inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) })
          : null;
    if (!data || data.length !== entry.bytes || crc32(data) !== entry.crc) return null;
    return data;
  } catch {
    return null;
  }
}

export interface Zip {
  entries: readonly ZipEntry[];
  read(entry: ZipEntry): Promise<Buffer | null>;
}

/** Opens a zip for as long as `work` takes. @throws EngineError `unsupported-media`, `source-missing` */
export async function withZip<Result>(
  path: string,
  work: (zip: Zip) => Promise<Result>,
): Promise<Result> {
  const file = await open(path).catch((error: unknown) => {
    throw new EngineError('source-missing', 'The zip is no longer there', {
      retryable: false,
      cause: error,
    });
  });
  try {
    const entries = await listEntries(file);
    return await work({ entries, read: (entry) => readEntry(file, entry) });
  } finally {
    await file.close();
  }
}
