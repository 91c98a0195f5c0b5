import * as contract from '../../src/api/contract/account.ts';
import * as limited from '../../src/api/contract/limited-claims.ts';
import type { Mount } from '../http/mount.ts';
import { creditState } from './accounts.ts';
import {
  claimLimited,
  claimToday,
  describeLimitedClaim,
  hasClaimedToday,
  listEntries,
} from './service.ts';
import type { CreditOptions } from './service.ts';

export function mountCredits(mount: Mount, options: CreditOptions): void {
  const { database } = options;

  mount(contract.getCreditBalance, async ({ user }) => ({
    status: true as const,
    data: await creditState(database, user.id),
  }));

  mount(contract.drawConfig, async ({ user }) => ({
    status: true as const,
    data: {
      ...options.dailyCredits(),
      draw_today: await hasClaimedToday(options, user.id),
    },
  }));

  mount(contract.drawCredit, async ({ user }) => ({
    status: true as const,
    data: await claimToday(options, user),
  }));

  mount(limited.limitedConfig, async ({ user, body }) => ({
    status: true as const,
    data: await describeLimitedClaim(options, user.id, body.pointstr),
  }));

  mount(limited.drawLimitedCredit, async ({ user, body }) => ({
    status: true as const,
    data: await claimLimited(options, user.id, body.pointstr),
  }));

  mount(contract.balanceList, async ({ user, body }) => ({
    status: true as const,
    data: await listEntries(database, user.id, body),
  }));
}
