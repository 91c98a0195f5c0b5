import { call } from '../../api/client.ts';
import { favouriteWorks, rateWorks } from '../../api/contract/works.ts';
import type { OkOf } from '../../api/contract/endpoint.ts';
import { adoptRatings } from '../../db/works/wishes.ts';
import type { RatingIntent } from '../../db/works/wishes.ts';
import { appendLog, enterStage } from '../../db/intents/rows.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { tapAgeMs } from '../../domain/tap-age.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler, StepContext } from '../engine/types.ts';
import { groupByPlace } from '../../db/works/works.ts';

type Answer = OkOf<typeof favouriteWorks>['data'];

function tell(intent: RatingIntent, place: ModelPlace, ids: WorkId[], context: StepContext) {
  const age_ms = tapAgeMs(intent.payload.tappedAtMs, context.now());
  const options = { place, session: credentialsOf(context.session), signal: context.signal };
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
async function perform(intent: RatingIntent, context: StepContext): Promise<void> {
  const answers: Answer[] = [];
  for (const { place, ids } of await groupByPlace(intent.payload.works.map(({ id }) => id))) {
    for (let from = 0; from < ids.length; from += worksPerCallMax) {
      const lot = ids.slice(from, from + worksPerCallMax);
      answers.push((await tell(intent, place, lot, context)).data);
    }
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
      const changed = await adoptRatings(intent.kind, row.owner, values, row.id);
      if (changed.length > 0) {
        appendLog(row, context.now(), 'other-device-decided', changed.join(' '));
      }
      if (gone.length > 0) appendLog(row, context.now(), 'works-gone', gone.join(' '));
      enterStage(row, 'done', context.now());
    },
    { tables: ['works'] },
  );
}

export const setFavourite: IntentHandler<Extract<RatingIntent, { kind: 'set-favourite' }>> = {
  kind: 'set-favourite',
  lane: () => 'tell',
  perform,
};

export const setRating: IntentHandler<Extract<RatingIntent, { kind: 'set-rating' }>> = {
  kind: 'set-rating',
  lane: () => 'tell',
  perform,
};
