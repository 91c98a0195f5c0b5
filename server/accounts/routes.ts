import * as contract from '../../src/api/contract/account.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import { watchDisconnect } from '../http/client-disconnect.ts';
import type { Mount } from '../http/mount.ts';
import { logIn, register } from './service.ts';
import type { AccountOptions } from './service.ts';
import { closeSession, describeUser } from './sessions.ts';

export function mountAccounts(mount: Mount, options: AccountOptions): void {
  mount(contract.register, ({ body, network, incoming, log }) =>
    watchDisconnect(incoming).until((signal) => register(options, body, { network, signal }, log)),
  );

  mount(contract.login, ({ body, network, incoming }) =>
    watchDisconnect(incoming).until((signal) => logIn(options, body, { network, signal })),
  );

  mount(contract.logout, async ({ header }) => {
    const token = header(headerNames.userToken);
    if (token) await closeSession(options.database, token);
    return { status: true as const };
  });

  mount(contract.getUserInfo, ({ user }) => ({
    status: true as const,
    data: describeUser(user, options.roles),
  }));
}
