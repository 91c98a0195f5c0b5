import { db, guardStorage } from '../database.ts';
import type { Session } from '../schema.ts';
import { getSetting } from '../settings.ts';
import { communityOwner, guestOwner } from '../../domain/community.ts';
import type { UserKey } from '../../domain/ids.ts';
import { ownKey } from '../own-keys.ts';
import { adoptDrawings, adoptOwnWords } from './adopting.ts';

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

/** The owner of the rows that are shown and written now: the person who is signed in, else the guest. */
export async function currentOwner(): Promise<UserKey> {
  return ownerOf(await getSession());
}

/** Whose rows are shown and written where this is who is signed in. */
export const ownerOf = (session: Session | null): UserKey =>
  session?.userKey ?? (guestOwner as UserKey);

/**
 * Stores who signed in. Rows of the guest become theirs, because they were written on this device just before. Rows
 * of other people stay with those; who was signed in until now stays so, and waits.
 */
export async function startSession(session: Session): Promise<void> {
  await guardStorage(() =>
    db.transaction(
      'rw',
      [
        db.settings,
        db.personalDrafts,
        db.drawings,
        db.drawingSteps,
        db.shares,
        db.works,
        db.bin,
        db.intents,
      ],
      async () => {
        const left = await getSession();
        if (left === null) await adoptFromGuest(session.userKey);
        await keepLeft(left, session.userKey);
        await db.settings.put({ key: 'session', value: session });
      },
    ),
  );
}

/** An account whose session is still good waits while another is used. Inside the caller's transaction. */
async function keepLeft(left: Session | null, entering: UserKey): Promise<void> {
  const others = await getSetting('otherSessions');
  const kept = others.filter(({ userKey }) => userKey !== entering && userKey !== left?.userKey);
  const isWaiting =
    isSessionUsable(left) && left.userKey !== entering && left.userKey !== communityOwner;
  const value = isWaiting ? [left, ...kept] : kept;
  if (value.length > 0 || others.length > 0) await db.settings.put({ key: 'otherSessions', value });
}

/**
 * Goes on as an account that waits; whoever was signed in waits from then on.
 * @returns false when it does not wait here any more
 */
export async function switchSession(userKey: UserKey): Promise<boolean> {
  return guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const others = await getSetting('otherSessions');
      const next = others.find((one) => one.userKey === userKey);
      if (!next) return false;
      await keepLeft(await getSession(), userKey);
      await db.settings.put({ key: 'session', value: next });
      return true;
    }),
  );
}

/** Forgets an account that waits. What is theirs stays, hidden until they sign in again. @returns its session */
export async function endOtherSession(userKey: UserKey): Promise<Session | null> {
  return guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const others = await getSetting('otherSessions');
      const value = others.filter((one) => one.userKey !== userKey);
      await db.settings.put({ key: 'otherSessions', value });
      return others.find((one) => one.userKey === userKey) ?? null;
    }),
  );
}

/** Inside the caller's transaction. */
async function adoptFromGuest(owner: UserKey): Promise<void> {
  const guest = guestOwner as UserKey;
  const drafts = await db.personalDrafts.where('owner').equals(guest).toArray();
  await db.personalDrafts.bulkPut(drafts.map((draft) => ({ ...draft, owner })));
  await db.personalDrafts.where('owner').equals(guest).delete();
  await adoptDrawings(guest, owner);
  await adoptOwnWords(guest, owner);
  await db.shares.where('owner').equals(guest).modify({ owner });
  // What the guest brought along, and that the platform is to keep it.
  await db.works
    .where('[owner+createdAtMs]')
    .between([guest, -Infinity], [guest, Infinity])
    .modify({ owner });
  await db.bin
    .where('[owner+binnedAtMs]')
    .between([guest, -Infinity], [guest, Infinity])
    .modify({ owner });
  await db.intents.where('owner').equals(guest).modify({ owner });
  const model = await db.settings.get(ownKey(guest, 'currentModel'));
  if (!model) return;
  await db.settings.put({ ...model, key: ownKey(owner, 'currentModel') });
  await db.settings.delete(model.key);
}

/** Forgets who is signed in. What is theirs stays, hidden until they sign in again. */
export async function endSession(): Promise<void> {
  await guardStorage(() => db.settings.put({ key: 'session', value: null }));
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
