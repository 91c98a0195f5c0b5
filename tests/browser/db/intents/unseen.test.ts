import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db } from '../../../../src/db/database.ts';
import { countUnseenEnds } from '../../../../src/db/intents/unseen.ts';
import { changeIntent, enterStage } from '../../../../src/db/intents/rows.ts';
import { freshDevice, request } from '../../../fixtures/device.ts';

beforeEach(freshDevice);
afterEach(async () => {
  await db.delete();
});

test('the count of unseen ends follows while requests end', async () => {
  const counts: number[] = [];
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const subscription = liveQuery(countUnseenEnds).subscribe({
    next: (count) => counts.push(count),
    error: reject,
  });
  const work = async () => {
    for (let index = 0; index < 20; index += 1) {
      const { id } = await request(`picture ${index}`);
      await changeIntent(id, (row) => {
        enterStage(row, 'done', Date.now());
        return true;
      });
    }
    await expect.poll(() => counts.at(-1)).toBe(20);
  };
  await Promise.race([work(), failed]);
  subscription.unsubscribe();
});
