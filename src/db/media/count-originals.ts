import { db } from '../database.ts';

/** How many full-size results are here; cheap enough to be watched. */
export async function countOriginals(): Promise<number> {
  return db.media.where('role').equals('original').count();
}
