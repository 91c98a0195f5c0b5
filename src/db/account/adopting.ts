import type { UserKey } from '../../domain/ids.ts';
import { db } from '../database.ts';
import { removeDrawing } from '../drawings.ts';
import { ownKey } from '../own-keys.ts';
import { getOwnSetting, setOwnSetting } from '../settings.ts';

/** What becomes another's: inside the caller's transaction. */

/** A drawing goes with the form that it was begun in. */
export async function adoptDrawings(from: UserKey, to: UserKey): Promise<void> {
  const drawings = await db.drawings.where('owner').equals(from).toArray();
  if (drawings.length === 0) return;
  for (const { place } of drawings) await removeDrawing(to, place);
  const steps = await db.drawingSteps.where('owner').equals(from).toArray();
  await db.drawings.bulkPut(drawings.map((row) => ({ ...row, owner: to })));
  await db.drawingSteps.bulkPut(steps.map((row) => ({ ...row, owner: to })));
  await db.drawings.where('owner').equals(from).delete();
  await db.drawingSteps.where('owner').equals(from).delete();
}

/** A draft may name lists and a style that were made beside it. Of two lists with one name the person's own stays. */
export async function adoptOwnWords(from: UserKey, to: UserKey): Promise<void> {
  const lists = await getOwnSetting(to, 'wildcards');
  const names = new Set(lists.map(({ name }) => name));
  const more = (await getOwnSetting(from, 'wildcards')).filter(({ name }) => !names.has(name));
  if (more.length > 0) await setOwnSetting(to, 'wildcards', [...lists, ...more]);
  const styles = await getOwnSetting(from, 'ownStyles');
  if (styles.length > 0) {
    const own = await getOwnSetting(to, 'ownStyles');
    await setOwnSetting(to, 'ownStyles', [...own, ...styles]);
  }
  await db.settings.bulkDelete([ownKey(from, 'wildcards'), ownKey(from, 'ownStyles')]);
}
