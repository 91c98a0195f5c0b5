import { call } from '../../api/client.ts';
import { binWorks, restoreWorks } from '../../api/contract/works.ts';
import type { OkOf } from '../../api/contract/endpoint.ts';
import { adoptBin } from '../../db/works/bin-rows.ts';
import type { BinIntent } from '../../db/works/bin-rows.ts';
import { appendLog, enterStage } from '../../db/intents/rows.ts';
import type { WorkId } from '../../domain/ids.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { tapAgeMs } from '../../domain/tap-age.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';

type Answer = OkOf<typeof binWorks>['data'];

/**
 * Tells the platform what was put into the bin, or taken out. It compares the times of taps, so a repeat is harmless
 * and a later tap on another device stands; then this device takes that one over and says so in the log.
 */
export const setBinned: IntentHandler<BinIntent> = {
  kind: 'set-binned',
  lane: () => 'tell',
  async perform(intent, context) {
    const { works, value, tappedAtMs } = intent.payload;
    const endpoint = value === 1 ? binWorks : restoreWorks;
    const answers: Answer[] = [];
    for (let from = 0; from < works.length; from += worksPerCallMax) {
      const { data } = await call(endpoint, {
        place: 'platform',
        body: {
          image_ids: works.slice(from, from + worksPerCallMax).map(({ id }) => id),
          age_ms: tapAgeMs(tappedAtMs, context.now()),
        },
        session: credentialsOf(context.session),
        signal: context.signal,
      });
      answers.push(data);
    }
    const gone = answers.flatMap((answer) => answer.gone);
    const values = new Map(
      answers.flatMap((answer) =>
        answer.works.map(({ image_id: id, binned_at: since }): [WorkId, number | null] => [
          id as WorkId,
          since === null ? null : Date.parse(since),
        ]),
      ),
    );
    await context.commit(
      async (row) => {
        const changed = await adoptBin(row.owner, values, { except: row.id });
        if (changed.length > 0) {
          appendLog(row, context.now(), 'other-device-decided', changed.join(' '));
        }
        if (gone.length > 0) appendLog(row, context.now(), 'works-gone', gone.join(' '));
        enterStage(row, 'done', context.now());
      },
      { tables: ['works', 'bin'] },
    );
  },
};
