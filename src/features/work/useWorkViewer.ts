import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { getModelSchema } from '../../db/caches.ts';
import { getOriginal } from '../../db/media.ts';
import type { WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import { getThumbnail } from '../../db/thumbnails.ts';
import { getNeighbours, getWork } from '../../db/works.ts';
import { isErrorCode, type ErrorCode } from '../../domain/errors.ts';
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
  | { kind: 'missing'; code: ErrorCode };

/** The full-size picture: from this device, else fetched for as long as it is looked at. */
export function useOriginalBlob(work: WorkRow, online: boolean): OriginalState {
  const kept = useLiveQuery(
    async () => ({ id: work.id, blob: (await getOriginal(work.id))?.blob ?? null }),
    [work.id],
  );
  const [fetched, setFetched] = useState<{ id: WorkId; state: OriginalState } | null>(null);
  const isAway = kept?.id === work.id && kept.blob === null;
  useEffect(() => {
    if (!isAway) return;
    const leaving = new AbortController();
    void (async () => {
      try {
        const { readOriginal } = await import('./download.ts');
        const blob = await readOriginal(work, leaving.signal);
        if (!leaving.signal.aborted) setFetched({ id: work.id, state: { kind: 'here', blob } });
      } catch (error) {
        if (leaving.signal.aborted) return;
        const code =
          error instanceof Error && 'code' in error && isErrorCode(error.code)
            ? error.code
            : 'unknown';
        setFetched({ id: work.id, state: { kind: 'missing', code } });
      }
    })();
    return () => leaving.abort();
    // `online`: what failed without a network is tried again with one.
  }, [isAway, work, online]);
  if (kept?.id === work.id && kept.blob) return { kind: 'here', blob: kept.blob };
  if (isAway && fetched?.id === work.id) return fetched.state;
  return { kind: 'loading' };
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
