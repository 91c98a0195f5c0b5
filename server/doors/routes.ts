import type { IncomingMessage } from 'node:http';

import * as contract from '../../src/api/contract/doors.ts';
import { enteredPath } from '../../src/domain/doors.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import type { App, Mount } from '../http/mount.ts';
import { enterByProvider, finishOidc, startOidc, takeBack } from './service.ts';
import type { DoorOptions } from './service.ts';

export function mountDoors(
  app: App,
  mount: Mount,
  options: DoorOptions & { trustedProxies: number },
): void {
  const { limits, trustedProxies } = options;
  mount(contract.startOidc, async ({ body, log }) => ({
    status: true as const,
    data: await startOidc(options, body, log),
  }));

  mount(contract.enterByProvider, ({ body, network, header, log }) =>
    enterByProvider(options, body, network, header('User-Agent') ?? '', log),
  );

  mount(contract.finishOidc, ({ body, header, log }) =>
    finishOidc(options, body, header('User-Agent') ?? '', log),
  );

  app.get('/api/account/oidc/callback', async (context) => {
    const { incoming } = context.env as { incoming: IncomingMessage };
    const network = callerNetwork(clientAddress(incoming, trustedProxies));
    await limits.visitor(network);
    const query = /\?.*$/.exec(context.req.url)?.[0] ?? '';
    const came = await takeBack(options, query, network, context.get('log'));
    // Behind the hash it goes to no server and into no log.
    const said = 'ticket' in came ? `ticket=${came.ticket}` : `failure=${came.failure}`;
    return context.body(null, 303, {
      Location: `${enteredPath}#${said}`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
  });
}
