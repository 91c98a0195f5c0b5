import { downloadFile } from '../../src/api/files.ts';
import { getSession } from '../../src/db/account/session.ts';
import type { WorkRow } from '../../src/db/schema.ts';
import { readExportRows, type ExportRow } from '../../src/db/works/export-rows.ts';
import type { AbsentWork } from '../../src/domain/archive/layout.ts';
import { KilnError } from '../../src/domain/errors.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { callCollector } from './reading/call-collector.ts';
import { isHash, type LoadedFile } from './reading/read-files.ts';
import { begun, type Reader } from './reading/reader.ts';
import { pieceBytes } from './reading/sum-bytes.ts';

export interface LoadedWork {
  row: ExportRow;
  original: LoadedFile | null;
}

/** Rows asked for at once; of the first, for which everything waits, only a few. */
const rowsAtOnce = 48;
const rowsAtFirst = 16;
/** How much is read at once: a message for each file takes as long as half of its reading. */
const filesAtOnce = 8;
const bytesAtOnce = 2 * pieceBytes;
/** How far is read ahead: the disk and whoever writes both have something to do then, and little is in memory. */
const lotsAhead = 2;
/** The collector takes a tenth of the whole when it is called twice as often, and a few megabytes are gained. */
const rowsBetweenCalls = 32;
/** A connection that drops for a moment need not stop an export. */
const retryAfterMs = [1_000, 4_000];

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

/** Works whose originals are read together. */
async function* eachLot(ids: readonly WorkId[]): AsyncGenerator<ExportRow[]> {
  let lot: ExportRow[] = [];
  let bytes = 0;
  for await (const row of eachRow(ids)) {
    callCollector(1, rowsBetweenCalls);
    lot.push(row);
    bytes += Math.min(row.original?.blob.size ?? 0, pieceBytes);
    if (lot.length < filesAtOnce && bytes < bytesAtOnce) continue;
    yield lot;
    lot = [];
    bytes = 0;
  }
  if (lot.length > 0) yield lot;
}

async function loadLot(rows: readonly ExportRow[], read: Reader['read']): Promise<LoadedWork[]> {
  const works: LoadedWork[] = rows.map((row) => ({ row, original: null }));
  const here = rows.flatMap(({ original }, at) => (original ? { at, ...original } : []));
  if (here.length === 0) return works;
  const files = await read(here.map(({ blob, sha256 }) => ({ blob, sha256 })));
  for (const [index, { at }] of here.entries()) works[at]!.original = files[index] ?? null;
  return works;
}

/** Works with their files, in their order. @param read how those of this device are come by */
export async function* eachLoadedWork(
  ids: readonly WorkId[],
  read: Reader['read'],
): AsyncGenerator<LoadedWork> {
  const ahead: Promise<LoadedWork[]>[] = [];
  for await (const rows of eachLot(ids)) {
    ahead.push(begun(loadLot(rows, read)));
    if (ahead.length > lotsAhead) yield* await ahead.shift()!;
  }
  for (const lot of ahead) yield* await lot;
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
      const [loaded] = await reader.read([{ blob, sha256: '' }]);
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
