import { ECDH } from 'node:crypto';

import type * as z from 'zod/mini';

import type { pushSubscribe } from '../../src/api/contract/push.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { tokenHashOf } from '../http/caller.ts';
import { invalidInput } from '../http/problem.ts';
import { refuseEndpoint } from './addresses.ts';
import { deleteSubscription, deleteSubscriptionsOfSession, saveSubscription } from './store.ts';

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

/**
 * Lets a device be woken until the session that says so is closed.
 * @throws Problem 400 for an address or a key that cannot be used
 */
export async function subscribeDevice(
  database: Database,
  session: { userId: number; token: string },
  { endpoint, keys }: z.infer<typeof pushSubscribe.body>,
  allowPrivate: boolean,
): Promise<void> {
  const refusal = refuseEndpoint(endpoint, allowPrivate);
  if (refusal !== null) {
    throw invalidInput({ field: 'endpoint', reason: 'not-accepted' }, { endpoint: refusal });
  }
  if (!isPoint(keys.p256dh)) {
    const field = 'keys.p256dh';
    throw invalidInput({ field, reason: 'malformed' }, { [field]: 'is no point of P-256' });
  }
  await saveSubscription(
    database,
    {
      endpoint,
      userId: session.userId,
      sessionHash: tokenHashOf(session.token),
      p256dh: keys.p256dh,
      auth: keys.auth,
    },
    devicesMax,
  );
}

/** A device that does not want to be woken any more. */
export const unsubscribeDevice = (
  database: Database,
  userId: number,
  endpoint: string,
): Promise<void> => deleteSubscription(database, userId, endpoint);

/** Ends what a session's device was told while nobody looked at it. */
export const forgetSession = (transaction: Transaction, sessionHash: Buffer): Promise<void> =>
  deleteSubscriptionsOfSession(transaction, sessionHash);
