import { describeArchive, describeWork } from '../../src/domain/archive/describe.ts';
import {
  archivePaths,
  type AbsentWork,
  type ArchivedAlbum,
  type ArchivedFile,
  type ArchivedSource,
  type ArchivedWork,
} from '../../src/domain/archive/layout.ts';
import { archivedName } from '../../src/domain/archive/names.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { extensionOf } from '../../src/domain/file-kinds.ts';
import { ZipWriter } from '../../src/media/zip/zip-writer.ts';
import type { Destination } from './destination.ts';
import type { ExportPlan, JournalLine } from './journal.ts';
import type { ExportRow } from '../../src/db/works/export-rows.ts';
import {
  unlessLost,
  referTo,
  type HeldFile,
  type LoadedFile,
  type ReadAnswer,
} from './reading/read-files.ts';
import type { Reader } from './reading/reader.ts';
import { pieceScript, viewerFiles } from './viewer-files.ts';

/** Works in one piece of what the page shows; those of one are in memory until it is written. */
const worksAPiece = 500;

const endingOf = (mediaType: string): string => extensionOf(mediaType) ?? 'bin';

/** What stands in an archive so far, and how more of it gets there. */
export class ArchiveContent {
  readonly #writer: ZipWriter;
  readonly #destination: Destination;
  readonly #reader: Reader;
  readonly #works: (ArchivedFile & { id: string; sidecar: string })[] = [];
  readonly #sources = new Map<string, ArchivedFile>();
  readonly #absent: AbsentWork[] = [];
  readonly #names = new Set<string>();
  #shown: ArchivedWork[] = [];
  #pieces = 0;
  #lines: JournalLine[] = [];

