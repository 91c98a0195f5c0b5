import { Dexie } from 'dexie';
import type { UserKey } from '../../domain/ids.ts';
import { db, guardStorage } from '../database.ts';
import { giveJobsTo } from '../community-store.ts';
import { removeDrawing } from '../drawings.ts';
import { forgetLeftDraft } from '../left-draft.ts';
import { ownKey } from '../own-keys.ts';
import { removeExport } from '../works/export-files.ts';
import { adoptDrawings, adoptOwnWords } from './adopting.ts';

/** Rows that name their owner and nothing else that would be theirs alone. */
const plainTables = ['intents', 'groups', 'shares', 'quarantine', 'albums'] as const;

/** Whether this device has anything of a person. Inside the caller's transaction, or without one. */
async function hasAnythingOf(owner: UserKey): Promise<boolean> {
  const own = ownKey(owner, '');
  const counts = await Promise.all([
    ...[...plainTables, 'personalDrafts', 'drawings'].map((name) =>
      db.table(name).where('owner').equals(owner).limit(1).count(),
    ),
    db.works
      .where('[owner+createdAtMs]')
      .between([owner, -Infinity], [owner, Infinity])
      .limit(1)
      .count(),
    db.bin
      .where('[owner+binnedAtMs]')
      .between([owner, -Infinity], [owner, Infinity])
      .limit(1)
      .count(),
    db.settings.where('key').startsWith(own).limit(1).count(),
    db.syncs.where('owner').equals(owner).count(),
    db.albumSyncs.where('owner').equals(owner).count(),
  ]);
  return counts.some((count) => count > 0);
}

/**
 * Makes everything that this device has of one account another's: the platform has joined the first into the second.
 * Works, requests that wait, albums and drafts go on under the new name; where both had a form of one tool, the form of
 * the account that stays is kept. What the platform says is then read anew from the beginning.
 */
export async function adoptPerson(from: UserKey, to: UserKey): Promise<void> {
  if (from === to || !(await hasAnythingOf(from))) return;
  forgetLeftDraft();
  await guardStorage(() =>
    db.transaction('rw', db.tables, async () => {
      for (const name of plainTables) {
        await db.table(name).where('owner').equals(from).modify({ owner: to });
      }
      await db.works
        .where('[owner+createdAtMs]')
        .between([from, -Infinity], [from, Infinity])
        .modify({ owner: to });
      await db.bin
        .where('[owner+binnedAtMs]')
        .between([from, -Infinity], [from, Infinity])
        .modify({ owner: to });
      const drafts = await db.personalDrafts.where('owner').equals(from).toArray();
      for (const draft of drafts) {
        if (!(await db.personalDrafts.get([to, draft.type])))
          await db.personalDrafts.put({ ...draft, owner: to });
      }
      await db.personalDrafts.where('owner').equals(from).delete();
      // As with the forms that they belong to.
      for (const { place } of await db.drawings.where('owner').equals(to).toArray()) {
        await removeDrawing(from, place);
      }
      await adoptDrawings(from, to);
      const theirs = () =>
        db.memberships.where('[owner+collection+workId]').between([from], [from, Dexie.maxKey]);
      const members = await theirs().toArray();
      await db.memberships.bulkPut(members.map((row) => ({ ...row, owner: to })));
      await theirs().delete();
      await adoptOwnWords(from, to);
      const settings = await db.settings.where('key').startsWith(ownKey(from, '')).toArray();
      for (const { key, value } of settings) {
        const name = ownKey(to, key.slice(ownKey(from, '').length));
        if (!(await db.settings.get(name))) await db.settings.put({ key: name, value });
      }
      await db.settings.where('key').startsWith(ownKey(from, '')).delete();
      await db.caches.where('key').startsWith(ownKey(from, '')).delete();
      await db.caches.where('key').startsWith(`upload:${from}:`).delete();
      await db.syncs.bulkDelete([from, to]);
      await db.albumSyncs.bulkDelete([from, to]);
    }),
  );
  await giveJobsTo(from, to);
  await removeExport(from);
}
