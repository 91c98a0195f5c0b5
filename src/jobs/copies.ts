import { call } from '../api/client.ts';
import { acknowledgeWorks, releaseWorks } from '../api/contract/sync.ts';
import { getDeviceId, settleRelease } from '../db/copies.ts';
import { enterStage } from '../db/intent-rows.ts';
import type { WorkId } from '../domain/ids.ts';
import type { Intent, SimpleIntent } from '../domain/intent.ts';
import { worksPerCallMax } from '../domain/limits.ts';
import { credentialsOf } from './types.ts';
import type { IntentHandler, StepContext } from './types.ts';

type ListIntent = SimpleIntent<'acknowledge-works' | 'release-works'>;

/** Takes off the list what was told; what came meanwhile is the next step. */
function takeOff(row: Intent, told: readonly WorkId[], nowMs: number): void {
  if (row.kind !== 'acknowledge-works' && row.kind !== 'release-works') return;
  const gone = new Set(told);
  row.payload.workIds = row.payload.workIds.filter((id) => !gone.has(id));
  enterStage(row, row.payload.workIds.length === 0 ? 'done' : 'saved', nowMs);
}

async function callOptions(ids: readonly WorkId[], context: StepContext) {
  return {
    body: { device_id: await getDeviceId(context.now()), image_ids: [...ids] },
    session: credentialsOf(context.session),
    signal: context.signal,
  };
}

/** Ends a row that the person cancelled. @returns whether it did */
async function endCancelled(intent: ListIntent, context: StepContext): Promise<boolean> {
  if (intent.cancelRequestedAtMs === null) return false;
  await context.commit((row) => {
    enterStage(row, 'cancelled', context.now());
  });
  return true;
}

/** Tells the platform that originals are here, whole and verified. Works that are gone it passes over. */
export const acknowledge: IntentHandler<SimpleIntent<'acknowledge-works'>> = {
  kind: 'acknowledge-works',
  lane: () => 'tell',
  async perform(intent, context) {
    if (await endCancelled(intent, context)) return;
    const ids = intent.payload.workIds.slice(0, worksPerCallMax);
    if (ids.length > 0) await call(acknowledgeWorks, await callOptions(ids, context));
    await context.commit((row) => {
      takeOff(row, ids, context.now());
    });
  },
};

/** Gives originals back into the platform's keeping. Only when it has said that it keeps them, the bytes go. */
export const release: IntentHandler<SimpleIntent<'release-works'>> = {
  kind: 'release-works',
  lane: () => 'tell',
  async perform(intent, context) {
    if (await endCancelled(intent, context)) return;
    const ids = intent.payload.workIds.slice(0, worksPerCallMax);
    const answer =
      ids.length > 0 ? await call(releaseWorks, await callOptions(ids, context)) : null;
    await context.commit(
      async (row) => {
        await settleRelease(
          (answer?.data.works ?? []).map((work) => ({
            id: work.image_id as WorkId,
            kept: work.kept,
            expiresAtMs: work.expires_at === null ? null : Date.parse(work.expires_at),
          })),
        );
        takeOff(row, ids, context.now());
      },
      { tables: ['works', 'media'] },
    );
  },
};
