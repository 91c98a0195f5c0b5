import { takeUserSource } from '../db/user-source.ts';

/** The query of a user GET (spec 2, section 7): tells once where the person came from, if a link said so. */
export async function userSourceQuery(): Promise<{ user_source?: string }> {
  // Credits must be heard of also where nothing can be written.
  const value = await takeUserSource().catch(() => '');
  return value === '' ? {} : { user_source: value };
}
