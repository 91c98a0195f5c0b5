import { archivedAlbums, readCollections } from '../../src/db/albums/archived.ts';
import { ArchiveContent } from './archive-content.ts';
import type { ExportProgress } from './contract.ts';
import type { Destination } from './destination.ts';
import type { ExportPlan, JournalLine } from './journal.ts';
import { unlessLost } from './reading/read-files.ts';
import { begun, type Reader } from './reading/reader.ts';
import { absenceOf, eachLoadedWork, fetchOriginal, type LoadedWork } from './originals.ts';

/** Each time the page is painted for as long as its progress takes to get there. */
const toldEveryMs = 500;
/** What is noted takes no memory any more. */
const notedEveryWorks = 50;
/** What a cut costs at most. Not more often: the disk is waited for, which may take as long as everything else. */
const markedEveryMs = 10_000;

export interface RunOptions {
  reader: Reader;
  signal: AbortSignal;
  /** Whether it is to be gone on from when it is stopped. */
  keeps: () => boolean;
  onProgress: (progress: ExportProgress) => void;
}

export interface WrittenArchive {
  works: number;
  absent: number;
  bytes: number;
  file: File | null;
}

interface Written {
  archive: WrittenArchive;
  /** What can be done behind it, while its person saves it. */
  settle: () => Promise<void>;
}

/**
 * Writes what a plan promises, from where its journal ends. When it throws, what is whole has been noted if that was
 * possible, and the destination is still open.
 * @param known lines of what is whole already
 */
export async function runExport(
  plan: ExportPlan,
  known: readonly JournalLine[],
  destination: Destination,
  { reader, signal, onProgress, keeps }: RunOptions,
): Promise<Written> {
  const collections = begun(readCollections(plan.owner));
  const content = new ArchiveContent(destination, reader, known);
  const done = content.ids;
  const ids = plan.ids.filter((id) => !done.has(id));
  const progress: ExportProgress = {
    works: plan.ids.length - ids.length,
    ofWorks: plan.ids.length,
    bytes: content.bytes,
    ofBytes: plan.ofBytes,
  };
  let toldAtMs = 0;
  let markedAtMs = Date.now();

  const tell = () => {
    const nowMs = Date.now();
    if (nowMs - toldAtMs < toldEveryMs) return;
    toldAtMs = nowMs;
    onProgress({ ...progress });
  };
  const onPiece = (bytes: number) => {
    signal.throwIfAborted();
    progress.bytes += bytes;
    // Works may have come since it was measured.
    progress.ofBytes = Math.max(progress.ofBytes, progress.bytes);
    tell();
  };

  async function add({ row, original: here }: LoadedWork): Promise<void> {
    const { work } = row;
    const isFetched = !here && plan.fetchesMissing && work.remote === 'kept';
    const original = isFetched ? await fetchOriginal(work, reader, signal) : here;
    if (original && (await unlessLost(content.addWork(row, original, onPiece)))) return;
    const reason = original || isFetched ? 'not-to-be-had' : absenceOf(work);
    content.addAbsent({ id: work.id, prompt: work.prompt, reason });
  }

  const writeEverything = async (): Promise<number> => {
    for await (const work of eachLoadedWork(ids, (files) => content.load(files))) {
      signal.throwIfAborted();
      await add(work);
      progress.works += 1;
      tell();
      if (progress.works % notedEveryWorks === 0) content.note();
      if (Date.now() - markedAtMs > markedEveryMs) {
        await content.mark();
        markedAtMs = Date.now();
      }
    }
    content.note();
    const albums = archivedAlbums(await collections, content.workIds, plan.isEverything === true);
    return content.close(plan, __KILN_VERSION__, albums);
  };

  tell();
  let bytes: number;
  try {
    bytes = await writeEverything();
  } catch (error) {
    // On a full disk it can't be; then what was noted before counts.
    if (keeps()) await content.mark().catch(() => undefined);
    throw error;
  }
  const file = await destination.finish(bytes);
  onProgress({ ...progress, works: progress.ofWorks });
  return {
    archive: { works: content.works, absent: content.absent, bytes, file },
    settle: async () =>
      destination.settle?.({ works: content.works + content.absent, bytes: content.bytes }),
  };
}
