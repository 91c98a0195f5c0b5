import { useLiveQuery } from 'dexie-react-hooks';
import type { Session } from '../db/schema.ts';
import { getSession, hasSignedInBefore, currentOwner } from '../db/account/session.ts';
import type { UserKey } from '../domain/ids.ts';

/** Undefined until read, null when nobody is signed in on this device. */
export function useSession(): Session | null | undefined {
  return useLiveQuery(getSession, []);
}

/** Whose requests and works are shown: undefined until read, null when nobody is signed in. */
export function useOwner(): UserKey | null | undefined {
  return useLiveQuery(async () => (await getSession())?.userKey ?? null, []);
}

/** Whether anybody has been signed in on this device; undefined until read. */
export function useSignedInBefore(): boolean | undefined {
  return useLiveQuery(hasSignedInBefore, []);
}

/** Whose forms are shown, which those have too who are not signed in; undefined until read. */
export function useCurrentOwner(): UserKey | undefined {
  return useLiveQuery(currentOwner, []);
}
