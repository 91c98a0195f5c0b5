import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Log } from '../log.ts';
import type { Storage } from './connect.ts';

export interface Listening {
  channels: readonly string[];
  onNotification: (channel: string, payload: string | null) => void;
  /** What was told while there was no connection is lost: look for yourself. */
  onReconnected: () => void;
}

const firstDelayMs = 100;
const longestDelayMs = 5_000;

/** Hears of NOTIFY on a connection of its own, and connects again for as long as it takes. */
export async function listen(
  storage: Pick<Storage, 'connect'>,
  log: Log,
  { channels, onNotification, onReconnected }: Listening,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;

  async function attend(): Promise<pg.Client> {
    const client = await storage.connect();
    client.on('notification', ({ channel, payload }) => onNotification(channel, payload || null));
    try {
      for (const channel of channels) await client.query(`listen "${channel}"`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => void (isStopping || reconnect()));
    return client;
  }

  async function reconnect(): Promise<void> {
    let delayMs = firstDelayMs;
    while (!isStopping) {
      await sleep(delayMs);
      delayMs = Math.min(longestDelayMs, delayMs * 2);
      try {
        client = await attend();
        if (isStopping) await client.end();
        else onReconnected();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the database cannot be reached');
      }
    }
  }

  let client = await attend();
  return {
    async stop() {
      isStopping = true;
      await client.end();
    },
  };
}
