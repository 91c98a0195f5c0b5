import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import pLimit from 'p-limit';

import { tooManyRequests } from '../http/problem.ts';

/** OWASP's recommendation for scrypt: 128 MiB for each hash. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 1024 * 1024 };
const keyBytes = 32;
/** Two at once need 256 MiB; more would let anybody exhaust the memory by asking. */
const atOnce = 2;
const waitingMax = 64;

const inTurn = pLimit(atOnce);
let asked = 0;

async function withTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (asked >= atOnce + waitingMax) throw tooManyRequests(10);
  asked += 1;
  try {
    return await inTurn(work);
  } finally {
    asked -= 1;
  }
}

function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return withTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/** `scrypt$N$r$p$salt$key`, so that the cost can rise later without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
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
 */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? nobodysHash).split('$');
  const expected = Buffer.from(key ?? '', 'base64');
  const options = { ...cost, N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt ?? '', 'base64'), options);
  return expected.length === found.length && timingSafeEqual(expected, found) && hash !== null;
}
