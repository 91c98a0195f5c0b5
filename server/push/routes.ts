import { ECDH } from 'node:crypto';

import { and, desc, eq, notInArray } from 'drizzle-orm';

import { headerNames } from '../../src/api/contract/endpoint.ts';
import * as contract from '../../src/api/contract/push.ts';
import { hashOf } from '../accounts/sessions.ts';
import type { Database } from '../database/connect.ts';
import { pushSubscriptions } from '../database/schema.ts';
import type { Mount } from '../http/mount.ts';
import { invalidInput } from '../http/problem.ts';
import { refuseEndpoint } from './addresses.ts';

/** More devices than anybody has; the oldest make room. */
const devicesMax = 20;

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

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
    const { endpoint, keys } = body;
    const refusal = refuseEndpoint(endpoint, options.allowPrivate);
    if (refusal !== null) throw invalidInput({ endpoint: refusal });
    if (!isPoint(keys.p256dh)) throw invalidInput({ 'keys.p256dh': 'is no point of P-256' });
    const row = {
      userId: user.id,
      sessionHash: hashOf(header(headerNames.userToken) ?? ''),
      p256dh: keys.p256dh,
      auth: keys.auth,
      createdAt: new Date(),
    };
    await database.transaction(async (transaction) => {
      await transaction
        .insert(pushSubscriptions)
        .values({ endpoint, ...row })
        .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
      const mine = eq(pushSubscriptions.userId, user.id);
      const newest = transaction
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(mine)
        .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
        .limit(devicesMax);
      await transaction
        .delete(pushSubscriptions)
        .where(and(mine, notInArray(pushSubscriptions.id, newest)));
    });
    return { status: true as const };
  });

  mount(contract.pushUnsubscribe, async ({ user, body }) => {
    await database
      .delete(pushSubscriptions)
      .where(
        and(eq(pushSubscriptions.userId, user.id), eq(pushSubscriptions.endpoint, body.endpoint)),
      );
    return { status: true as const };
  });
}
