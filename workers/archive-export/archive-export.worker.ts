import { expose } from 'comlink';
import { removeExport } from '../../src/db/works/export-files.ts';
import { listExportIds, measureExport } from '../../src/db/works/export-rows.ts';
import { archiveRoomBytes } from '../../src/domain/archive/room.ts';
import { KilnError } from '../../src/domain/errors.ts';
import { countCriteria } from '../../src/domain/history-filter.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { opensOwnFiles } from '../../src/media/write-file.ts';
import type {
  ArchiveExportWorker,
  ExportMeasure,
  ExportOrder,
  ExportOutcome,
  KeptExport,
} from './contract.ts';
import { personsFile, referringFile, type Destination } from './destination.ts';
import type { ExportPlan, JournalLine } from './journal.ts';
import { Reader } from './reading/reader.ts';
import { runExport, type RunOptions } from './run-export.ts';
import {
  clearScratch,
  describeScratch,
  openScratch,
  openScratchFile,
  readScratch,
} from './scratch.ts';

type Problem = (ExportOutcome & { ok: false })['problem'];

/** What is being written here, and whether it is to be gone on from when it is stopped. */
let running: { stop: AbortController; isKept: boolean } | null = null;

const lockOf = (owner: UserKey) => `kiln-archive-export ${owner}`;

function problemOf(error: unknown, signal: AbortSignal): Problem {
  if (signal.aborted) return 'cancelled';
  if (error instanceof KilnError) return error.code;
  if (error instanceof DOMException) {
    if (error.name === 'QuotaExceededError') return 'storage-full';
    if (error.name === 'NoModificationAllowedError') return 'busy-elsewhere';
  }
  return 'unknown';
}

/** What is to be written, and where to. */
interface Prepared {
  plan: ExportPlan;
  /** Lines of what is whole already. */
  known: readonly JournalLine[];
  open: () => Promise<Destination>;
}

/** How it ended, and what can be done behind that. */
interface Ended {
  outcome: ExportOutcome;
  settle?: () => Promise<void>;
}

async function write(
  prepare: () => Promise<Prepared>,
  onProgress: RunOptions['onProgress'],
): Promise<Ended> {
  const own = { stop: new AbortController(), isKept: true };
  const { signal } = own.stop;
  running = own;
  // It comes while the works are counted and there is made room for them.
  const reader = new Reader();
  let destination: Destination | null = null;
  try {
    const { plan, known, open } = await prepare();
    destination = await open();
    const { archive, settle } = await runExport(plan, known, destination, {
      reader,
      signal,
      onProgress,
      keeps: () => own.isKept,
    });
    return { outcome: { ok: true, ...archive }, settle };
  } catch (error) {
    const problem = problemOf(error, signal);
    const isKept = own.isKept && (destination?.isResumable ?? false);
    await destination?.leave(isKept).catch(() => undefined);
    return { outcome: { ok: false, problem, isKept } };
  } finally {
    reader.stop();
    running = null;
  }
}

/** What is being done behind an archive whose person has it: until then that one is not touched. */
let settling: Promise<void> = Promise.resolve();

/** One archive of a person at a time, whichever tab writes it. */
async function alone(owner: UserKey, work: () => Promise<Ended>): Promise<ExportOutcome> {
  await settling;
  const busy: Ended = { outcome: { ok: false, problem: 'busy-elsewhere', isKept: false } };
  const { promise, resolve, reject } = Promise.withResolvers<ExportOutcome>();
  const write = async (lock: Lock | null) => {
    const { outcome, settle } = lock ? await work() : busy;
    // Until others may write again.
    if (settle) settling = ended;
    resolve(outcome);
    // Where it fails nobody waits any more, and the archive counts as one that was cut.
    await settle?.().catch(() => undefined);
  };
  const ended = navigator.locks.request(lockOf(owner), { ifAvailable: true }, write).catch(reject);
  return promise;
}

async function isBeingWritten(owner: UserKey): Promise<boolean> {
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === lockOf(owner)) ?? false;
}

async function freeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0));
  } catch {
    return null;
  }
}

async function planOf(order: ExportOrder): Promise<ExportPlan> {
  const { scope, ...facts } = order;
  const ids = await listExportIds(order.owner, scope);
  const isEverything = 'filter' in scope && countCriteria(scope.filter) === 0;
  return { ...facts, ids, isEverything, isMarked: true };
}

const api: ArchiveExportWorker = {
  async measure(owner, scope): Promise<ExportMeasure> {
    const [sizes, free] = await Promise.all([
      listExportIds(owner, scope).then(measureExport),
      freeBytes(),
    ]);
    return { ...sizes, freeBytes: free };
  },

  start: (order, file, onProgress) =>
    alone(order.owner, () =>
      write(async () => {
        const [plan, free, hasPlace] = await Promise.all([
          planOf(order),
          freeBytes(),
          file ? false : opensOwnFiles(),
        ]);
        const open = async () => {
          if (file) return personsFile(file);
          if (!hasPlace) return referringFile(plan.fileName);
          const neededBytes = archiveRoomBytes(plan.ofBytes, plan.ids.length);
          await clearScratch(order.owner, free === null || free > neededBytes);
          return openScratch(plan, true);
        };
        return { plan, known: [], open };
      }, onProgress),
    ),

  resume: (owner, onProgress) =>
    alone(owner, async () => {
      const kept = await readScratch(owner);
      if (!kept) return { outcome: { ok: false, problem: 'not-found', isKept: false } };
      const { plan, lines } = kept;
      const open = () => openScratch(plan, false);
      return write(() => Promise.resolve({ plan, known: lines, open }), onProgress);
    }),

  stop(isKept) {
    if (!running) return;
    running.isKept = isKept;
    running.stop.abort();
  },

  settled: () => settling,

  async kept(owner): Promise<KeptExport | null> {
    await settling;
    const [kept, isBusy] = await Promise.all([describeScratch(owner), isBeingWritten(owner)]);
    if (!kept) return null;
    const { plan, works, bytes, isWhole } = kept;
    return {
      fileName: plan.fileName,
      works,
      ofWorks: plan.ids.length,
      bytes,
      isWhole,
      isBeingWritten: isBusy,
    };
  },

  async open(owner) {
    await settling;
    const kept = await describeScratch(owner);
    return kept?.isWhole ? openScratchFile(owner, kept.plan.fileName) : null;
  },

  async discard(owner) {
    await settling;
    try {
      await removeExport(owner);
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NoModificationAllowedError')
        return false;
      throw error;
    }
  },
};

expose(api);
