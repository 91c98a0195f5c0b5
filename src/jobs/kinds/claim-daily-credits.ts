import { call } from '../../api/client.ts';
import { drawCredit } from '../../api/contract/account.ts';
import { enterStage } from '../../db/intents/rows.ts';
import { claimDayHere } from '../../db/claim-day.ts';
import type { ClaimDailyIntent } from '../../domain/intent.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';
import { getOwnCache } from '../../db/caches.ts';
import { putOwnCache } from '../../db/keep-answers.ts';
import { userSourceQuery } from '../user-source-query.ts';

/**
 * Claims the free credits of the day on which the platform is reached. A second claim on that day changes
 * nothing and says so. A claim whose day has passed on the way still counts for today: the person wanted
 * credits, not yesterday's.
 */
export const claimDailyCredits: IntentHandler<ClaimDailyIntent> = {
  kind: 'claim-daily-credits',
  lane: () => 'tell',
  async perform(_intent, context) {
    const { data } = await call(drawCredit, {
      session: credentialsOf(context.session),
      query: await userSourceQuery(),
      signal: context.signal,
    });
    const day = await claimDayHere(context.now());
    await context.commit(
      async (row) => {
        if (row.kind === 'claim-daily-credits') row.payload.day = day;
        enterStage(
          row,
          'done',
          context.now(),
          data.claimed ? `+${data.amount}` : 'already claimed',
        );
        const known = await getOwnCache(context.session.userKey, 'balance');
        await putOwnCache(context.session.userKey, 'balance', {
          reserved: known?.value.reserved ?? 0,
          dailyAmount: known?.value.dailyAmount ?? data.amount,
          balance: data.balance,
          claimedToday: true,
        });
      },
      { tables: ['caches', 'settings'] },
    );
  },
};
