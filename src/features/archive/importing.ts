import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import type { UserKey } from '../../domain/ids.ts';
import { PartMissingError } from '../../domain/part-missing.ts';
import { atom, store } from '../../ui/atoms.ts';
import { startImport, type ImportSession } from '../../../workers/archive-import/client.ts';
import { drawSolid } from './draw-solid.ts';
import type {
  ImportEnd,
  ImportFound,
  ImportProgress,
} from '../../../workers/archive-import/contract.ts';

/*
 * An import goes on while its person looks at other pages; it ends with the tab, and the same files given again bring
 * the rest.
 */

interface Whose {
  owner: UserKey;
}

export type ImportState =
  | { step: 'none' }
  | ({ step: 'looking' } & Whose)
  | ({ step: 'found'; found: ImportFound } & Whose)
  | ({
      step: 'running';
      found: ImportFound;
      progress: ImportProgress | null;
      /** Null until there is something to reckon with. */
      secondsLeft: number | null;
    } & Whose)
  | ({ step: 'ended'; end: ImportEnd } & Whose)
  | ({
      step: 'stopped';
      /** Null when the person stopped it; `part-missing` where what imports is not on this device. */
      problem: ErrorCode | 'part-missing' | null;
      added: number;
      tell: boolean;
    } & Whose);

export const importAtom = atom<ImportState>({ step: 'none' });

let session: ImportSession | null = null;
let files: readonly File[] = [];

/** Figures of the first moments say little. */
const reckonFromMs = 1_500;

function set(state: ImportState): void {
  store.set(importAtom, state);
}

/** Before anything has answered; a worker that dies later was there. */
const problemOf = (error: unknown): ErrorCode | 'part-missing' =>
  error instanceof PartMissingError ? 'part-missing' : errorCodeOf(error);

function end(): void {
  session?.stop();
  session = null;
}

/** Opens what was given and tells what is in it; nothing is taken in yet. */
export async function lookAt(owner: UserKey, given: readonly File[]): Promise<void> {
  end();
  files = given;
  const own = startImport(drawSolid);
  session = own;
  set({ step: 'looking', owner });
  try {
    const found = await own.inspect(given);
    if (session === own) set({ step: 'found', owner, found });
  } catch (error) {
    if (session !== own) return;
    end();
    set({ step: 'stopped', owner, problem: problemOf(error), added: 0, tell: false });
  }
}

/** Seconds until all is done, as far as it has gone until now. */
function reckon(progress: ImportProgress, startedAtMs: number, nowMs: number): number | null {
  const { done, of, doneBytes, ofBytes, phase } = progress;
  const byCount = of > 0 ? done / of : 0;
  const share = phase === 'works' && ofBytes > 0 ? (byCount + doneBytes / ofBytes) / 2 : byCount;
  const passedMs = nowMs - startedAtMs;
  if (share <= 0 || passedMs < reckonFromMs) return null;
  return Math.ceil((passedMs * (1 - share)) / share / 1_000);
}

/** Takes in what was found. */
export async function takeIn(tell: boolean): Promise<void> {
  const before = store.get(importAtom);
  const own = session;
  if (before.step !== 'found' || !own) return;
  const { owner, found } = before;
  let startedAtMs = performance.now();
  let phase: ImportProgress['phase'] = 'works';
  let added = 0;
  set({ step: 'running', owner, found, progress: null, secondsLeft: null });
  try {
    const done = await own.run({ owner, tell }, (progress) => {
      if (session !== own) return;
      const nowMs = performance.now();
      if (progress.phase !== phase) startedAtMs = nowMs;
      ({ phase, added } = progress);
      const secondsLeft = reckon(progress, startedAtMs, nowMs);
      set({ step: 'running', owner, found, progress, secondsLeft });
    });
    if (session !== own) return;
    end();
    set({ step: 'ended', owner, end: done });
  } catch (error) {
    if (session !== own) return;
    end();
    set({ step: 'stopped', owner, problem: errorCodeOf(error), added, tell });
  }
}

/** Stops at once; what is in stays. */
export function stopImport(): void {
  const state = store.get(importAtom);
  end();
  if (state.step !== 'running') {
    forgetImport();
    return;
  }
  const { owner, progress } = state;
  set({ step: 'stopped', owner, problem: null, added: progress?.added ?? 0, tell: false });
}

/** Looks at the files that were given last once more, to go on with what is missing. */
export async function lookAgain(owner: UserKey): Promise<void> {
  await lookAt(owner, files);
}

/** As if nothing had been given. */
export function forgetImport(): void {
  end();
  files = [];
  set({ step: 'none' });
}
