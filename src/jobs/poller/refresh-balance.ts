import { call } from '../../api/client.ts';
import { drawConfig, getCreditBalance } from '../../api/contract/account.ts';
import { getLinkFact } from '../../db/link-facts.ts';
import { getOwnCache } from '../../db/caches.ts';
import { putOwnCache } from '../../db/keep-answers.ts';
import type { Session } from '../../db/schema.ts';
import { claimDayHere } from '../../db/claim-day.ts';
import { credentialsOf } from '../engine/types.ts';
import { userSourceQuery } from '../user-source-query.ts';

/** What the daily claim gives changes with the day, the claim and the person's plan: rarely. */
const claimInfoMaxAgeMs = 10 * 60_000;

/** When the claim's facts were last asked for, and for whom. It is only in memory: losing it costs one call. */
export interface ClaimInfoMemory {
  userToken: string;
  day: string;
  atMs: number;
}

/**
 * Asks for the balance and writes it into `caches`.
 * @param memory what the last call returned
 */
export async function refreshBalance(
  session: Session,
  memory: ClaimInfoMemory | null,
  signal: AbortSignal,
): Promise<ClaimInfoMemory> {
  const asked = { session: credentialsOf(session), signal };
  const check_recharge = (await getLinkFact('check_recharge')) ?? undefined;
  const query = { ...(await userSourceQuery()), check_recharge };
  const { data } = await call(getCreditBalance, { ...asked, query });
  const nowMs = Date.now();
  const day = await claimDayHere(nowMs);
  const known = await getOwnCache(session.userKey, 'balance');
  const isFresh =
    memory?.userToken === session.userToken &&
    memory.day === day &&
    nowMs - memory.atMs < claimInfoMaxAgeMs;
  if (known && isFresh) {
    await putOwnCache(session.userKey, 'balance', { ...known.value, ...data }, nowMs);
    return memory;
  }
  const config = (await call(drawConfig, { ...asked, query: await userSourceQuery() })).data;
  await putOwnCache(
    session.userKey,
    'balance',
    {
      ...data,
      dailyAmount: session.isVip ? config.vip_users : config.general_users,
      claimedToday: config.draw_today,
    },
    nowMs,
  );
  return { userToken: session.userToken, day, atMs: nowMs };
}
