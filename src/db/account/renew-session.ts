import { db, guardStorage } from '../database.ts';
import type { Session } from '../schema.ts';
import { getSession } from './session.ts';

type Facts = Pick<Session, 'account' | 'nickname' | 'isVip' | 'isSuperUser'>;

/**
 * Notes what has changed about who is signed in.
 * @param userToken of the session that was asked about: a late answer must not change a newer one
 */
export async function renewSession(userToken: string, facts: Facts): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const session = await getSession();
      if (session?.userToken !== userToken) return;
      const isNew = (Object.keys(facts) as (keyof Facts)[]).some(
        (name) => session[name] !== facts[name],
      );
      if (isNew) await db.settings.put({ key: 'session', value: { ...session, ...facts } });
    }),
  );
}
