import { call } from '../api/client.ts';
import { favouriteWorks, rateWorks } from '../api/contract/works.ts';
import type { OkOf } from '../api/contract/endpoint.ts';
import { adoptMarks } from '../db/marks.ts';
import type { MarkIntent } from '../db/marks.ts';
import { appendLog, enterStage } from '../db/intent-rows.ts';
import type { WorkId } from '../domain/ids.ts';
import { worksPerCallMax } from '../domain/limits.ts';
import { credentialsOf } from './types.ts';
import type { IntentHandler, StepContext } from './types.ts';

type Answer = OkOf<typeof favouriteWorks>['data'];

/** A tap older than this counts as this old. */
const ageMaxMs = 366 * 86_400_000;

function tell(intent: MarkIntent, ids: WorkId[], context: StepContext) {
  const age_ms = Math.min(ageMaxMs, Math.max(0, context.now() - intent.payload.tappedAtMs));
  const options = { session: credentialsOf(context.session), signal: context.signal };
  return intent.kind === 'set-favourite'
    ? call(favouriteWorks, {
        body: { image_ids: ids, starred: intent.payload.value, age_ms },
        ...options,
      })
    : call(rateWorks, {
        body: { image_ids: ids, rating: intent.payload.value, age_ms },
        ...options,
      });
}

/**
 * Tells the platform a favourite or a rating. It compares the times of taps, so a repeat is harmless and a
 * later tap on another device stands; then this device takes that one over and says so in the log.
 */
async function perform(intent: MarkIntent, context: StepContext): Promise<void> {
  const ids = intent.payload.works.map((work) => work.id);
  const answers: Answer[] = [];
  for (let from = 0; from < ids.length; from += worksPerCallMax) {
    answers.push((await tell(intent, ids.slice(from, from + worksPerCallMax), context)).data);
  }
  const gone = answers.flatMap((answer) => answer.gone);
  const values = new Map(
    answers.flatMap((answer) =>
      answer.works.map((work): [WorkId, number] => [
        work.image_id as WorkId,
        intent.kind === 'set-favourite' ? work.starred : work.rating,
      ]),
    ),
  );
  await context.commit(
    async (row) => {
      const changed = await adoptMarks(intent.kind, row.owner, values, row.id);
      if (changed.length > 0) {
        appendLog(row, context.now(), 'other-device-decided', changed.join(' '));
      }
      if (gone.length > 0) appendLog(row, context.now(), 'works-gone', gone.join(' '));
      enterStage(row, 'done', context.now());
    },
    { tables: ['works'] },
  );
}

export const setFavourite: IntentHandler<Extract<MarkIntent, { kind: 'set-favourite' }>> = {
  kind: 'set-favourite',
  lane: () => 'tell',
  perform,
};

export const setRating: IntentHandler<Extract<MarkIntent, { kind: 'set-rating' }>> = {
  kind: 'set-rating',
  lane: () => 'tell',
  perform,
};
