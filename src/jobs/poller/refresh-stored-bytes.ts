import { call } from '../../api/client.ts';
import { getStoredBytes } from '../../api/contract/account.ts';
import { putOwnCache } from '../../db/keep-answers.ts';
import type { Session } from '../../db/schema.ts';
import { KilnError } from '../../domain/errors.ts';
import { credentialsOf } from '../engine/types.ts';
import { userSourceQuery } from '../user-source-query.ts';

/** Asks how much the platform keeps for the person, and writes it into `caches`. */
export async function refreshStoredBytes(session: Session, signal: AbortSignal): Promise<void> {
  const query = await userSourceQuery();
  try {
    const { data } = await call(getStoredBytes, { session: credentialsOf(session), query, signal });
    await putOwnCache(session.userKey, 'storedBytes', data);
  } catch (error) {
    // A platform of an earlier version has no limit to tell.
    if (!(error instanceof KilnError) || error.code !== 'not-found') throw error;
  }
}
