import { call } from '../../api/client.ts';
import { addFeedback } from '../../api/contract/feedback.ts';
import { hasAccount } from '../../db/account/account.ts';
import { getSession } from '../../db/account/session.ts';
import { saveFeedback } from '../../db/intents/feedback.ts';
import type { Feedback } from '../../domain/feedback.ts';

/**
 * Sends what somebody wrote: through the queue for who is signed in, at once for a guest, for whom nothing could leave
 * later.
 * @param key by which a guest's repeat says it once
 * @returns whether the queue has it
 * @throws KilnError for a guest, where it could not be sent
 */
export async function sendFeedback(feedback: Feedback, key: string): Promise<boolean> {
  const session = await getSession();
  if (hasAccount(session)) {
    await saveFeedback(session.userKey, feedback);
    return true;
  }
  const { type, content, contact, source } = feedback;
  await call(addFeedback, {
    session: null,
    idempotencyKey: key,
    body: { type, content: content.trim(), mobile: contact.trim(), source },
  });
  return false;
}
