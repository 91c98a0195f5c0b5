import { sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import type { Log } from '../log.ts';
import { channels } from './instance.ts';

/** Tells all processes that a job waits at an engine. */
export type Announce = (engine: string) => void;

/**
 * After the commit and not in it: commits that notify wait for each other, the flush to disk included. What
 * is announced while an announcement is under way goes into the next one; one that is lost is made up for by
 * the queue's own poll.
 */
export function createAnnounce(database: Database, log: Log): Announce {
  const underWay = new Map<string, { again: boolean }>();

  async function tell(engine: string, state: { again: boolean }): Promise<void> {
    do {
      state.again = false;
      await database
        .execute(sql`select pg_notify(${channels.waiting}, ${engine})`)
        .catch((error: unknown) => log.debug({ err: error }, 'a job could not be announced'));
    } while (state.again);
    underWay.delete(engine);
  }

  return (engine) => {
    const state = underWay.get(engine);
    if (state) {
      state.again = true;
      return;
    }
    const fresh = { again: false };
    underWay.set(engine, fresh);
    void tell(engine, fresh);
  };
}
