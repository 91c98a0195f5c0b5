import type { GeneratorType } from '../domain/generator-types.ts';
import { db, guardStorage } from './database.ts';
import type { DraftRow } from './schema.ts';

export async function loadDraft(type: GeneratorType): Promise<DraftRow | undefined> {
  return db.drafts.get(type);
}

/** Write it while the person types (debounced); one per tool. @throws KilnError `storage-full` */
export async function saveDraft(
  draft: Omit<DraftRow, 'updatedAtMs'>,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() => db.drafts.put({ ...draft, updatedAtMs: nowMs }));
}

export async function removeDraft(type: GeneratorType): Promise<void> {
  await db.drafts.delete(type);
}
