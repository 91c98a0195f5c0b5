import type { UserKey } from '../../domain/ids.ts';
import { atom, store } from '../../ui/atoms.ts';
import { offerDownload } from '../../ui/offer-download.ts';
import {
  discardExport,
  openExport,
  resumeExport,
  startExport,
  stopExport,
} from '../../../workers/archive-export/client.ts';
import type {
  ExportOrder,
  ExportOutcome,
  ExportProgress,
} from '../../../workers/archive-export/contract.ts';

/*
 * One export at a time. It belongs to the tab and not to the page, which one may leave meanwhile.
 */

export type ExportState =
  | { step: 'none' }
  | {
      step: 'running';
      owner: UserKey;
      progress: ExportProgress | null;
      /** Where this run began: what was there already says nothing about its speed. */
      from: { atMs: number; bytes: number } | null;
      /** Whether it can be gone on from when it is stopped. */
      isResumable: boolean;
    }
  | { step: 'done'; owner: UserKey; end: ExportOutcome & { ok: true } }
  | { step: 'failed'; owner: UserKey; end: ExportOutcome & { ok: false } };

export const exportAtom = atom<ExportState>({ step: 'none' });

function hear(progress: ExportProgress): void {
  store.set(exportAtom, (before) =>
    before.step === 'running'
      ? {
          ...before,
          progress,
          from: before.from ?? { atMs: Date.now(), bytes: progress.bytes },
        }
      : before,
  );
}

async function follow(
  owner: UserKey,
  isResumable: boolean,
  run: () => Promise<ExportOutcome>,
): Promise<void> {
  if (store.get(exportAtom).step === 'running') return;
  store.set(exportAtom, { step: 'running', owner, progress: null, from: null, isResumable });
  const end = await run().catch(
    // The worker could not be loaded, or died; what it had noted is there.
    (): ExportOutcome => ({ ok: false, problem: 'unknown', isKept: isResumable }),
  );
  if (end.ok) {
    store.set(exportAtom, { step: 'done', owner, end });
    // Said first: the browser's own copying keeps a small machine busy.
    if (end.file) setTimeout(offerDownload, 0, end.file, end.file.name);
  } else if (end.problem === 'cancelled') store.set(exportAtom, { step: 'none' });
  else store.set(exportAtom, { step: 'failed', owner, end });
}

/** @param file the person's own file to write to; null: on this device, and from there to the downloads */
export const beginExport = (order: ExportOrder, file: FileSystemFileHandle | null): Promise<void> =>
  follow(order.owner, file === null, () => startExport(order, file, hear));

export const goOnExporting = (owner: UserKey): Promise<void> =>
  follow(owner, true, () => resumeExport(owner, hear));

/** @param isKept whether it is to be gone on from */
export const stopExporting = (isKept: boolean): Promise<void> => stopExport(isKept);

/** Hands the archive that lies here to the downloads. @returns false when there is none any more */
export async function saveAgain(owner: UserKey): Promise<boolean> {
  const file = await openExport(owner);
  if (file) offerDownload(file, file.name);
  return file !== null;
}

/** Throws away what lies here. */
export async function throwAway(owner: UserKey): Promise<void> {
  if (await discardExport(owner)) forgetExport();
}

export function forgetExport(): void {
  store.set(exportAtom, { step: 'none' });
}
