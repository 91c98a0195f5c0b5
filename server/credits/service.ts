import type * as contract from '../../src/api/contract/account.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import { claimDay, claimDayEndMs, ledgerTypeDetails } from '../../src/domain/credits.ts';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { creditState } from './accounts.ts';
import { grant } from './ledger.ts';
import { listMovements, listRows } from './movements.ts';
import { hasClaimed, insertClaim } from './store.ts';

export interface CreditOptions {
  database: Database;
  /** What a day's claim gives, as it is set at the moment of asking. */
  dailyCredits: () => DeploymentSettings['daily_credits'];
}

export const hasClaimedToday = (database: Database, userId: number): Promise<boolean> =>
  hasClaimed(database, userId, claimDay(Date.now()));

/** Today's credits, once a day; what is left of them ends with the day. */
export function claimToday(
  { database, dailyCredits }: CreditOptions,
  user: Caller,
): Promise<AnswerOf<typeof contract.drawCredit>['data']> {
  return database.transaction(async (transaction) => {
    const now = Date.now();
    const daily = dailyCredits();
    const amount = user.isVip ? daily.vip_users : daily.general_users;
    const claimed = await insertClaim(transaction, user.id, claimDay(now));
    const detail = user.isVip ? ledgerTypeDetails.vipDailyReward : ledgerTypeDetails.dailyReward;
    const { balance } = claimed
      ? await grant(transaction, user.id, amount, detail, new Date(claimDayEndMs(now)))
      : await creditState(transaction, user.id);
    return { claimed, amount, balance };
  });
}

/** A person's entries in the contract's form; with `changes_only` one entry for each thing that happened. */
export async function listEntries(
  database: Database,
  userId: number,
  body: ReadOf<typeof contract.balanceList, 'body'>,
): Promise<AnswerOf<typeof contract.balanceList>['data']> {
  // What has ended by now is a row of its own, before anybody reads them.
  await creditState(database, userId);
  const page = { limit: body.per_page, offset: (body.page - 1) * body.per_page };
  const list = body.changes_only ? listMovements : listRows;
  const { rows, total } = await list(database, userId, page);
  return {
    total,
    data: rows.map((row) => ({
      id: row.id,
      type: row.type,
      type_detail: row.typeDetail,
      balance: row.amount,
      balance_after: row.balanceAfter,
      created_at: row.createdAt.toISOString(),
      jobType: row.jobType,
      job_id: row.jobId,
    })),
  };
}
