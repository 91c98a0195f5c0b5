import type * as contract from '../../src/api/contract/account.ts';
import type * as limited from '../../src/api/contract/limited-claims.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import { claimDay, claimDayEndMs, ledgerTypeDetails } from '../../src/domain/credits.ts';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/problem.ts';
import { creditState } from './accounts.ts';
import { grant } from './ledger.ts';
import { listMovements, listRows } from './movements.ts';
import { hasClaimed, hasClaimedLimited, insertClaim, insertLimitedClaim } from './store.ts';

export interface CreditOptions {
  database: Database;
  /** What a day's claim gives, as it is set at the moment of asking. */
  dailyCredits: () => DeploymentSettings['daily_credits'];
  /** Where the day turns, as it is set at the moment of asking. */
  timeZone: () => string;
  /** What links give, by their ids, as it is set at the moment of asking. */
  limitedClaims: () => DeploymentSettings['limited_claims'];
}

export const hasClaimedToday = (
  { database, timeZone }: CreditOptions,
  userId: number,
): Promise<boolean> => hasClaimed(database, userId, claimDay(Date.now(), timeZone()));

/** Today's credits, once a day; what is left of them ends with the day. */
export function claimToday(
  { database, dailyCredits, timeZone }: CreditOptions,
  user: Caller,
): Promise<AnswerOf<typeof contract.drawCredit>['data']> {
  return database.transaction(async (transaction) => {
    const now = Date.now();
    const daily = dailyCredits();
    const amount = user.isVip ? daily.vip_users : daily.general_users;
    const claimed = await insertClaim(transaction, user.id, claimDay(now, timeZone()));
    const detail = user.isVip ? ledgerTypeDetails.vipDailyReward : ledgerTypeDetails.dailyReward;
    const { balance } = claimed
      ? await grant(transaction, user.id, amount, detail, new Date(claimDayEndMs(now, timeZone())))
      : await creditState(transaction, user.id);
    return { claimed, amount, balance };
  });
}

/** @throws Problem 404 for an id that gives nothing */
function limitedClaimOf({ limitedClaims }: CreditOptions, claimId: string) {
  const claims = limitedClaims();
  const claim = Object.hasOwn(claims, claimId) ? claims[claimId] : undefined;
  if (!claim) throw notFound('Gift');
  return claim;
}

/**
 * What a link gives, and whether the person has had it.
 * @throws Problem 404 for an id that gives nothing
 */
export async function describeLimitedClaim(
  options: CreditOptions,
  userId: number,
  claimId: string,
): Promise<AnswerOf<typeof limited.limitedConfig>['data']> {
  const { credits, days } = limitedClaimOf(options, claimId);
  const claimed = await hasClaimedLimited(options.database, userId, claimId);
  return { amount: credits, valid_days: days, claimed };
}

const dayMs = 86_400_000;

/**
 * Gives the credits of a link, once per person. What is left of them ends with the day, or after the days of the link.
 * @throws Problem 404 for an id that gives nothing
 */
export async function claimLimited(
  options: CreditOptions,
  userId: number,
  claimId: string,
): Promise<AnswerOf<typeof limited.drawLimitedCredit>['data']> {
  const { credits, days } = limitedClaimOf(options, claimId);
  return options.database.transaction(async (transaction) => {
    const now = Date.now();
    const claimed = await insertLimitedClaim(transaction, userId, claimId);
    const endsAt = new Date(
      days === 0 ? claimDayEndMs(now, options.timeZone()) : now + days * dayMs,
    );
    const detail = ledgerTypeDetails.limitedTimeReward;
    const { balance } = claimed
      ? await grant(transaction, userId, credits, detail, endsAt)
      : await creditState(transaction, userId);
    return { claimed, amount: credits, balance };
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
