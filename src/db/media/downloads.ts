import type { MediaId } from '../../domain/ids.ts';
import { db, guardStorage } from '../database.ts';
import type { DownloadRow } from '../schema.ts';
import { partsOf } from './drop-downloads.ts';

/** Downloads under way, in parts that outlive a restart. One host writes at a time; the queue's lease sees to it. */

export async function getDownload(id: MediaId): Promise<DownloadRow | undefined> {
  return db.downloads.get(id);
}

/**
 * Begins or continues a download. If its address or length has changed, the bytes so far are dropped.
 * @returns the row to go on from
 */
export async function openDownload(
  wanted: Pick<DownloadRow, 'id' | 'url' | 'totalBytes'>,
  nowMs: number = Date.now(),
): Promise<DownloadRow> {
  return guardStorage(() =>
    db.transaction('rw', [db.downloads, db.parts], async () => {
      const known = await db.downloads.get(wanted.id);
      if (known?.url === wanted.url && known.totalBytes === wanted.totalBytes) return known;
      await partsOf(wanted.id).delete();
      const row = { ...wanted, etag: null, receivedBytes: 0, updatedAtMs: nowMs };
      await db.downloads.put(row);
      return row;
    }),
  );
}

/** Forgets the bytes and begins anew, with the version of the file that is being received now. */
export async function restartDownload(
  id: MediaId,
  etag: string | null,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.downloads, db.parts], async () => {
      await partsOf(id).delete();
      await db.downloads.update(id, { etag, receivedBytes: 0, updatedAtMs: nowMs });
    }),
  );
}

/**
 * Keeps the next bytes.
 * @returns false when they don't follow the bytes that are stored: another host writes this download
 * @throws KilnError `storage-full`; what was kept before stays
 */
export async function addPart(
  id: MediaId,
  offset: number,
  blob: Blob,
  nowMs: number = Date.now(),
): Promise<boolean> {
  return guardStorage(() =>
    db.transaction('rw', [db.downloads, db.parts], async () => {
      const row = await db.downloads.get(id);
      if (row?.receivedBytes !== offset) return false;
      await db.parts.put({ mediaId: id, offset, bytes: blob.size, blob });
      await db.downloads.update(id, {
        receivedBytes: offset + blob.size,
        updatedAtMs: nowMs,
      });
      return true;
    }),
  );
}

/** All bytes that are here, as one Blob; the browser keeps them where they lie. */
export async function joinParts(id: MediaId, mediaType: string): Promise<Blob> {
  const parts = await partsOf(id).toArray();
  return new Blob(
    parts.map((part) => part.blob),
    { type: mediaType },
  );
}
