import { createHash, randomBytes } from 'node:crypto';

import { workerKeysMax } from '../../src/domain/worker-network.ts';
import type { Database } from '../database/connect.ts';
import type { Roles } from '../http/caller.ts';
import { notFound, Problem } from '../http/problem.ts';
import { Refusal } from './service.ts';
import { addKey, keysOf, noteKeyUse, ownerOfKey, removeKey } from './store.ts';

/** Whoever a worker belongs to. */
export interface Lender {
  userId: number;
  nick: string;
  isSuperUser: boolean;
  /** What limits count it by: never the key itself. */
  key: string;
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** How long an answer about a key holds: a thousand workers ask once a second. */
const keptMs = 10_000;
const keptMost = 10_000;

/** Keys by which workers say whose they are. */
export function createLenders(database: Database, roles: Roles) {
  const kept = new Map<string, { untilMs: number; lender: Lender | null }>();

  async function find(key: string): Promise<Lender | null> {
    const hash = hashOf(key);
    const name = hash.toString('base64url');
    const known = kept.get(name);
    if (known && known.untilMs > Date.now()) return known.lender;
    const owner = await ownerOfKey(database, hash);
    if (owner?.isLocked) {
      throw new Refusal(403, 'Forbidden', 'This account is locked by whoever runs this platform.');
    }
    const lender = owner && {
      userId: owner.userId,
      nick: owner.nick,
      isSuperUser: owner.isSuperUser,
      key: name,
    };
    kept.delete(name);
    kept.set(name, { untilMs: Date.now() + keptMs, lender });
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMost) break;
      kept.delete(oldest);
    }
    if (lender) await noteKeyUse(database, hash);
    return lender;
  }

  const describe = (row: {
    id: string;
    name: string;
    ending: string;
    createdAt: Date;
    usedAt: Date | null;
  }) => ({
    id: row.id,
    name: row.name,
    ending: row.ending,
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
  });

  return {
    /** @throws Refusal without a key, for one that is nobody's, and for who may not connect workers */
    async of(key: string | undefined): Promise<Lender> {
      if (key === undefined || key.length > 200) {
        throw new Refusal(
          401,
          'InvalidAPIKey',
          'No key was sent: workers need the header "apikey".',
        );
      }
      const lender = await find(key);
      if (!lender) {
        throw new Refusal(
          401,
          'InvalidAPIKey',
          'Nobody here has this key. Make one under Me → Workers.',
        );
      }
      if (!roles.mayUse({ id: lender.userId, isSuperUser: lender.isSuperUser }, 'workers')) {
        throw new Refusal(
          403,
          'Forbidden',
          'Whoever runs this platform lets only some people connect workers.',
        );
      }
      return lender;
    },
    async list(userId: number) {
      return (await keysOf(database, userId)).map(describe);
    },
    /** @returns the key itself, this once */
    async add(userId: number, name: string) {
      // Workers take keys of 22 characters only, as the Horde's are.
      const key = randomBytes(16).toString('base64url');
      const row = await addKey(
        database,
        { userId, name, keyHash: hashOf(key), ending: key.slice(-4) },
        workerKeysMax,
      );
      if (!row) throw new Problem(409, 'conflict', `There are ${workerKeysMax} keys already`);
      return { ...describe(row), key };
    },
    async remove(userId: number, id: string): Promise<void> {
      if (!(await removeKey(database, userId, id))) throw notFound('Key');
      // Who has it may have been answered by it moments ago.
      kept.clear();
    },
  };
}
