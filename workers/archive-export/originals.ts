import { downloadFile } from '../../src/api/files.ts';
import { getSession } from '../../src/db/account/session.ts';
import type { WorkRow } from '../../src/db/schema.ts';
import { readExportRows, type ExportRow } from '../../src/db/works/export-rows.ts';
import type { AbsentWork } from '../../src/domain/archive/layout.ts';
import { KilnError } from '../../src/domain/errors.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { sha256Hex } from '../../src/media/hash.ts';
import { callCollector } from './reading/call-collector.ts';
import { begun, type Reader } from './reading/reader.ts';
import { pieceBytes, type SummedBytes } from './reading/sum-bytes.ts';

/** A file with its hash, and its bytes where it is small: those are read ahead. */
export interface LoadedFile {
  blob: Blob;
  whole: SummedBytes | null;
  sha256: string;
}

export interface LoadedWork {
  row: ExportRow;
  original: LoadedFile | null;
}

/** Rows asked for at once; of the first, for which everything waits, only a few. */
const rowsAtOnce = 48;
const rowsAtFirst = 16;
/** How far is read ahead: the disk and whoever writes both have something to do then, and little is in memory. */
const aheadBytes = 8 * 1024 * 1024;
const aheadWorks = 20;
/** The collector takes a tenth of the whole when it is called twice as often, and a few megabytes are gained. */
const rowsBetweenCalls = 32;
/** A connection that drops for a moment need not stop an export. */
const retryAfterMs = [1_000, 4_000];

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text) && !/^0+$/.test(text);

/** @returns null for what can no longer be read: the disk has lost it */
export async function loadFile(
  file: { blob: Blob; sha256: string },
  reader: Reader,
): Promise<LoadedFile | null> {
  const { blob } = file;
  try {
    const sha256 = isHash(file.sha256) ? file.sha256 : await sha256Hex(blob);
    const whole = blob.size > pieceBytes ? null : await reader.read(blob);
    return { blob, whole, sha256 };
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Rows in their order; the next are asked for while these are gone through. */
async function* eachRow(ids: readonly WorkId[]): AsyncGenerator<ExportRow> {
  let askedTo = 0;
  const ask = () => {
    const from = askedTo;
    askedTo += from === 0 ? rowsAtFirst : rowsAtOnce;
    return begun(readExportRows(ids.slice(from, askedTo)));
  };
  let next = ask();
  for (let isLast = false; !isLast;) {
    const rows = await next;
    isLast = askedTo >= ids.length;
    if (!isLast) next = ask();
    yield* rows;
  }
}

async function loadWork(row: ExportRow, reader: Reader): Promise<LoadedWork> {
  return { row, original: row.original && (await loadFile(row.original, reader)) };
}

/** Works with their files, in their order. */
export async function* eachLoadedWork(
  ids: readonly WorkId[],
  reader: Reader,
): AsyncGenerator<LoadedWork> {
  const ahead: { work: Promise<LoadedWork>; bytes: number }[] = [];
  let bytesAhead = 0;
  let rowsRead = 0;
  for await (const row of eachRow(ids)) {
    callCollector((rowsRead += 1), rowsBetweenCalls);
    const size = row.original?.blob.size ?? 0;
    const bytes = size > pieceBytes ? 0 : size;
    ahead.push({ work: begun(loadWork(row, reader)), bytes });
    bytesAhead += bytes;
    while (bytesAhead > aheadBytes || ahead.length > aheadWorks) {
      const first = ahead.shift()!;
      bytesAhead -= first.bytes;
      yield await first.work;
    }
  }
  for (const { work } of ahead) yield await work;
}

/** Why a work without an original is not in the archive. */
export const absenceOf = (work: WorkRow): AbsentWork['reason'] =>
  work.remote === 'kept' ? 'not-here' : 'not-to-be-had';

/** Ends early when it is aborted: nobody waits for a stop. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/**
 * The original that the platform keeps.
 * @returns null where nobody has it any more, or another one than it was
 * @throws KilnError where it may be had another time: no network, nobody signed in …
 */
export async function fetchOriginal(
  work: WorkRow,
  reader: Reader,
  signal: AbortSignal,
): Promise<LoadedFile | null> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const blob = await downloadFile(work.remoteUrl, {
        expectedBytes: work.bytes,
        session: await getSession(),
        signal,
      });
      const loaded = await loadFile({ blob, sha256: '' }, reader);
      return loaded && (!isHash(work.sha256) || loaded.sha256 === work.sha256) ? loaded : null;
    } catch (error) {
      if (!(error instanceof KilnError)) throw error;
      if (error.code === 'result-gone' || error.code === 'not-found') return null;
      const waitMs = retryAfterMs[attempt];
      if (waitMs === undefined && error.code === 'result-damaged') return null;
      if (waitMs === undefined || !error.retryable) throw error;
      await pause(waitMs, signal);
      signal.throwIfAborted();
    }
  }
}
