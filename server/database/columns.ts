import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Bytes as they are. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A moment in time, whatever the clock of the place. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
