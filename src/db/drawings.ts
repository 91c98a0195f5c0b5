import { Dexie } from 'dexie';
import type { DrawingStep } from '../domain/drawing.ts';
import type { UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import type { DrawingPlace, DrawingRow } from './schema.ts';

export interface KeptDrawing {
  row: DrawingRow;
  /** In their order, with those that were taken back at the end. */
  steps: DrawingStep[];
}

/** A drawing that was begun and neither used nor thrown away; undefined where there is none. */
export async function getDrawing(
  owner: UserKey,
  place: DrawingPlace,
): Promise<DrawingRow | undefined> {
  return db.drawings.get([owner, place]);
}

/** The drawing with its steps. */
export async function openDrawing(
  owner: UserKey,
  place: DrawingPlace,
): Promise<KeptDrawing | undefined> {
  return db.transaction('r', [db.drawings, db.drawingSteps], async () => {
    const row = await db.drawings.get([owner, place]);
    if (!row) return undefined;
    const rows = await stepsFrom(owner, place, 0).toArray();
    return { row, steps: rows.map(({ step }) => step) };
  });
}

/** Keeps one more step, in the place of those that were taken back. @throws KilnError `storage-full` */
export async function keepDrawingStep(
  drawing: Omit<DrawingRow, 'done' | 'updatedAtMs'>,
  at: number,
  step: DrawingStep,
  nowMs: number = Date.now(),
): Promise<void> {
  const { owner, place } = drawing;
  await guardStorage(() =>
    db.transaction('rw', [db.drawings, db.drawingSteps], async () => {
      await stepsFrom(owner, place, at).delete();
      await db.drawingSteps.put({ owner, place, at, step });
      await db.drawings.put({ ...drawing, done: at + 1, updatedAtMs: nowMs });
    }),
  );
}

/** Steps were taken back or came again. */
export async function keepDrawingDone(
  owner: UserKey,
  place: DrawingPlace,
  done: number,
  nowMs: number = Date.now(),
): Promise<void> {
  await db.drawings.update([owner, place], { done, updatedAtMs: nowMs });
}

/** It was used, or is not wanted any more. */
export async function removeDrawing(owner: UserKey, place: DrawingPlace): Promise<void> {
  await db.transaction('rw', [db.drawings, db.drawingSteps], async () => {
    await db.drawings.delete([owner, place]);
    await stepsFrom(owner, place, 0).delete();
  });
}

const stepsFrom = (owner: UserKey, place: DrawingPlace, at: number) =>
  db.drawingSteps
    .where('[owner+place+at]')
    .between([owner, place, at], [owner, place, Dexie.maxKey]);
