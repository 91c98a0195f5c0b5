import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { and, eq } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { engineKeys } from './tables.ts';
import { refusedInput } from '../engines/contract/engine.ts';

/** People's own keys for engines. They are written and used, and never shown again. */
export interface EngineKeys {
  set(userId: number, engine: string, key: string): Promise<void>;
  remove(userId: number, engine: string): Promise<void>;
  /** Names of the engines that a person keeps a key for. */
  engines(userId: number): Promise<string[]>;
  /**
   * For the person's own jobs alone.
   * @throws EngineError when it cannot be opened, e.g. after the platform's secret was lost
   */
  read(userId: number, engine: string): Promise<string | null>;
}

const cipher = 'aes-256-gcm';
/** First byte of what is stored, should the form ever change. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** Binds a sealed key to its place: moved to another person's row it does not open. */
function placeOf(userId: number, engine: string): Buffer {
  return Buffer.from(`engine key\n${userId}\n${engine}`);
}

function seal(secret: Buffer, userId: number, engine: string, key: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, secret, nonce).setAAD(placeOf(userId, engine));
  const sealed = Buffer.concat([sealing.update(key, 'utf8'), sealing.final()]);
  return Buffer.concat([Buffer.of(version), nonce, sealing.getAuthTag(), sealed]);
}

function unseal(secret: Buffer, userId: number, engine: string, stored: Buffer): string {
  if (stored.length <= headBytes || stored[0] !== version) throw new Error('unknown form');
  const nonce = stored.subarray(1, 1 + nonceBytes);
  const opening = createDecipheriv(cipher, secret, nonce, { authTagLength: tagBytes })
    .setAAD(placeOf(userId, engine))
    .setAuthTag(stored.subarray(1 + nonceBytes, headBytes));
  return opening.update(stored.subarray(headBytes), undefined, 'utf8') + opening.final('utf8');
}

/** @param secret 32 bytes, see `loadSecret` */
export function createEngineKeys(database: Database, secret: Buffer): EngineKeys {
  const of = (userId: number, engine: string) =>
    and(eq(engineKeys.userId, userId), eq(engineKeys.engine, engine));
  return {
    async set(userId, engine, key) {
      const row = { sealed: seal(secret, userId, engine, key), createdAt: new Date() };
      await database
        .insert(engineKeys)
        .values({ userId, engine, ...row })
        .onConflictDoUpdate({ target: [engineKeys.userId, engineKeys.engine], set: row });
    },
    async remove(userId, engine) {
      await database.delete(engineKeys).where(of(userId, engine));
    },
    async engines(userId) {
      const rows = await database
        .select({ engine: engineKeys.engine })
        .from(engineKeys)
        .where(eq(engineKeys.userId, userId));
      return rows.map((row) => row.engine);
    },
    async read(userId, engine) {
      const [row] = await database
        .select({ sealed: engineKeys.sealed })
        .from(engineKeys)
        .where(of(userId, engine));
      if (!row) return null;
      try {
        return unseal(secret, userId, engine, row.sealed);
      } catch (error) {
        const reason = { field: null, reason: 'own-key-unreadable' } as const;
        throw refusedInput(reason, 'an own key cannot be unsealed', error);
      }
    },
  };
}
