import { createHash } from 'node:crypto';

import type { Privilege } from '../../src/domain/privileges.ts';

/** Whoever makes a call, as far as every room may know. */
export interface Caller {
  id: number;
  account: string;
  nick: string;
  isVip: boolean;
  /** Made one by the link that a start printed; the environment may name others. */
  isSuperUser: boolean;
}

/** Whom a user key and a token belong to; null when they are nobody's, or not any more. */
export type FindCaller = (
  userKey: string | undefined,
  token: string | undefined,
) => Promise<Caller | null>;

/** What callers may do here. */
export interface Roles {
  isSuperUser(caller: Pick<Caller, 'id' | 'isSuperUser'>): boolean;
  /** Everybody may where the deployment names nobody; super users always may. Null is nobody signed in. */
  mayUse(caller: Pick<Caller, 'id' | 'isSuperUser'> | null, privilege: Privilege): boolean;
}

/** The platform suffix of user keys. */
const suffix = '@kiln';

export const userKeyOf = (userId: number): string => `${userId}${suffix}`;

/** By which a token is known here; the token itself is kept nowhere. */
export function tokenHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
