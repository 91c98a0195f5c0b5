import { call } from '../../api/client.ts';
import { drawLimitedCredit, limitedConfig } from '../../api/contract/limited-claims.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { getOwnCache } from '../../db/caches.ts';
import { putOwnCache } from '../../db/keep-answers.ts';
import { claimIdPattern } from '../../domain/credits.ts';
import { KilnError } from '../../domain/errors.ts';

/** What a link gives. */
export interface Gift {
  amount: number;
  /** For how many days; 0 is until the day is over. */
  validDays: number;
  isTaken: boolean;
}

/**
 * Asks what the link with this id gives.
 * @returns null where it gives nothing
 * @throws KilnError
 */
export async function fetchGift(id: string, signal: AbortSignal): Promise<Gift | null> {
  if (!claimIdPattern.test(id)) return null;
  return asMyself(async (session) => {
    try {
      const { data } = await call(limitedConfig, { session, signal, body: { pointstr: id } });
      return { amount: data.amount, validDays: data.valid_days, isTaken: data.claimed };
    } catch (error) {
      if (error instanceof KilnError && error.code === 'not-found') return null;
      throw error;
    }
  });
}

/**
 * Takes it; a repeat takes nothing more, so a lost answer may be asked for again.
 * @returns whether these credits came now, or had come before
 * @throws KilnError
 */
export async function takeGift(id: string): Promise<{ isNew: boolean }> {
  return asMyself(async (session) => {
    const { data } = await call(drawLimitedCredit, { session, body: { pointstr: id } });
    const known = await getOwnCache(session.userKey, 'balance');
    if (known) {
      await putOwnCache(session.userKey, 'balance', { ...known.value, balance: data.balance });
    }
    return { isNew: data.claimed };
  });
}
