import { headerNames } from '../../src/api/contract/endpoint.ts';
import * as contract from '../../src/api/contract/push.ts';
import type { Database } from '../database/connect.ts';
import type { Mount } from '../http/mount.ts';
import { subscribeDevice, unsubscribeDevice } from './service.ts';

export function mountPush(
  mount: Mount,
  database: Database,
  options: { publicKey: string; allowPrivate: boolean },
): void {
  mount(contract.pushConfig, () => ({
    status: true as const,
    data: { public_key: options.publicKey },
  }));

  mount(contract.pushSubscribe, async ({ user, body, header }) => {
    const session = { userId: user.id, token: header(headerNames.userToken) ?? '' };
    await subscribeDevice(database, session, body, options.allowPrivate);
    return { status: true as const };
  });

  mount(contract.pushUnsubscribe, async ({ user, body }) => {
    await unsubscribeDevice(database, user.id, body.endpoint);
    return { status: true as const };
  });
}
