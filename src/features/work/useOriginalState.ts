import { useEffect } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { leaveOriginal, openOriginal } from '../../db/works/originals.ts';
import type { WorkRow } from '../../db/schema.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { useOriginalHere } from '../../live/useOriginalHere.ts';

export type OriginalState =
  | { kind: 'loading' }
  | { kind: 'here'; blob: Blob }
  /** On its way; bytes that are here and all of them. */
  | { kind: 'coming'; receivedBytes: number; totalBytes: number }
  /** It needs a network. */
  | { kind: 'waiting' }
  | { kind: 'missing'; code: ErrorCode };

/** The full-size picture: from this device, else brought here because it is looked at. */
export function useOriginalState(work: WorkRow, online: boolean): OriginalState {
  const { id, owner } = work;
  const found = useOriginalHere(work);
  const isAway = found?.blob === null;
  const isKept = work.remote === 'kept';
  useEffect(() => {
    if (!isAway || !isKept) return;
    // A device that cannot write (full, private) shows the small version.
    openOriginal(owner, id).catch(() => undefined);
    return () => inPassing(leaveOriginal(owner, id));
  }, [id, owner, isAway, isKept]);
  if (!found) return { kind: 'loading' };
  if (found.blob) return { kind: 'here', blob: found.blob };
  if (!isKept) return { kind: 'missing', code: 'result-gone' };
  if (found.stoppedBy) return { kind: 'missing', code: found.stoppedBy };
  if (!online) return { kind: 'waiting' };
  return { kind: 'coming', receivedBytes: found.receivedBytes, totalBytes: work.bytes };
}
