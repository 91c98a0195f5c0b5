import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Log } from '../log.ts';

/** Numbers of our two-part advisory locks begin with these. */
export const lockSpaces = {
  migration: 0x4b11,
  dataFolder: 0x4b12,
  instance: 0x4b13,
  claim: 0x4b14,
} as const;

export interface FolderLock {
  release(): Promise<void>;
}

const tryEveryMs = 100;
const giveUpAfterMs = 3_000;

async function take(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, 0) as locked',
    [lockSpaces.dataFolder],
  );
  return rows[0]?.locked === true;
}

/**
 * One server for one embedded database: a second one would end it for the first. Held by a connection, so
 * that it is free as soon as its holder is gone, however it went.
 * @throws a sentence for people when another server holds it
 */
export async function lockDataFolder(
  connect: () => Promise<pg.Client>,
  log: Log,
): Promise<FolderLock> {
  let isReleased = false;
  let client = await connect();
  const giveUpAt = Date.now() + giveUpAfterMs;
  // The connection of a server that was killed is noticed within moments.
  while (!(await take(client))) {
    if (Date.now() > giveUpAt) {
      await client.end();
      throw new Error(
        'Another Kiln is running with this data folder. Stop it first, or choose another with KILN_DATA.',
      );
    }
    await sleep(tryEveryMs);
  }
  client.once('end', lost);

  /** The database restarted under us. */
  function lost(): void {
    if (isReleased) return;
    setTimeout(() => {
      void retake().catch((error: unknown) => {
        log.debug({ err: error }, 'the data folder is not locked yet');
        lost();
      });
    }, tryEveryMs).unref();
  }

  async function retake(): Promise<void> {
    const fresh = await connect();
    if (isReleased || !(await take(fresh))) {
      await fresh.end();
      return lost();
    }
    client = fresh;
    client.once('end', lost);
  }

  return {
    async release() {
      isReleased = true;
      await client.end();
    },
  };
}
