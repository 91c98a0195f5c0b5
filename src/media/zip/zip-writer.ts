import { crc32, joinCrc32 } from './crc32.ts';

/** Where an archive is written to: bytes have a place, so that a header can be completed afterwards. */
export interface ZipTarget {
  /** The bytes are the caller's again once this is done. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void | Promise<void>;
  /** For targets that can take a file in without reading it. */
  refer?(file: Blob, at: number): void;
}

/** A file that is whole in the archive. */
export interface ZipEntry {
  name: string;
  bytes: number;
  crc: number;
  /** Where its header begins. */
  offset: number;
  atMs: number;
}

/** Small writes are gathered: each of them costs the disk as much as a large one. */
const gatheredBytes = 1024 * 1024;
const max32 = 0xff_ff_ff_ff;
const max16 = 0xff_ff;
/** Names are UTF-8. */
const flags = 0x0800;
const headerBytes = 30;
const crcAt = 14;
const lineBytes = 46;
const endMostBytes = 98;

const encoder = new TextEncoder();

/** Date and time of ZIP, which count from 1980 in steps of two seconds. */
function dosTime(atMs: number): { time: number; date: number } {
  const at = new Date(Math.max(atMs, Date.UTC(1980, 0)));
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** Fields one after the other, as ZIP has them: lowest byte first. */
class Fields {
  readonly #view: DataView;
  #at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** Where the next one goes. */
  get at(): number {
    return this.#at;
  }

  two(...values: number[]): this {
    for (const value of values) this.#view.setUint16((this.#at += 2) - 2, value, true);
    return this;
  }

  four(...values: number[]): this {
    for (const value of values) this.#view.setUint32((this.#at += 4) - 4, value, true);
    return this;
  }

  eight(...values: number[]): this {
    for (const value of values) this.#view.setBigUint64((this.#at += 8) - 8, BigInt(value), true);
    return this;
  }

  /** What stands there already. */
  skip(bytes: number): this {
    this.#at += bytes;
    return this;
  }
}

/** Room that a header, or a line of the directory, with this name never exceeds: a character has three bytes at most. */
const roomFor = (name: string): number => 80 + name.length * 3;

/** @param nameBytes of the name, which stands behind the first thirty bytes already */
function localHeader(fields: Fields, nameBytes: number, entry: Omit<ZipEntry, 'name' | 'offset'>) {
  const isLarge = entry.bytes >= max32;
  const { time, date } = dosTime(entry.atMs);
  const size = isLarge ? max32 : entry.bytes;
  fields
    .four(0x04034b50)
    .two(isLarge ? 45 : 20, flags, 0, time, date)
    .four(entry.crc, size, size)
    .two(nameBytes, isLarge ? 20 : 0)
    .skip(nameBytes);
  if (isLarge) fields.two(1, 16).eight(entry.bytes, entry.bytes);
}

/** @param nameBytes of the name, which stands behind the first 46 bytes already */
function directoryEntry(fields: Fields, nameBytes: number, entry: Omit<ZipEntry, 'name'>) {
  const { bytes, crc, offset, atMs } = entry;
  const isLarge = bytes >= max32 || offset >= max32;
  const { time, date } = dosTime(atMs);
  fields
    .four(0x02014b50)
    // Made on Unix, where names are UTF-8.
    .two(0x0300 | 45, isLarge ? 45 : 20, flags, 0, time, date)
    .four(crc, isLarge ? max32 : bytes, isLarge ? max32 : bytes)
    .two(nameBytes, isLarge ? 28 : 0, 0, 0, 0)
    // A plain file that its owner may write.
    .four((0o100644 << 16) >>> 0, isLarge ? max32 : offset)
    .skip(nameBytes);
  if (isLarge) fields.two(1, 24).eight(bytes, bytes, offset);
}

function endOfDirectory(
  fields: Fields,
  { count, bytes, at }: { count: number; bytes: number; at: number },
) {
  const isLarge = count >= max16 || bytes >= max32 || at >= max32;
  if (isLarge) {
    fields
      .four(0x06064b50)
      .eight(44)
      .two(45, 45)
      .four(0, 0)
      .eight(count, count, bytes, at)
      .four(0x07064b50, 0)
      .eight(at + bytes)
      .four(1);
  }
  fields
    .four(0x06054b50)
    .two(0, 0, isLarge ? max16 : count, isLarge ? max16 : count)
    .four(isLarge ? max32 : bytes, isLarge ? max32 : at)
    .two(0);
}

/**
 * Writes a ZIP whose files are stored as they are (pictures and films gain nothing by being packed), beyond 4 GB and
 * 65,535 files by ZIP64, with no more than a megabyte of it in memory. What is whole can be gone on from: that is
 * why it is our own, kept libraries write an archive in one piece or not at all.
 */
export class ZipWriter {
  readonly entries: ZipEntry[];
  readonly #target: ZipTarget;
  /** Headers and texts are written right into it: thousands of small buffers are work for whoever collects them. */
  readonly #gathered = new Uint8Array(gatheredBytes);
  readonly #fields = new DataView(this.#gathered.buffer);
  #gatheredCount = 0;
  /** Where the gathered bytes belong. */
  #gatheredAt: number;

  /** @param known files that are whole in the target already, in order */
  constructor(target: ZipTarget, known: readonly ZipEntry[] = []) {
    this.#target = target;
    this.entries = [...known];
    this.#gatheredAt = endOf(known.at(-1));
  }

  /** Where the next byte comes to lie. */
  get position(): number {
    return this.#gatheredAt + this.#gatheredCount;
  }

  /**
   * @param crc their checksum, where somebody has worked it out already
   * @returns the file, of which the last bytes may not have reached the target: see `flush`
   */
  async add(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    atMs: number,
    crc = crc32(bytes),
  ): Promise<ZipEntry> {
    const entry = { bytes: bytes.length, crc, atMs };
    const offset = await this.#begin(name, entry);
    await this.#append(bytes);
    return this.#keep({ name, offset, ...entry });
  }

  /** A text, as UTF-8. @returns as `add` does */
  async addText(name: string, text: string, atMs: number): Promise<ZipEntry> {
    const mostBytes = text.length * 3;
    if (roomFor(name) + mostBytes > gatheredBytes) {
      return this.add(name, encoder.encode(text), atMs);
    }
    await this.#makeRoom(roomFor(name) + mostBytes);
    const headerAt = this.#gatheredCount;
    const offset = await this.#begin(name, { bytes: 0, crc: 0, atMs });
    const from = this.#gatheredCount;
    this.#gatheredCount += this.#encodeAt(text, from);
    const bytes = this.#gatheredCount - from;
    const crc = crc32(this.#gathered.subarray(from, this.#gatheredCount));
    new Fields(this.#fields, headerAt + crcAt).four(crc, bytes, bytes);
    return this.#keep({ name, bytes, crc, offset, atMs });
  }

  /**
   * A file that lies somewhere; no more than a megabyte of it is in memory.
   * @param onPiece after each megabyte; what it throws takes the file out again
   */
  async addBlob(
    name: string,
    blob: Blob,
    atMs: number,
    onPiece: (bytes: number) => void = () => undefined,
  ): Promise<ZipEntry> {
    if (this.#target.refer) return this.#refer(name, blob, atMs, onPiece);
    return this.addPieces(name, { bytes: blob.size, atMs }, (take) =>
      eachPiece(blob, async (piece) => {
        onPiece(piece.length);
        await take(piece);
      }),
    );
  }

  /**
   * A file that comes in pieces.
   * @param bytes how many there will be
   * @param pieces hands each on, with its own checksum where somebody has worked it out already
   * @throws RangeError when there are others, and whatever `pieces` throws; nothing of the file is left then
   */
  async addPieces(
    name: string,
    { bytes, atMs }: { bytes: number; atMs: number },
    pieces: (
      take: (piece: Uint8Array<ArrayBuffer>, crc?: number) => Promise<void>,
    ) => Promise<void>,
  ): Promise<ZipEntry> {
    const offset = this.position;
    let crc = 0;
    let taken = 0;
    try {
      await this.#begin(name, { bytes, crc, atMs });
      await pieces(async (piece, own) => {
        crc = own === undefined ? crc32(piece, crc) : joinCrc32(crc, own, piece.length);
        taken += piece.length;
        if (taken > bytes) throw new RangeError(`${name} has more than ${bytes} bytes`);
        await this.#append(piece);
      });
      if (taken !== bytes) throw new RangeError(`${name} has ${taken} of ${bytes} bytes`);
      const sum = new Uint8Array(4);
      new Fields(new DataView(sum.buffer), 0).four(crc);
      await this.#put(sum, offset + crcAt);
    } catch (error) {
      this.#goBackTo(offset);
      throw error;
    }
    return this.#keep({ name, bytes, crc, offset, atMs });
  }

  /** Hands everything gathered to the target. */
  async flush(): Promise<void> {
    if (this.#gatheredCount === 0) return;
    await this.#target.write(this.#gathered.subarray(0, this.#gatheredCount), this.#gatheredAt);
    this.#gatheredAt += this.#gatheredCount;
    this.#gatheredCount = 0;
  }

  /** The directory, with which the archive is whole. @returns its length in bytes */
  async finish(): Promise<number> {
    const directoryAt = this.position;
    for (const entry of this.entries) {
      await this.#makeRoom(roomFor(entry.name));
      const from = this.#gatheredCount;
      const fields = new Fields(this.#fields, from);
      directoryEntry(fields, this.#encodeAt(entry.name, from + lineBytes), entry);
      this.#gatheredCount = fields.at;
    }
    const directoryBytes = this.position - directoryAt;
    await this.#makeRoom(endMostBytes);
    const fields = new Fields(this.#fields, this.#gatheredCount);
    endOfDirectory(fields, { count: this.entries.length, bytes: directoryBytes, at: directoryAt });
    this.#gatheredCount = fields.at;
    await this.flush();
    return this.position;
  }

  /** Its bytes are read for the checksum alone. */
  async #refer(
    name: string,
    blob: Blob,
    atMs: number,
    onPiece: (bytes: number) => void,
  ): Promise<ZipEntry> {
    let crc = 0;
    await eachPiece(blob, (piece) => {
      onPiece(piece.length);
      crc = crc32(piece, crc);
    });
    const offset = await this.#begin(name, { bytes: blob.size, crc, atMs });
    await this.flush();
    this.#target.refer?.(blob, this.#gatheredAt);
    this.#gatheredAt += blob.size;
    return this.#keep({ name, bytes: blob.size, crc, offset, atMs });
  }

  /** Writes a file's header. @returns where it lies */
  async #begin(name: string, entry: Omit<ZipEntry, 'name' | 'offset'>): Promise<number> {
    await this.#makeRoom(roomFor(name));
    const offset = this.position;
    const from = this.#gatheredCount;
    const fields = new Fields(this.#fields, from);
    localHeader(fields, this.#encodeAt(name, from + headerBytes), entry);
    this.#gatheredCount = fields.at;
    return offset;
  }

  /** @returns how many bytes it has there */
  #encodeAt(text: string, at: number): number {
    return encoder.encodeInto(text, this.#gathered.subarray(at)).written;
  }

  /** Hands on what is gathered where so many bytes would not fit behind it. */
  async #makeRoom(bytes: number): Promise<void> {
    if (this.#gatheredCount + bytes > gatheredBytes) await this.flush();
  }

  #keep(entry: ZipEntry): ZipEntry {
    this.entries.push(entry);
    return entry;
  }

  /** What came after is written over. */
  #goBackTo(position: number): void {
    this.#gatheredCount = Math.max(0, position - this.#gatheredAt);
    this.#gatheredAt = Math.min(this.#gatheredAt, position);
  }

  async #put(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> {
    if (at < this.#gatheredAt) {
      // It may lie on both sides of what was handed over.
      if (at + bytes.length > this.#gatheredAt) await this.flush();
      await this.#target.write(bytes, at);
    } else this.#gathered.set(bytes, at - this.#gatheredAt);
  }

  async #append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (bytes.length >= gatheredBytes) {
      await this.flush();
      await this.#target.write(bytes, this.#gatheredAt);
      this.#gatheredAt += bytes.length;
      return;
    }
    await this.#makeRoom(bytes.length);
    this.#gathered.set(bytes, this.#gatheredCount);
    this.#gatheredCount += bytes.length;
  }
}

async function eachPiece(
  blob: Blob,
  take: (piece: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): Promise<void> {
  for (let at = 0; at < blob.size; at += gatheredBytes) {
    await take(new Uint8Array(await blob.slice(at, at + gatheredBytes).arrayBuffer()));
  }
}

/** Where the file after this one begins. */
function endOf(entry: ZipEntry | undefined): number {
  if (entry === undefined) return 0;
  const name = encoder.encode(entry.name).length;
  return entry.offset + headerBytes + name + (entry.bytes >= max32 ? 20 : 0) + entry.bytes;
}
