import { Dexie } from 'dexie';
import type { MediaId, UserKey } from '../../domain/ids.ts';
import { db, guardStorage } from '../database.ts';
import { removeJobsOf } from '../community-store.ts';
import { dropDownloads } from '../media/drop-downloads.ts';
import { forgetLeftDraft } from '../left-draft.ts';
import { removeUploadCopies } from '../media/upload-copies.ts';
import { ownKey } from '../own-keys.ts';
import { removeExport } from '../works/export-files.ts';
import { workMediaId } from '../works/purge.ts';

/** Files that somebody's requests, forms and works were made from. Inside the caller's transaction. */
async function sourcesOf(isTheirs: (owner: UserKey) => boolean): Promise<Set<MediaId>> {
  const ids = new Set<MediaId>();
  await db.intents.each((intent) => {
    if (!isTheirs(intent.owner) || intent.kind !== 'generate') return;
    for (const { mediaId } of intent.payload.sources) ids.add(mediaId);
  });
  await db.personalDrafts.each((draft) => {
    if (isTheirs(draft.owner)) for (const { mediaId } of draft.sources) ids.add(mediaId);
  });
  for (const table of [db.works, db.bin]) {
    await table
      .where('keptSources')
      .above('')
      .each((work) => {
        if (isTheirs(work.owner)) for (const id of work.keptSources) ids.add(id);
      });
  }
  return ids;
}

/**
 * Takes everything of one person off this device: works with their files, requests, forms, and what the platform
 * told them. What is still with the platform stays there.
 */
export async function removePerson(owner: UserKey): Promise<void> {
  forgetLeftDraft();
  const requests = await guardStorage(() =>
    db.transaction('rw', db.tables, async () => {
      const asked = await db.intents.where('owner').equals(owner).primaryKeys();
      const sources = await sourcesOf((one) => one === owner);
      // The same file may be in somebody else's form.
      for (const id of await sourcesOf((one) => one !== owner)) sources.delete(id);
      const works = await db.works
        .where('[owner+createdAtMs]')
        .between([owner, -Infinity], [owner, Infinity])
        .primaryKeys();
      const binned = await db.bin
        .where('[owner+binnedAtMs]')
        .between([owner, -Infinity], [owner, Infinity])
        .primaryKeys();
      const files = [...works, ...binned].map((id) => workMediaId(id));
      await db.works.bulkDelete(works);
      await db.bin.bulkDelete(binned);
      await db.media.bulkDelete([...files, ...sources]);
      await db.thumbnails.bulkDelete(files);
      await dropDownloads(files);
      await removeUploadCopies([...sources]);
      await db.intents.where('owner').equals(owner).delete();
      await db.groups.where('owner').equals(owner).delete();
      await db.personalDrafts.where('owner').equals(owner).delete();
      await db.drawings.where('owner').equals(owner).delete();
      await db.drawingSteps.where('owner').equals(owner).delete();
      await db.shares.where('owner').equals(owner).delete();
      await db.quarantine.where('owner').equals(owner).delete();
      await db.albums.where('owner').equals(owner).delete();
      await db.memberships
        .where('[owner+collection+workId]')
        .between([owner], [owner, Dexie.maxKey])
        .delete();
      await db.albumSyncs.delete(owner);
      await db.syncs.delete(owner);
      await db.settings.where('key').startsWith(ownKey(owner, '')).delete();
      await db.caches.where('key').startsWith(ownKey(owner, '')).delete();
      await db.caches.where('key').startsWith(`upload:${owner}:`).delete();
      return asked;
    }),
  );
  // Last: as long as the queue has a request, what is known of it at the Horde keeps it from being sent twice.
  await removeJobsOf(owner, new Set(requests));
  await removeExport(owner);
}
