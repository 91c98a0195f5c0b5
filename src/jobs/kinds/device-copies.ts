import { call } from '../../api/client.ts';
import { acknowledgeWorks, releaseWorks } from '../../api/contract/sync.ts';
import { getDeviceId, settleRelease } from '../../db/works/device-copies.ts';
import { enterStage } from '../../db/intents/rows.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { Intent, SimpleIntent } from '../../domain/intent.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler, StepContext } from '../engine/types.ts';
import type { OkOf } from '../../api/contract/endpoint.ts';
import { groupByPlace } from '../../db/works/works.ts';
import type { ModelPlace } from '../../domain/model.ts';

type ListIntent = SimpleIntent<'acknowledge-works' | 'release-works'>;

/** Removes what the platform was told from the row's list. What was added meanwhile is left for the next step. */
function takeOff(row: Intent, told: readonly WorkId[], nowMs: number): void {
  if (row.kind !== 'acknowledge-works' && row.kind !== 'release-works') return;
  const gone = new Set(told);
  row.payload.workIds = row.payload.workIds.filter((id) => !gone.has(id));
  enterStage(row, row.payload.workIds.length === 0 ? 'done' : 'saved', nowMs);
}

async function callOptions(
  { place, ids }: { place: ModelPlace; ids: readonly WorkId[] },
  context: StepContext,
) {
  return {
    place,
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

/** Tells the platform that verified originals are on this device. It ignores works that were deleted. */
export const acknowledge: IntentHandler<SimpleIntent<'acknowledge-works'>> = {
  kind: 'acknowledge-works',
  lane: () => 'tell',
  async perform(intent, context) {
    if (await endCancelled(intent, context)) return;
    const ids = intent.payload.workIds.slice(0, worksPerCallMax);
    for (const group of await groupByPlace(ids)) {
      await call(acknowledgeWorks, await callOptions(group, context));
    }
    await context.commit((row) => {
      takeOff(row, ids, context.now());
    });
  },
};

/** Frees room: removes originals from this device, but only those of which the platform says that it keeps them. */
export const release: IntentHandler<SimpleIntent<'release-works'>> = {
  kind: 'release-works',
  lane: () => 'tell',
  async perform(intent, context) {
    if (await endCancelled(intent, context)) return;
    const ids = intent.payload.workIds.slice(0, worksPerCallMax);
    const answers: OkOf<typeof releaseWorks>[] = [];
    for (const group of await groupByPlace(ids)) {
      answers.push(await call(releaseWorks, await callOptions(group, context)));
    }
    await context.commit(
      async (row) => {
        await settleRelease(
          answers
            .flatMap(({ data }) => data.works)
            .map((work) => ({
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
