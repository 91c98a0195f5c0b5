import { lastingAddress } from '../../api/contract/files.ts';
import { streamFile } from '../../api/files.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { addPart, joinParts, openDownload, restartDownload } from '../../db/media/downloads.ts';
import { dropDownloads } from '../../db/media/drop-downloads.ts';
import type { DownloadRow } from '../../db/schema.ts';
import { KilnError } from '../../domain/errors.ts';
import type { MediaId } from '../../domain/ids.ts';
import { credentialsOf, LeaseLostError } from '../engine/types.ts';
import type { StepContext } from '../engine/types.ts';
import { verifyDownload } from '../../media/verify.ts';
import type { VerifiedDownload } from '../../media/verify.ts';

/** A part is written when it has this many bytes … */
const partBytes = 1024 * 1024;
/** … or, on a slow line, this many after this long: a cut costs little, and the progress is seen. */
const slowPartBytes = 32 * 1024;
const slowPartMs = 1_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** Gathers the pieces of a stream into parts and keeps each. */
class PartWriter {
  readonly #id: MediaId;
  #offset: number;
  #pieces: Bytes[] = [];
  #bytes = 0;
  #sinceMs = Date.now();

  constructor(id: MediaId, offset: number) {
    this.#id = id;
    this.#offset = offset;
  }

  get end(): number {
    return this.#offset + this.#bytes;
  }

  /** @returns whether a part was written */
  async take(piece: Bytes): Promise<boolean> {
    this.#pieces.push(piece);
    this.#bytes += piece.byteLength;
    const isSlow = this.#bytes >= slowPartBytes && Date.now() - this.#sinceMs >= slowPartMs;
    if (this.#bytes < partBytes && !isSlow) return false;
    await this.flush();
    return true;
  }

  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const part = new Blob(this.#pieces);
    if (!(await addPart(this.#id, this.#offset, part))) throw new LeaseLostError();
    this.#offset += part.size;
    this.#pieces = [];
    this.#bytes = 0;
    this.#sinceMs = Date.now();
  }
}

/** What identifies a file, so that a download is only continued with bytes of the same one. */
interface Wanted {
  id: MediaId;
  url: string;
  place: ModelPlace;
  bytes: number;
  mediaType: string;
  /** Told after each part how many bytes are here. */
  onProgress?: (receivedBytes: number) => Promise<void>;
}

/**
 * Downloads a file into the device's database, from where the last attempt ended. Memory holds one part of it,
 * however large it is. The bytes stay there (`dropDownloads`) until the caller has kept them elsewhere.
 * @returns the whole file, not verified yet
 * @throws KilnError as `streamFile`, `storage-full`
 */
async function downloadInParts(file: Wanted, context: StepContext): Promise<Blob> {
  const { id } = file;
  // What arrived yesterday, by an address that has expired, is continued by the one of today.
  const url = lastingAddress(file.url);
  const known = await openDownload({ id, url, totalBytes: file.bytes });
  if (known.receivedBytes < file.bytes) await receive(file, known, context);
  return joinParts(id, file.mediaType);
}

/**
 * `downloadFile` with a check of length, checksum and type. Bytes that fail it are dropped, so that the next attempt
 * begins anew.
 * @throws KilnError also `result-damaged`
 */
export async function downloadVerified(
  file: Wanted,
  promised: Parameters<typeof verifyDownload>[1],
  context: StepContext,
): Promise<{ blob: Blob; verified: VerifiedDownload }> {
  const blob = await downloadInParts(file, context);
  try {
    return { blob, verified: await verifyDownload(blob, promised) };
  } catch (error) {
    await dropDownloads([file.id]);
    throw error;
  }
}

async function receive(file: Wanted, known: DownloadRow, context: StepContext): Promise<void> {
  const { id } = file;
  // Without an ETag the rest might belong to another version of the file, so the download begins anew.
  const from = known.etag === null ? 0 : known.receivedBytes;
  let writer = new PartWriter(id, from);
  let begin = from;
  try {
    await streamFile(file.url, {
      place: file.place,
      from,
      etag: known.etag,
      session: credentialsOf(context.session),
      signal: context.signal,
      async onStart(start) {
        if (start.from === 0) await restartDownload(id, start.etag);
        begin = start.from;
        writer = new PartWriter(id, begin);
      },
      async onBytes(bytes) {
        const end = writer.end + bytes.byteLength;
        if (end > file.bytes) throw wrongLength(end, file);
        if (await writer.take(bytes)) await file.onProgress?.(writer.end);
      },
    });
    await writer.flush();
  } catch (error) {
    if (context.signal.aborted || error instanceof LeaseLostError) throw error;
    if (error instanceof KilnError && error.code === 'result-damaged') {
      await restartDownload(id, null);
      throw error;
    }
    // The bytes that arrived before the connection broke are kept. They are progress, so failures count from zero.
    await writer.flush();
    if (writer.end > begin) {
      await context.commit(
        (row) => {
          row.attempts = 0;
          row.failingSinceMs = null;
        },
        { keepLease: true },
      );
    }
    throw error;
  }
  // The stream ended too early without an error. The bytes that came are kept, and the next attempt asks for the rest.
  if (writer.end < file.bytes) throw wrongLength(writer.end, file);
}

function wrongLength(bytes: number, file: Wanted): KilnError {
  const detail = `${bytes} of ${file.bytes} bytes`;
  return new KilnError('result-damaged', { retryable: true, detail });
}
