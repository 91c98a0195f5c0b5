import { open, type FileHandle } from 'node:fs/promises';
import { Reader, Writer, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { EngineError } from '../../engines/contract/engine.ts';

export interface ZipEntry {
  name: string;
  /** Unpacked, as the directory claims; whoever reads it holds this against a limit first. */
  bytes: number;
  /** The file's bytes; null where they are not what the directory says, or packed in a way not known here. */
  read(): Promise<Buffer | null>;
}

const entriesMax = 5_000;
/** The library asks for the whole directory in one piece. */
const pieceMaxBytes = 16 * 1024 * 1024;

function damaged(words: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-media', `The zip ${words}`, { retryable: false, cause });
}

/**
 * Reads pieces of an open file. A length that a zip claims never reaches the operating system as it is: Node
 * ends the whole process for one that is no 32-bit integer, and memory is taken before a byte is read.
 */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, bytes: number) {
    super(file);
    this.#file = file;
    this.size = bytes;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const isInside =
      Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (!isInside || length > pieceMaxBytes || offset > this.size) throw damaged('is damaged');
    const bytes = Math.min(length, this.size - offset);
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(bytes), 0, bytes, offset);
    if (bytesRead < bytes) throw damaged('is incomplete');
    return buffer;
  }
}

/** Takes as many bytes as were promised, and not one more, whatever the stream unpacks to. */
class BoundedWriter extends Writer<Buffer> {
  readonly #data: Buffer;
  #filled = 0;

  constructor(bytes: number) {
    super();
    this.#data = Buffer.alloc(bytes);
  }

  override async writeUint8Array(piece: Uint8Array): Promise<void> {
    if (this.#filled + piece.length > this.#data.length)
      throw damaged('unpacks to more than it says');
    this.#data.set(piece, this.#filled);
    this.#filled += piece.length;
  }

  override async getData(): Promise<Buffer> {
    if (this.#filled < this.#data.length) throw damaged('unpacks to less than it says');
    return this.#data;
  }
}

async function listEntries(reader: ZipReader<FileHandle>): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    if (entries.length >= entriesMax) throw damaged('has too many files');
    if (entry.directory) continue;
    if (entry.encrypted) throw damaged('is protected by a password');
    entries.push(entry);
  }
  return entries;
}

/** Opens a zip for as long as `work` takes. @throws EngineError `unsupported-media`, `source-missing` */
export async function withZip<Result>(
  path: string,
  work: (entries: readonly ZipEntry[]) => Promise<Result>,
): Promise<Result> {
  const file = await open(path).catch((error: unknown) => {
    throw new EngineError('source-missing', 'The zip is no longer there', {
      retryable: false,
      cause: error,
    });
  });
  try {
    const { size } = await file.stat();
    const reader = new ZipReader(new FileReader(file, size), {
      useWebWorkers: false,
      checkSignature: true,
      checkOverlappingEntry: true,
      // Names choose pictures and order them; nothing is written under them.
      filenameValidation: 'tolerant',
    });
    const found = await listEntries(reader).catch((error: unknown) => {
      throw error instanceof EngineError ? error : damaged('is damaged or not a zip', error);
    });
    const entries = found.map((entry) => ({
      name: entry.filename,
      bytes: entry.uncompressedSize,
      // Damage of one file costs that file only.
      read: () => entry.getData(new BoundedWriter(entry.uncompressedSize)).catch(() => null),
    }));
    return await work(entries);
  } finally {
    await file.close();
  }
}
