import type { MediaId } from '../../domain/ids.ts';
import { db } from '../database.ts';
import { isFileRefused } from './refused-files.ts';

const tried = new Error('tried');

/**
 * Whether this browser keeps files in its database at all: private windows of Safari keep everything else, and refuse each
 * Blob. Nothing is left of the try.
 */
export async function keepsFiles(): Promise<boolean> {
  let isTaken = false;
  try {
    await db.transaction('rw', db.thumbnails, async () => {
      const blob = new Blob(['tried']);
      await db.thumbnails.put({ id: 'tried' as MediaId, blob, width: 1, height: 1 });
      isTaken = true;
      throw tried;
    });
  } catch (error) {
    // A full disk and a database that can't be opened are told elsewhere.
    return isTaken || !isFileRefused(error);
  }
  return isTaken;
}
