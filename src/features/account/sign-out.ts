import { forgetPrivateAnswers, syncPush } from '../../../sw/client.ts';
import { endSession, getSession } from '../../db/account/session.ts';

/** How long the platform may take to hear of it; leaving must not wait for a bad network. */
const goodbyeTimeoutMs = 4_000;

/**
 * Forgets who is signed in and tells the platform, if it can be reached.
 * @param removing everything of theirs goes from this device; otherwise works and requests stay, hidden
 */
export async function signOut(removing = false): Promise<void> {
  const session = await getSession();
  // Before anything is over: without it nothing could be removed, and nobody would be there any more to say so.
  const remover = removing ? await import('../../db/account/remove-person.ts') : null;
  await endSession();
  if (session) await remover?.removePerson(session.userKey);
  await Promise.all([forgetPrivateAnswers(), syncPush()]);
  if (!session) return;
  try {
    const [{ call }, { logout }] = await Promise.all([
      import('../../api/client.ts'),
      import('../../api/contract/account.ts'),
    ]);
    await call(logout, { session, timeoutMs: goodbyeTimeoutMs });
  } catch {
    // The session ends by itself after its lifetime; this device has forgotten it already.
  }
}
