import { balanceList } from '../../api/contract/account.ts';
import { call } from '../../api/client.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { getSession } from '../../db/account/session.ts';
import { putOwnCache } from '../../db/keep-answers.ts';
import type { LedgerEntry } from '../../domain/credits.ts';
import { ledgerPageSize } from '../../domain/limits.ts';

export interface LedgerPage {
  entries: LedgerEntry[];
  total: number;
}

/**
 * Reads a page of the ledger, newest first; the first page is kept for later without a network.
 * @param page from 1
 * @throws KilnError
 */
export async function fetchLedger(page: number, signal: AbortSignal): Promise<LedgerPage> {
  return asMyself(async (session) => {
    const { data } = await call(balanceList, {
      session,
      signal,
      body: { per_page: ledgerPageSize, page, changes_only: true },
    });
    const found: LedgerPage = {
      total: data.total,
      entries: data.data.map((row) => ({
        id: row.id,
        type: row.type,
        typeDetail: row.type_detail,
        amount: row.balance,
        balanceAfter: row.balance_after,
        jobType: row.jobType,
        createdAtMs: Date.parse(row.created_at),
      })),
    };
    const stillThere = (await getSession())?.userKey === session.userKey;
    if (page === 1 && stillThere) await putOwnCache(session.userKey, 'ledger', found);
    return found;
  });
}
