import { appOfSchema, appsAskedMax } from '../domain/apps.ts';
import type { UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import { getOwnSetting, setOwnSetting } from './settings.ts';

function change(owner: UserKey, id: string, named: string | null): Promise<boolean> {
  return guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const known = await getOwnSetting(owner, 'linkedApps');
      const others = known.filter((other) => appOfSchema(other) !== id);
      const isNew = others.length === known.length;
      const next = named === null ? others : [named, ...others].slice(0, appsAskedMax);
      if (next.join() !== known.join()) await setOwnSetting(owner, 'linkedApps', next);
      return isNew;
    }),
  );
}

/**
 * Notes that somebody opened the link of an app, or changed one of their own: it is asked for with the models from
 * then on. Those opened longest ago are forgotten.
 * @param version of an app that was changed here, so that no older answer is taken for its newest state
 * @returns whether this device had not known of it
 */
export const rememberLinkedApp = (owner: UserKey, id: string, version?: string): Promise<boolean> =>
  change(owner, id, version === undefined ? id : `${id}@${version}`);

/** Asks for an app no longer, which was deleted. */
export const forgetLinkedApp = (owner: UserKey, id: string): Promise<boolean> =>
  change(owner, id, null);
