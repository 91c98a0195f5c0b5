import type { Session } from '../db/schema.ts';
import { getSession, hasSignedInBefore, currentOwner } from '../db/account/session.ts';
import type { UserKey } from '../domain/ids.ts';
import { sharedQuery } from './shared-query.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const session = sharedQuery(getSession);
const owner = sharedQuery(async () => (await getSession())?.userKey ?? null);
const signedInBefore = sharedQuery(hasSignedInBefore);
const shownOwner = sharedQuery(currentOwner);

/** Undefined until read, null when nobody is signed in on this device. */
export function useSession(): Session | null | undefined {
  return useSharedQuery(session);
}

/** Whose requests and works are shown: undefined until read, null when nobody is signed in. */
export function useOwner(): UserKey | null | undefined {
  return useSharedQuery(owner);
}

/** Whether anybody has been signed in on this device; undefined until read. */
export function useSignedInBefore(): boolean | undefined {
  return useSharedQuery(signedInBefore);
}

/** Whose forms are shown, which those have too who are not signed in; undefined until read. */
export function useCurrentOwner(): UserKey | undefined {
  return useSharedQuery(shownOwner);
}
