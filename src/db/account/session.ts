import { db, guardStorage } from '../database.ts';
import { removeDrawing } from '../drawings.ts';
import type { Session } from '../schema.ts';
import { getOwnSetting, getSetting, setOwnSetting } from '../settings.ts';
import { guestOwner } from '../../domain/community.ts';
import type { UserKey } from '../../domain/ids.ts';
import { ownKey } from '../own-keys.ts';

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
  return (await getSession())?.userKey ?? (guestOwner as UserKey);
}

/**
 * Stores who signed in. Rows of the guest become theirs, because they were written on this device just before. Rows
 * of other people stay with those.
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
        if ((await getSession()) === null) await adoptFromGuest(session.userKey);
        await db.settings.put({ key: 'session', value: session });
      },
    ),
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

/** A drawing goes with the form that it was begun in. */
async function adoptDrawings(guest: UserKey, owner: UserKey): Promise<void> {
  const drawings = await db.drawings.where('owner').equals(guest).toArray();
  if (drawings.length === 0) return;
  for (const { place } of drawings) await removeDrawing(owner, place);
  const steps = await db.drawingSteps.where('owner').equals(guest).toArray();
  await db.drawings.bulkPut(drawings.map((row) => ({ ...row, owner })));
  await db.drawingSteps.bulkPut(steps.map((row) => ({ ...row, owner })));
  await db.drawings.where('owner').equals(guest).delete();
  await db.drawingSteps.where('owner').equals(guest).delete();
}

/** A draft may name lists and a style that were made beside it. Of two lists with one name the person's own stays. */
async function adoptOwnWords(guest: UserKey, owner: UserKey): Promise<void> {
  const lists = await getOwnSetting(owner, 'wildcards');
  const names = new Set(lists.map(({ name }) => name));
  const more = (await getOwnSetting(guest, 'wildcards')).filter(({ name }) => !names.has(name));
  if (more.length > 0) await setOwnSetting(owner, 'wildcards', [...lists, ...more]);
  const styles = await getOwnSetting(guest, 'ownStyles');
  if (styles.length > 0) {
    const own = await getOwnSetting(owner, 'ownStyles');
    await setOwnSetting(owner, 'ownStyles', [...own, ...styles]);
  }
  await db.settings.bulkDelete([ownKey(guest, 'wildcards'), ownKey(guest, 'ownStyles')]);
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
