import { eq } from 'drizzle-orm';

import type { Database } from './connect.ts';
import { secrets } from './tables.ts';

/**
 * A secret of the platform's own, made when it is first asked for and never changed. Of several processes that
 * start together the first one's counts.
 */
export async function keepSecret(
  database: Database,
  name: string,
  make: () => object,
): Promise<unknown> {
  await database.insert(secrets).values({ name, value: make() }).onConflictDoNothing();
  const [row] = await database.select().from(secrets).where(eq(secrets.name, name));
  if (!row) throw new Error(`the secret "${name}" could not be stored`);
  return row.value;
}
