import { Dexie } from 'dexie';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import { forgetLeftDraft, leftDraft, noteLeftDraft } from './left-draft.ts';
import type { DraftRow } from './schema.ts';

/** With what this tab's last page knew and could no longer write. */
export async function loadDraft(
  owner: UserKey,
  type: GeneratorType,
): Promise<DraftRow | undefined> {
  const left = leftDraft();
  if (left?.owner === owner && left.type === type) {
    await guardStorage(() =>
      db.transaction('rw', db.personalDrafts, async () => {
        const written = await db.personalDrafts.get([owner, type]);
        const isNewer = Number(left.updatedAtMs) > (written?.updatedAtMs ?? 0);
        if (isNewer) await db.personalDrafts.put(left as DraftRow);
      }),
    );
    forgetLeftDraft();
  }
  // Read anew, and so held against the shape of its rows.
  return db.personalDrafts.get([owner, type]);
}

/** Write it while the person types (debounced); one per tool. @throws KilnError `storage-full` */
export async function saveDraft(
  draft: Omit<DraftRow, 'updatedAtMs'>,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() => db.personalDrafts.put({ ...draft, updatedAtMs: nowMs }));
}

/**
 * For a page that is about to go: the row and its commit are handed to the browser before this returns. An ordinary
 * write is committed only after its answer has come back, which a page that is gone never hears. The tab keeps it, too:
 * behind a write that was under way this one is lost with it.
 */
export function saveDraftAtOnce(
  draft: Omit<DraftRow, 'updatedAtMs'>,
  nowMs: number = Date.now(),
): void {
  const row: DraftRow = { ...draft, updatedAtMs: nowMs };
  noteLeftDraft(row);
  try {
    const { name } = db.personalDrafts;
    const writing = db.backendDB().transaction(name, 'readwrite');
    writing.objectStore(name).put(row);
    writing.commit();
  } catch {
    // The database is closed or was replaced: what was written while typing is there.
  }
}

export async function removeDraft(owner: UserKey, type: GeneratorType): Promise<void> {
  forgetLeftDraft();
  await db.personalDrafts.delete([owner, type]);
}

/** Tools that a person has a draft for, the one used last first. */
export async function listDraftedTools(owner: UserKey): Promise<GeneratorType[]> {
  const rows = await db.personalDrafts
    .where('[owner+type]')
    .between([owner, Dexie.minKey], [owner, Dexie.maxKey])
    .toArray();
  return rows
    .toSorted((left, right) => right.updatedAtMs - left.updatedAtMs)
    .map(({ type }) => type);
}
