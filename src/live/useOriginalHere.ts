import { getDownload } from '../db/media/downloads.ts';
import { getOriginal } from '../db/media/media.ts';
import { getFetch } from '../db/works/originals.ts';
import type { WorkRow } from '../db/schema.ts';
import { workMediaId } from '../db/works/purge.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

export interface OriginalHere {
  /** Null until all of it is here. */
  blob: Blob | null;
  receivedBytes: number;
  /** Why the queue has stopped trying. */
  stoppedBy: ErrorCode | null;
}

/** How much of a work's full-size file is on this device; undefined until read. */
export function useOriginalHere({
  id,
  owner,
}: Pick<WorkRow, 'id' | 'owner'>): OriginalHere | undefined {
  return useKeyedQuery(`${owner} ${id}`, async () => {
    const original = await getOriginal(id);
    if (original) return { blob: original.blob, receivedBytes: 0, stoppedBy: null };
    const [download, fetch] = await Promise.all([
      getDownload(workMediaId(id)),
      getFetch(owner, id),
    ]);
    const isStopped = fetch?.stage === 'needs-attention';
    return {
      blob: null,
      receivedBytes: download?.receivedBytes ?? 0,
      stoppedBy: isStopped ? (fetch.error?.code ?? 'unknown') : null,
    };
  });
}
