import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { getModelSchema } from '../../db/caches.ts';
import { getDownload } from '../../db/downloads.ts';
import { getOriginal } from '../../db/media.ts';
import { getFetch, leaveOriginal, openOriginal } from '../../db/originals.ts';
import type { WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import { getThumbnail } from '../../db/thumbnails.ts';
import { getNeighbours, getWork, workMediaId } from '../../db/works.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { Language, ModelSchema } from '../../domain/model.ts';

export interface ViewedWork {
  work: WorkRow;
  previous: WorkId | null;
  next: WorkId | null;
}

/** Undefined until read; null when it is not here, or belongs to someone who is not signed in. */
export function useViewedWork(id: WorkId | null): ViewedWork | null | undefined {
  const found = useLiveQuery(async () => {
    if (!id) return { id, viewed: null };
    const [work, session, order] = await Promise.all([
      getWork(id),
      getSession(),
      getSetting('historyOrder'),
    ]);
    if (!work || work.owner !== session?.userKey) return { id, viewed: null };
    const { previous, next } = await getNeighbours(work, order);
    return { id, viewed: { work, previous: previous?.id ?? null, next: next?.id ?? null } };
  }, [id]);
  // While the next one is read the hook still holds the answer for the one before.
  return found?.id === id ? found.viewed : undefined;
}

export type OriginalState =
  | { kind: 'loading' }
  | { kind: 'here'; blob: Blob }
  /** On its way; bytes that are here and all of them. */
  | { kind: 'coming'; receivedBytes: number; totalBytes: number }
  /** It needs a network. */
  | { kind: 'waiting' }
  | { kind: 'missing'; code: ErrorCode };

interface Found {
  id: WorkId;
  blob: Blob | null;
  receivedBytes: number;
  /** Why the queue has stopped trying. */
  stoppedBy: ErrorCode | null;
}

async function findOriginal({ id, owner }: Pick<WorkRow, 'id' | 'owner'>): Promise<Found> {
  const original = await getOriginal(id);
  if (original) return { id, blob: original.blob, receivedBytes: 0, stoppedBy: null };
  const [download, fetch] = await Promise.all([getDownload(workMediaId(id)), getFetch(owner, id)]);
  const isStopped = fetch?.stage === 'needs-attention';
  return {
    id,
    blob: null,
    receivedBytes: download?.receivedBytes ?? 0,
    stoppedBy: isStopped ? (fetch.error?.code ?? 'unknown') : null,
  };
}

/** The full-size picture: from this device, else brought here because it is looked at. */
export function useOriginal(work: WorkRow, online: boolean): OriginalState {
  const { id, owner } = work;
  const found = useLiveQuery(() => findOriginal({ id, owner }), [id, owner]);
  const isAway = found?.id === id && found.blob === null;
  const isKept = work.remote === 'kept';
  useEffect(() => {
    if (!isAway || !isKept) return;
    // A device that cannot write (full, private) shows the small version.
    openOriginal(owner, id).catch(() => undefined);
    return () => void leaveOriginal(owner, id).catch(() => undefined);
  }, [id, owner, isAway, isKept]);
  if (found?.id !== id) return { kind: 'loading' };
  if (found.blob) return { kind: 'here', blob: found.blob };
  if (!isKept) return { kind: 'missing', code: 'result-gone' };
  if (found.stoppedBy) return { kind: 'missing', code: found.stoppedBy };
  if (!online) return { kind: 'waiting' };
  return { kind: 'coming', receivedBytes: found.receivedBytes, totalBytes: work.bytes };
}

export function useThumbnailBlob(id: WorkId): Blob | null {
  const found = useLiveQuery(
    async () => ({ id, blob: (await getThumbnail(id))?.blob ?? null }),
    [id],
  );
  return found?.id === id ? found.blob : null;
}

/** The model's schema as last heard, for the labels of its parameters. */
export function useSchema(model: string, language: Language): ModelSchema | null {
  return (
    useLiveQuery(async () => (await getModelSchema(model, language)) ?? null, [model, language]) ??
    null
  );
}
