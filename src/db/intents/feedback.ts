import type { Feedback } from '../../domain/feedback.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { addIntent } from './rows.ts';

/** Keeps what somebody wants to tell whoever runs the studio; the queue sends it. */
export const saveFeedback = (
  owner: UserKey,
  { type, content, contact, source }: Feedback,
  nowMs: number = Date.now(),
): Promise<SimpleIntent<'send-feedback'>> =>
  addIntent(
    owner,
    'send-feedback',
    { type, content: content.trim(), contact: contact.trim(), source },
    nowMs,
  );
