import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';

import { deviceLogsPerMinute } from '../../src/domain/limits.ts';
import { tooManyRequests } from './problem.ts';

export interface RateLimits {
  /** Every call of a logged-in person. */
  user(userId: number): Promise<void>;
  /** Every call of somebody who isn't logged in. */
  visitor(address: string): Promise<void>;
  /** Every helper for words and pictures, which a model elsewhere may be paid for. */
  language(userId: number): Promise<void>;
  /** What devices report, which anybody may send and which is written down. */
  deviceLog(address: string): Promise<void>;
  registration(address: string): Promise<void>;
  /** Throws before a password is even looked at. */
  login(address: string, accountKey: string): Promise<void>;
  /** A right password: honest mistakes before it are forgiven. */
  loginSucceeded(address: string, accountKey: string): Promise<void>;
}

const minute = 60;
const hour = 3_600;

/** Counts per process: a limit that several processes multiply is still a limit. */
export function createRateLimits(options: { registrationsPerHour: number }): RateLimits {
  const limiter = (points: number, seconds: number) =>
    new RateLimiterMemory({ points, duration: seconds });
  // A device may send a long offline queue and poll several jobs at the same time.
  const users = limiter(6_000, minute);
  const helpers = limiter(60, minute);
  const visitors = limiter(3_000, minute);
  const deviceLogs = limiter(deviceLogsPerMinute, minute);
  const registrations = limiter(options.registrationsPerHour, hour);
  const loginsOfAddress = limiter(100, 15 * minute);
  const loginsOfAccountAndAddress = limiter(10, 15 * minute);
  // High enough that a stranger can't lock the owner out by guessing a little.
  const loginsOfAccount = limiter(200, hour);

  const take = async (from: RateLimiterMemory, key: string): Promise<void> => {
    try {
      await from.consume(key);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw tooManyRequests((refusal as RateLimiterRes).msBeforeNext / 1_000);
    }
  };
  return {
    user: (userId) => take(users, String(userId)),
    visitor: (address) => take(visitors, address),
    language: (userId) => take(helpers, String(userId)),
    deviceLog: (address) => take(deviceLogs, address),
    registration: (address) => take(registrations, address),
    async login(address, accountKey) {
      await take(loginsOfAddress, address);
      await take(loginsOfAccountAndAddress, `${accountKey} ${address}`);
      await take(loginsOfAccount, accountKey);
    },
    async loginSucceeded(address, accountKey) {
      await loginsOfAccountAndAddress.delete(`${accountKey} ${address}`);
      await loginsOfAddress.reward(address);
    },
  };
}
