import { db, guardStorage } from './database.ts';
import type { Session } from './schema.ts';
import { getSetting } from './settings.ts';

export async function getSession(): Promise<Session | null> {
  return getSetting('session');
}

/** Whether anyone was ever signed in on this device; signing out keeps that. */
export async function hasSignedInBefore(): Promise<boolean> {
  return (await db.settings.get('session')) !== undefined;
}

/**
 * Whether the platform still takes the session, as far as the device knows. The platform's word counts, not
 * the device's clock: a wrong clock must not lock anyone out.
 */
export function isSessionUsable(session: Session | null): session is Session {
  return session !== null && session.expiresAtMs > 0;
}

/** Stores who signed in; private caches of whoever was there before go. */
export async function startSession(session: Session): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.settings, db.caches], async () => {
      const before = await getSession();
      if (before?.userKey !== session.userKey) await removePrivateCaches();
      await db.settings.put({ key: 'session', value: session });
    }),
  );
}

/** Forgets who is signed in. Works and requests stay, hidden until their owner signs in again. */
export async function endSession(): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.settings, db.caches], async () => {
      await removePrivateCaches();
      await db.settings.put({ key: 'session', value: null });
    }),
  );
}

async function removePrivateCaches(): Promise<void> {
  await db.caches.bulkDelete(['balance', 'ledger']);
  await db.caches.where('key').startsWith('upload:').delete();
}

/**
 * Marks a session that the platform refused (403); `isSessionUsable` is false from here on.
 * @param userToken the refused one: a late answer must not end a newer session
 */
export async function expireSession(userToken: string): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const session = await getSession();
      if (session?.userToken !== userToken) return;
      await db.settings.put({ key: 'session', value: { ...session, expiresAtMs: 0 } });
    }),
  );
}
