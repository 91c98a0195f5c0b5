import { eq } from 'drizzle-orm';

import * as contract from '../../src/api/contract/account.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import { openAccount } from '../credits/ledger.ts';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema.ts';
import type { Mount } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { closeSession, describeUser, openSession } from './sessions.ts';

export interface AccountOptions {
  database: Database;
  limits: RateLimits;
  registrationCredits: number;
  superUsers: ReadonlySet<string>;
}

const accountKeyOf = (account: string): string => account.normalize('NFKC').toLowerCase();

export function mountAccounts(mount: Mount, options: AccountOptions): void {
  const { database, limits, superUsers } = options;

  mount(contract.register, async ({ body, address, log }) => {
    await limits.registration(address);
    const passwordHash = await hashPassword(body.password);
    return database.transaction(async (transaction) => {
      const [user] = await transaction
        .insert(users)
        .values({
          account: body.account,
          accountKey: accountKeyOf(body.account),
          nick: body.nick || body.account,
          passwordHash,
        })
        .onConflictDoNothing()
        .returning();
      if (!user) throw new Problem(409, 'account-taken', 'This account name is taken');
      await openAccount(transaction, user.id, options.registrationCredits);
      const { token, expiresAt } = await openSession(transaction, user.id);
      log.info({ user: user.id }, 'account made');
      return {
        user: describeUser(user, superUsers),
        userToken: token,
        expires_at: expiresAt.toISOString(),
      };
    });
  });

  mount(contract.login, async ({ body, address }) => {
    const accountKey = accountKeyOf(body.account);
    await limits.login(address, accountKey);
    const [user] = await database.select().from(users).where(eq(users.accountKey, accountKey));
    const matches = await passwordMatches(body.password, user?.passwordHash ?? null);
    if (!user || !matches) {
      // The same for an unknown account and a wrong password.
      throw new Problem(403, 'wrong-credentials', 'Wrong account or password');
    }
    await limits.loginSucceeded(address, accountKey);
    const { token, expiresAt } = await openSession(database, user.id);
    return {
      user: describeUser(user, superUsers),
      userToken: token,
      expires_at: expiresAt.toISOString(),
    };
  });

  mount(contract.logout, async ({ header }) => {
    const token = header(headerNames.userToken);
    if (token) await closeSession(database, token);
    return { status: true as const };
  });

  mount(contract.getUserInfo, ({ user }) => ({
    status: true as const,
    data: describeUser(user, superUsers),
  }));
}
