import { KilnError } from '../../domain/errors.ts';
import type { Session } from '../schema.ts';
import { expireSession, getSession, isSessionUsable } from './session.ts';

/**
 * Does something as whoever is signed in. A session that the platform refuses is marked as run out.
 * @throws KilnError `login-required` where nobody is, or not any more; and what the work throws
 */
export async function asMyself<Value>(work: (session: Session) => Promise<Value>): Promise<Value> {
  const session = await getSession();
  if (!isSessionUsable(session)) throw new KilnError('login-required', { retryable: false });
  try {
    return await work(session);
  } catch (error) {
    if (error instanceof KilnError && error.code === 'login-required')
      await expireSession(session.userToken);
    throw error;
  }
}
