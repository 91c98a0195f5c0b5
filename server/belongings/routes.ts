import type { IncomingMessage } from 'node:http';

import * as contract from '../../src/api/contract/belongings.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import { watchDisconnect } from '../http/client-disconnect.ts';
import type { App, Mount } from '../http/mount.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { archiveOf } from './archive.ts';
import { deleteAccount, joinAccounts, offerExport, ownerOfExport } from './service.ts';
import type { BelongingsOptions } from './service.ts';

export function mountBelongings(
  app: App,
  mount: Mount,
  options: BelongingsOptions & { limits: RateLimits; trustedProxies: number },
): void {
  const { database, store, limits, trustedProxies } = options;

  mount(contract.exportAccount, async ({ user }) => ({
    status: true as const,
    data: await offerExport(options, user),
  }));

  mount(contract.deleteAccount, ({ user, body, network, incoming, header, log }) =>
    watchDisconnect(incoming).until(async (signal) => {
      const token = header(headerNames.userToken) ?? '';
      const proof = { token, password: body.password, asker: { network, signal } };
      await deleteAccount(options, user, proof, log);
      return { status: true as const };
    }),
  );

  mount(contract.joinAccounts, ({ user, body, network, incoming, header, log }) =>
    watchDisconnect(incoming).until(async (signal) => {
      const token = header(headerNames.userToken) ?? '';
      const proof = { token, password: body.password, asker: { network, signal } };
      await joinAccounts(options, user, body, proof, log);
      return { status: true as const };
    }),
  );

  app.get('/api/account/export/:ticket', async (context) => {
    const { incoming } = context.env as { incoming: IncomingMessage };
    await limits.visitor(callerNetwork(clientAddress(incoming, trustedProxies)));
    const userId = await ownerOfExport(database, context.req.param('ticket'));
    const day = new Date().toISOString().slice(0, 10);
    const { signal } = context.req.raw;
    return context.body(archiveOf({ database, store }, userId, signal, context.get('log')), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="kiln-${userId}-${day}.zip"`,
      'Cache-Control': 'no-store',
    });
  });
}
