import { sniffMediaType } from '../domain/file-kinds.ts';
import type { ShareId } from '../domain/ids.ts';
import {
  sharedAtOnceMax,
  sharesWaitingMax,
  sharesWaitingMaxBytes,
  uploadMaxBytes,
} from '../domain/limits.ts';
import { sharedWords } from '../domain/shares.ts';
import { currentOwner } from './account/session.ts';
import { db, guardStorage } from './database.ts';
import { newId } from './ids.ts';
import type { SharedThing, ShareRow } from './schema.ts';

const nameMaxCharacters = 120;

const bytesOf = (thing: SharedThing): number => (thing.kind === 'picture' ? thing.blob.size : 0);

const refused = (
  name: string,
  refusal: Extract<SharedThing, { kind: 'refused' }>['refusal'],
): SharedThing => ({ kind: 'refused', name: name.slice(0, nameMaxCharacters), refusal });

async function readFile(file: File): Promise<SharedThing> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  // Its bytes count. Of what they don't tell, the app that shared it may know: a browser may yet open it.
  const mediaType = sniffMediaType(head) ?? file.type;
  if (!mediaType.startsWith('image/')) return refused(file.name, 'no-picture');
  if (file.size > uploadMaxBytes) return refused(file.name, 'too-large');
  const blob = new Blob([file], { type: mediaType });
  return { kind: 'picture', blob, mediaType, name: file.name.slice(0, nameMaxCharacters) };
}

async function readThings(files: readonly File[], words: ReturnType<typeof sharedWords>) {
  const things: SharedThing[] = [];
  for (const file of files.slice(0, sharedAtOnceMax)) {
    // An app without a file sends the field empty.
    if (file.size > 0 || file.name !== '') things.push(await readFile(file));
  }
  const over = files[sharedAtOnceMax];
  if (over) things.push(refused(over.name, 'too-many'));
  if (words && 'words' in words) things.push({ kind: 'words', text: words.words });
  // The page that a picture comes from often comes along; beside the picture nobody asked for it.
  else if (words && things.length === 0) things.push(refused(words.link, 'link-only'));
  return things;
}

/** What another app sends: any number of files, of any kind, with words beside them. */
export interface GivenShare {
  files: readonly File[];
  title?: string;
  text?: string;
  url?: string;
}

/**
 * Keeps what another app shared, for whoever is here now. What waits already never makes room for it: any site can
 * send a form, and must not be able to push out what a person shared.
 * @returns false when so much waits that nothing more is kept
 * @throws KilnError `storage-full`
 */
export async function keepShare(share: GivenShare, nowMs: number = Date.now()): Promise<boolean> {
  const { files, title = '', text = '', url = '' } = share;
  const things = await readThings(files, sharedWords(title, text, url));
  return guardStorage(() =>
    db.transaction('rw', [db.shares, db.settings], async () => {
      const owner = await currentOwner();
      const waiting = await db.shares.where('owner').equals(owner).toArray();
      // A word about what was refused before is worth less than anything new.
      const told = waiting.filter(({ thing }) => thing.kind === 'refused').map(({ id }) => id);
      await db.shares.bulkDelete(told);
      if (waiting.length - told.length + things.length > sharesWaitingMax) return false;
      // In the order in which they came, also within a moment or after a clock was set back.
      const atMs = Math.max(nowMs, ...waiting.map(({ createdAtMs }) => createdAtMs + 1));
      let bytes = waiting.reduce((sum, row) => sum + row.bytes, 0);
      const rows = things.map((thing, index): ShareRow => {
        const hasRoom = bytes + bytesOf(thing) <= sharesWaitingMaxBytes;
        const kept = thing.kind === 'picture' && !hasRoom ? refused(thing.name, 'no-room') : thing;
        bytes += bytesOf(kept);
        const id = newId(atMs + index) as ShareId;
        return { id, owner, createdAtMs: atMs, bytes: bytesOf(kept), thing: kept };
      });
      await db.shares.bulkAdd(rows);
      return true;
    }),
  );
}
