import type { Session } from '../db/schema.ts';
import { ownerOf } from '../db/account/session.ts';
import { settingIn } from '../db/settings.ts';
import type { UserKey } from '../domain/ids.ts';
import { makingOwner } from './making-owner.ts';
import { derivedQuery } from './shared-query.ts';
import { storedSettings } from './stored-settings.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const session = derivedQuery(storedSettings, (stored) => settingIn(stored, 'session'));
const owner = derivedQuery(session, (known) => known?.userKey ?? null);
// Signing out leaves a row that says so.
const signedInBefore = derivedQuery(storedSettings, (stored) => stored.has('session'));
const shownOwner = derivedQuery(session, ownerOf);

/** Undefined until read, null when nobody is signed in on this device. */
export function useSession(): Session | null | undefined {
  return useSharedQuery(session);
}

/** Whose requests and works are shown: undefined until read, null when nobody is signed in. */
export function useOwner(): UserKey | null | undefined {
  return useSharedQuery(owner);
}

/**
 * Whose requests and works are shown where a device may make pictures by itself: those, too, of who is not signed in.
 * Undefined until read, null when nobody is signed in and nothing can have been made here.
 */
export function useMakingOwner(): UserKey | null | undefined {
  return useSharedQuery(makingOwner);
}

/** Whether anybody has been signed in on this device; undefined until read. */
export function useSignedInBefore(): boolean | undefined {
  return useSharedQuery(signedInBefore);
}

/** Whose forms are shown, which those have too who are not signed in; undefined until read. */
export function useCurrentOwner(): UserKey | undefined {
  return useSharedQuery(shownOwner);
}
