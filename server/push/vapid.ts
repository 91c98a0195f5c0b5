import { eq } from 'drizzle-orm';
import webPush from 'web-push';

import type { Database } from '../database/connect.ts';
import { secrets } from '../database/schema.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const name = 'vapid';

/**
 * The platform's own key pair (RFC 8292), made at the first start and never changed: every subscription is
 * bound to it. Of several processes that start together the first one's keys count.
 */
export async function loadVapidKeys(database: Database): Promise<VapidKeys> {
  await database
    .insert(secrets)
    .values({ name, value: webPush.generateVAPIDKeys() })
    .onConflictDoNothing();
  const [row] = await database.select().from(secrets).where(eq(secrets.name, name));
  if (!row) throw new Error('the key pair for pushes could not be stored');
  return row.value as VapidKeys;
}
