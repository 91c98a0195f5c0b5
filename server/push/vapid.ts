import webPush from 'web-push';

import type { Database } from '../database/connect.ts';
import { keepSecret } from '../database/secrets.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The platform's own key pair (RFC 8292), made at the first start and never changed: every subscription is
 * bound to it.
 */
export async function loadVapidKeys(database: Database): Promise<VapidKeys> {
  return (await keepSecret(database, 'vapid', () => webPush.generateVAPIDKeys())) as VapidKeys;
}
