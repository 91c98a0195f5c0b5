import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { FairTurns, TooBusy } from '../async/fair-turns.ts';
import { busy } from '../http/problem.ts';

const blockSize = 8;
const keyBytes = 32;

/** What a hash costs: N is the work, and with the block size the memory. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

const costOf = (exponent: number): Cost => ({ N: 2 ** exponent, r: blockSize, p: 1 });

let cost = costOf(17);
let nobodysHash = written(cost, randomBytes(16), randomBytes(keyBytes));

/**
 * What hashes cost from here on; those that are kept keep theirs.
 * @param exponent of N, to the base of two: 17 is OWASP's recommendation for scrypt, 128 MiB for each hash
 */
export function setPasswordCost(exponent: number): void {
  cost = costOf(exponent);
  nobodysHash = written(cost, randomBytes(16), randomBytes(keyBytes));
}

/** `scrypt$N$r$p$salt$key`, so that the cost can rise later without locking anybody out. */
function written({ N, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

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
  { N, r, p }: Cost,
  { network, signal }: Asker,
): Promise<Buffer> {
  // What scrypt needs for itself, and a quarter more.
  const options = { N, r, p, maxmem: 160 * N * r };
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
 * @returns what is kept of the password
 * @throws Problem 503 with `Retry-After` when too many others wait
 */
export async function hashPassword(password: string, asker: Asker): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost, asker);
  return written(cost, salt, key);
}

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
  const [, N, r, p, salt, key] = (hash ?? nobodysHash).split('$');
  const expected = Buffer.from(key ?? '', 'base64');
  const paid = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt ?? '', 'base64'), paid, asker);
  return expected.length === found.length && timingSafeEqual(expected, found) && hash !== null;
}
