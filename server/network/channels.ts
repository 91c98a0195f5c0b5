import { sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';

/** Told in the database: that the waiting parts changed, that a job's parts did, that workers did. */
export const networkChannels = {
  waiting: 'network_waiting',
  job: 'network_job',
  workers: 'network_workers',
} as const;

export async function tell(
  database: Database | Transaction,
  channel: keyof typeof networkChannels,
  payload = '',
): Promise<void> {
  await database.execute(sql`select pg_notify(${networkChannels[channel]}, ${payload})`);
}
