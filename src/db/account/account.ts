import { communityOwner } from '../../domain/community.ts';
import type { Session } from '../schema.ts';
import { isSessionUsable } from './session.ts';

/** Whether there is an account that the platform knows more of; a device without a platform has none. */
export function hasAccount(session: Session | null): session is Session {
  return isSessionUsable(session) && session.userKey !== communityOwner;
}
