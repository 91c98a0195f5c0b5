import { Dexie } from 'dexie';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import type { DraftRow } from './schema.ts';

export async function loadDraft(
  owner: UserKey,
  type: GeneratorType,
): Promise<DraftRow | undefined> {
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
 * write is committed only after its answer has come back, which a page that is gone never hears.
 */
export function saveDraftAtOnce(
  draft: Omit<DraftRow, 'updatedAtMs'>,
  nowMs: number = Date.now(),
): void {
  const row: DraftRow = { ...draft, updatedAtMs: nowMs };
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
