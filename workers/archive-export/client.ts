import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { ExportScope } from '../../src/domain/archive/scope.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { createHeldWorker } from '../held-worker.ts';
import { withProgress } from '../progress.ts';
import type {
  ArchiveExportWorker,
  ExportMeasure,
  ExportOrder,
  ExportOutcome,
  ExportProgress,
  KeptExport,
} from './contract.ts';

/** Whoever has been told how much would leave may press in a moment: a worker takes a tenth of a second to come. */
const idleStopMs = 30_000;

const held = createHeldWorker(
  () =>
    new Worker(new URL('./archive-export.worker.ts', import.meta.url), {
      type: 'module',
      name: 'kiln-archive-export',
    }),
  (worker) => ({ remote: wrap<ArchiveExportWorker>(worker) }),
  idleStopMs,
);

/** @throws when the worker can't be loaded or dies */
async function ask<Value>(
  question: (remote: Remote<ArchiveExportWorker>) => Promise<Value>,
): Promise<Value> {
  const release = held.hold();
  try {
    const { remote, ended } = held.start();
    return await Promise.race([question(remote), ended]);
  } finally {
    release();
  }
}

/** Keeps the worker while something is done behind an archive that its person has. */
async function thenSettled(writing: Promise<ExportOutcome>): Promise<ExportOutcome> {
  const outcome = await writing;
  if (outcome.ok) ask((remote) => remote.settled()).catch(() => undefined);
  return outcome;
}

/** @see ArchiveExportWorker.measure */
export const measureExport = (owner: UserKey, scope: ExportScope): Promise<ExportMeasure> =>
  ask((remote) => remote.measure(owner, scope));

/** @see ArchiveExportWorker.start */
export const startExport = (
  order: ExportOrder,
  file: FileSystemFileHandle | null,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportOutcome> =>
  withProgress(onProgress, (tell) =>
    thenSettled(ask<ExportOutcome>(async (remote) => remote.start(order, file, tell))),
  );

/** @see ArchiveExportWorker.resume */
export const resumeExport = (
  owner: UserKey,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportOutcome> =>
  withProgress(onProgress, (tell) =>
    thenSettled(ask<ExportOutcome>(async (remote) => remote.resume(owner, tell))),
  );

/** @see ArchiveExportWorker.stop */
export async function stopExport(isKept: boolean): Promise<void> {
  if (held.running) await ask((remote) => remote.stop(isKept));
}

/** @see ArchiveExportWorker.kept */
export const keptExport = (owner: UserKey): Promise<KeptExport | null> =>
  ask((remote) => remote.kept(owner));

/** @see ArchiveExportWorker.open */
export const openExport = (owner: UserKey): Promise<File | null> =>
  ask((remote) => remote.open(owner));

/** @see ArchiveExportWorker.discard */
export const discardExport = (owner: UserKey): Promise<boolean> =>
  ask((remote) => remote.discard(owner));