  /** @param known lines of what is whole in the archive already */
  constructor(destination: Destination, reader: Reader, known: readonly JournalLine[]) {
    this.#destination = destination;
    this.#reader = reader;
    this.#writer = new ZipWriter(
      destination.target,
      known.flatMap(({ entry }) => entry ?? []),
    );
    for (const line of known) this.#take(line);
  }

  /** Ids of works that are in it, or are known to be missing. */
  get ids(): Set<string> {
    return new Set([...this.#works, ...this.#absent].map(({ id }) => id));
  }

  get works(): number {
    return this.#works.length;
  }

  get absent(): number {
    return this.#absent.length;
  }

  /** Of the works' own files. */
  get bytes(): number {
    return this.#works.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Files as they are to be given to it: their bytes, or where nothing but a reference is written, where they lie. */
  load(files: readonly HeldFile[]): Promise<ReadAnswer> {
    return this.#destination.target.refer ? referTo(files) : this.#reader.read(files);
  }

  /** @param onPiece bytes of the original as they are written; what it throws takes the work out again */
  async addWork(
    { work, sources }: ExportRow,
    original: LoadedFile,
    onPiece: (bytes: number) => void,
  ): Promise<ArchivedFile> {
    const told: ArchivedSource[] = [];
    for (const [at, { field, kept }] of work.sources.entries()) {
      const source = sources[at];
      const file = source ? await this.#addSource(source) : null;
      told.push({ field, file: file?.file ?? null, sha256: file?.sha256 ?? kept?.sha256 ?? null });
    }
    const name = this.#freeName(work);
    const path = `${name}.${endingOf(work.mediaType)}`;
    const entry = await this.#addFile(path, original, work.createdAtMs, onPiece);
    const file = { file: path, bytes: entry.bytes, sha256: original.sha256 };
    const shown = describeWork(work, file, told);
    const sidecar = await this.#writer.addText(
      `${name}.json`,
      `${JSON.stringify(shown, null, 2)}\n`,
      work.createdAtMs,
    );
    const listed = { id: work.id, sidecar: sidecar.name, ...file };
    this.#keep({ entry }, { entry: sidecar, work: listed, shown });
    if (this.#shown.length >= worksAPiece) await this.#addPiece(work.createdAtMs);
    return file;
  }

  addAbsent(absent: AbsentWork): void {
    this.#keep({ absent });
  }

  /** Writes down what is whole. */
  note(): void {
    if (this.#destination.isResumable && this.#lines.length > 0) {
      this.#destination.note(this.#lines);
    }
    this.#lines = [];
  }

  /** Waits until the disk has it, so that it can be gone on from. */
  async mark(): Promise<void> {
    if (!this.#destination.isResumable) return;
    this.note();
    await this.#writer.flush();
    this.#destination.mark();
  }

  /** Ids of works that are in it, in its order. */
  get workIds(): WorkId[] {
    return this.#works.map(({ id }) => id as WorkId);
  }

  /** The page, the list of everything and the directory, with which the archive is whole. @returns its length */
  async close({ createdAtMs }: ExportPlan, app: string, albums: ArchivedAlbum[]): Promise<number> {
    if (this.#shown.length > 0) await this.#addPiece(createdAtMs);
    for (const { name, text } of viewerFiles(this.#pieces, albums)) {
      await this.#writer.addText(name, text, createdAtMs);
    }
    const manifest = describeArchive(
      { createdAtMs, app },
      {
        works: this.#works,
        sources: [...this.#sources.values()],
        absent: this.#absent,
        albums,
      },
    );
    await this.#writer.addText(archivePaths.manifest, JSON.stringify(manifest), createdAtMs);
    return this.#writer.finish();
  }

  #keep(...lines: JournalLine[]): void {
    this.#lines.push(...lines);
    for (const line of lines) this.#take(line);
  }

  #take({ entry, work, source, absent, shown, isPiece }: JournalLine): void {
    if (entry) this.#names.add(entry.name);
    if (work) this.#works.push(work);
    if (source) this.#sources.set(source.sha256, source);
    if (absent) this.#absent.push(absent);
    if (shown) this.#shown.push(shown);
    if (isPiece) {
      this.#pieces += 1;
      this.#shown = [];
    }
  }

  /** Two names are the same only where somebody made ids by hand. */
  #freeName(work: ExportRow['work']): string {
    const name = archivedName(work);
    const isTaken = this.#names.has(`${name}.json`);
    return isTaken ? `${name} ${work.id.slice(0, 8)} ${this.#works.length}` : name;
  }

  async #addSource(
    source: NonNullable<ExportRow['sources'][number]>,
  ): Promise<ArchivedFile | null> {
    const asked = [{ blob: source.blob, sha256: source.sha256 }];
    const [loaded] = await this.load(asked);
    if (!loaded) return null;
    const { sha256 } = loaded;
    const known = this.#sources.get(sha256);
    if (known) return known;
    const path = `${archivePaths.sources}/${sha256}.${endingOf(source.mediaType)}`;
    const entry = await unlessLost(this.#addFile(path, loaded, source.createdAtMs));
    if (!entry) return null;
    const file = { file: path, bytes: source.blob.size, sha256 };
    this.#keep({ entry, source: file });
    return file;
  }

  async #addFile(
    path: string,
    file: LoadedFile,
    atMs: number,
    onPiece: (bytes: number) => void = () => undefined,
  ) {
    const { content } = file;
    if (!(content instanceof Blob)) {
      const { bytes, crc } = content;
      onPiece(bytes.length);
      const entry = await this.#writer.add(path, bytes, atMs, crc);
      this.#reader.giveBack(content);
      return entry;
    }
    if (this.#destination.target.refer) return this.#writer.addBlob(path, content, atMs, onPiece);
    return this.#writer.addPieces(path, { bytes: content.size, atMs }, async (take) => {
      for await (const piece of this.#reader.pieces(content, file.sha256)) {
        onPiece(piece.bytes.length);
        await take(piece.bytes, piece.crc);
        this.#reader.giveBack(piece);
      }
    });
  }

  async #addPiece(atMs: number): Promise<void> {
    const name = archivePaths.listed(this.#pieces + 1);
    const entry = await this.#writer.addText(name, pieceScript(this.#shown), atMs);
    this.#keep({ entry, isPiece: true });
  }
}
