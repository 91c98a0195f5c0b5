import { and, count, desc, eq, getTableColumns, ne } from 'drizzle-orm';

import * as contract from '../../src/api/contract/account.ts';
import { claimDay, dailyCredits, ledgerTypeDetails } from '../../src/domain/credits.ts';
import { dailyCreditsGeneral, dailyCreditsVip } from '../../src/domain/limits.ts';
import type { Database } from '../database/connect.ts';
import { dailyClaims, jobs, ledger } from '../database/schema.ts';
import type { Mount } from '../http/mount.ts';
import { creditState, grant } from './ledger.ts';

export function mountCredits(mount: Mount, database: Database): void {
  mount(contract.getCreditBalance, async ({ user }) => ({
    status: true as const,
    data: await creditState(database, user.id),
  }));

  mount(contract.drawConfig, async ({ user }) => {
    const [claimed] = await database
      .select()
      .from(dailyClaims)
      .where(and(eq(dailyClaims.userId, user.id), eq(dailyClaims.day, claimDay(Date.now()))));
    return {
      status: true as const,
      data: {
        general_users: dailyCreditsGeneral,
        vip_users: dailyCreditsVip,
        draw_today: claimed !== undefined,
      },
    };
  });

  mount(contract.drawCredit, ({ user }) =>
    database.transaction(async (transaction) => {
      const amount = dailyCredits(user.isVip);
      const claims = await transaction
        .insert(dailyClaims)
        .values({ userId: user.id, day: claimDay(Date.now()) })
        .onConflictDoNothing()
        .returning();
      const claimed = claims.length > 0;
      const detail = user.isVip ? ledgerTypeDetails.vipDailyReward : ledgerTypeDetails.dailyReward;
      const { balance } = claimed
        ? await grant(transaction, user.id, amount, detail)
        : await creditState(transaction, user.id);
      return { status: true as const, data: { claimed, amount, balance } };
    }),
  );

  mount(contract.balanceList, async ({ user, body }) => {
    const { generationReserved, generationCharged } = ledgerTypeDetails;
    const mine = and(
      eq(ledger.userId, user.id),
      body.changes_only ? ne(ledger.typeDetail, generationCharged) : undefined,
    );
    const rows = await database
      .select({ ...getTableColumns(ledger), jobState: jobs.state })
      .from(ledger)
      .leftJoin(jobs, eq(jobs.id, ledger.jobId))
      .where(mine)
      .orderBy(desc(ledger.id))
      .limit(body.per_page)
      .offset((body.page - 1) * body.per_page);
    const [counted] = await database.select({ total: count() }).from(ledger).where(mine);
    return {
      status: true as const,
      data: {
        total: counted?.total ?? 0,
        data: rows.map((row) => ({
          id: row.id,
          type: row.type,
          type_detail:
            body.changes_only &&
            row.typeDetail === generationReserved &&
            row.jobState === 'Finished'
              ? generationCharged
              : row.typeDetail,
          balance: row.amount,
          balance_after: row.balanceAfter,
          created_at: row.createdAt.toISOString(),
          jobType: row.jobType,
          job_id: row.jobId,
        })),
      },
    };
  });
}
