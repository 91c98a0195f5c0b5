import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { FairTurns, TooBusy } from '../async/fair-turns.ts';
import { busy } from '../http/problem.ts';

/** OWASP's recommendation for scrypt: 128 MiB for each hash. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 1024 * 1024 };
const keyBytes = 32;

const turns = new FairTurns({
  // Two at once need 256 MiB; more would let anybody exhaust the memory by asking.
  atOnce: 2,
  waitingMax: 64,
  // A device gives up after 15 seconds, and the hash itself takes some of them on a busy machine.
  waitMaxMs: 8_000,
});

/** Who waits for a hash. */
export interface Asker {
  /** By what turns are shared out, as limits count. */
  network: string;
  /** Aborts when nobody waits any more; a hash that has not begun is then dropped. */
  signal: AbortSignal;
}

async function derive(
  password: string,
  salt: Buffer,
  options: typeof cost,
  { network, signal }: Asker,
): Promise<Buffer> {
  const hash = () =>
    new Promise<Buffer>((resolve, reject) => {
      // Runs on a thread of its own.
      scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  try {
    return await turns.run(network, signal, hash);
  } catch (error) {
    throw error instanceof TooBusy ? busy(error.retryAfterMs) : error;
  }
}

/**
 * `scrypt$N$r$p$salt$key`, so that the cost can rise later without locking anybody out.
 * @throws Problem 503 with `Retry-After` when too many others wait
 */
export async function hashPassword(password: string, asker: Asker): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost, asker);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join(
    '$',
  );
}

const nobodysHash = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  randomBytes(16).toString('base64'),
  randomBytes(keyBytes).toString('base64'),
].join('$');

/**
 * Constant time for the password; and without an account it works just as long, so that the time tells
 * nothing about who has one.
 * @param hash null when there is no such account
 * @throws Problem 503 with `Retry-After` when too many others wait
 */
export async function passwordMatches(
  password: string,
  hash: string | null,
  asker: Asker,
): Promise<boolean> {
  // What is no hash of ours is nobody's password: refused like a wrong one, and after as long.
  const known = hash?.startsWith('scrypt$') ? hash : null;
  const [, N, r, p, salt, key] = (known ?? nobodysHash).split('$');
  const expected = Buffer.from(key ?? '', 'base64');
  const options = { ...cost, N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt ?? '', 'base64'), options, asker);
  return expected.length === found.length && timingSafeEqual(expected, found) && known !== null;
}
