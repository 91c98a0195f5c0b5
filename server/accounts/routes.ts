import * as contract from '../../src/api/contract/account.ts';
import * as admin from '../../src/api/contract/admin.ts';
import * as passkeys from '../../src/api/contract/passkeys.ts';
import * as survey from '../../src/api/contract/survey.ts';
import * as sessions from '../../src/api/contract/sessions.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import { watchDisconnect } from '../http/client-disconnect.ts';
import type { Mount } from '../http/mount.ts';
import {
  becomeAdmin,
  careerOf,
  changePassword,
  chooseCareer,
  describeSessions,
  endSessionsOf,
  logIn,
  register,
} from './service.ts';
import { hasPassword } from './identities.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  describePasskeys,
  passkeyLogin,
  removePasskey,
  siteOf,
} from './passkeys.ts';
import type { PasskeyOptions } from './passkeys.ts';
import { closeSession, describeUser } from './sessions.ts';

function mountPasskeys(mount: Mount, options: PasskeyOptions): void {
  mount(passkeys.getPasskeys, async ({ user }) => ({
    status: true as const,
    data: await describePasskeys(options.database, user.id),
  }));

  mount(passkeys.beginPasskey, ({ user, body, network, incoming, header }) =>
    watchDisconnect(incoming).until(async (signal) => ({
      status: true as const,
      data: await beginPasskey(options, user, siteOf(options, header('Origin'), header('Host')), {
        token: header(headerNames.userToken) ?? '',
        password: body.password,
        asker: { network, signal },
      }),
    })),
  );

  mount(passkeys.addPasskey, async ({ user, body, header, log }) => {
    const site = siteOf(options, header('Origin'), header('Host'));
    const agent = header('User-Agent') ?? '';
    return {
      status: true as const,
      data: await addPasskey(options, user, site, body, agent, log),
    };
  });

  mount(passkeys.removePasskey, async ({ user, body, log }) => {
    await removePasskey(options, user, body.id, log);
    return { status: true as const };
  });

  mount(passkeys.beginPasskeyLogin, async ({ header }) => ({
    status: true as const,
    data: await beginPasskeyLogin(options, siteOf(options, header('Origin'), header('Host'))),
  }));

  mount(passkeys.passkeyLogin, ({ body, network, header, log }) => {
    const site = siteOf(options, header('Origin'), header('Host'));
    return passkeyLogin(options, site, body, network, header('User-Agent') ?? '', log);
  });
}

export function mountAccounts(mount: Mount, options: PasskeyOptions): void {
  mountPasskeys(mount, options);

  mount(contract.register, ({ body, network, incoming, header, log }) =>
    watchDisconnect(incoming).until((signal) =>
      register(options, body, { network, signal }, header('User-Agent') ?? '', log),
    ),
  );

  mount(contract.login, ({ body, network, incoming, header, log }) =>
    watchDisconnect(incoming).until((signal) =>
      logIn(options, body, { network, signal }, header('User-Agent') ?? '', log),
    ),
  );

  mount(sessions.getSessions, async ({ user, header }) => ({
    status: true as const,
    has_password: await hasPassword(options.database, user.id),
    data: await describeSessions(options.database, user, header(headerNames.userToken) ?? ''),
  }));

  mount(sessions.endSessions, async ({ user, body, header }) => ({
    status: true as const,
    data: {
      ended: await endSessionsOf(
        options.database,
        user,
        body.id === undefined ? { allBut: header(headerNames.userToken) ?? '' } : { id: body.id },
      ),
    },
  }));

  mount(sessions.changePassword, ({ user, body, network, incoming, header, log }) =>
    watchDisconnect(incoming).until(async (signal) => ({
      status: true as const,
      data: {
        ended: await changePassword(
          options,
          user,
          body,
          { network, signal },
          header(headerNames.userToken) ?? '',
          log,
        ),
      },
    })),
  );

  mount(survey.checkUserInfo, async ({ user }) => ({
    status: true as const,
    data: { user_career_id: (await careerOf(options.database, user)) ?? ('' as const) },
  }));

  mount(survey.updateCareer, async ({ user, body }) => {
    await chooseCareer(options.database, user, body.cid);
    return { status: true as const, data: {} };
  });

  mount(admin.becomeAdmin, async ({ user, body, log }) => ({
    status: true as const,
    data: await becomeAdmin(options, user, body.token, log),
  }));

  mount(contract.logout, async ({ header }) => {
    const token = header(headerNames.userToken);
    if (token) await closeSession(options.database, token);
    return { status: true as const };
  });

  mount(contract.getUserInfo, async ({ user }) => ({
    status: true as const,
    data: await describeUser(options.database, user, options.roles),
  }));
}
