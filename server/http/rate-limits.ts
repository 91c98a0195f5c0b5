import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';

import { deviceLogsPerMinute } from '../../src/domain/limits.ts';
import { tooManyRequests } from './problem.ts';

/** Callers without a name are counted by `callerNetwork`. */
export interface RateLimits {
  /** Every call of a logged-in person. */
  user(userId: number): Promise<void>;
  /** Every call of somebody who isn't logged in. */
  visitor(network: string): Promise<void>;
  /** Every helper for words and pictures, which a model elsewhere may be paid for. */
  language(userId: number): Promise<void>;
  /** What devices report, which anybody may send and which is written down. */
  deviceLog(network: string): Promise<void>;
  /** What people say to whoever runs this, guests too. */
  feedback(network: string): Promise<void>;
  /** Every order that a provider is told of. */
  order(userId: number): Promise<void>;
  registration(network: string): Promise<void>;
  /** One that was given up before it was looked at does not count. */
  registrationDropped(network: string): Promise<void>;
  /** Throws before a password is even looked at. */
  login(network: string, accountKey: string): Promise<void>;
  /** Nobody looked at the password: that was no try. */
  loginDropped(network: string, accountKey: string): Promise<void>;
  /** A right password: honest mistakes before it are forgiven. */
  loginSucceeded(network: string, accountKey: string): Promise<void>;
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
  const feedbacks = limiter(30, hour);
  const orders = limiter(30, 10 * minute);
  const visitors = limiter(3_000, minute);
  const deviceLogs = limiter(deviceLogsPerMinute, minute);
  const registrations = limiter(options.registrationsPerHour, hour);
  const loginsOfNetwork = limiter(100, 15 * minute);
  const loginsOfAccountAndNetwork = limiter(10, 15 * minute);
  // High enough that a stranger can't lock the owner out by guessing a little.
  const loginsOfAccount = limiter(100, hour);

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
    visitor: (network) => take(visitors, network),
    language: (userId) => take(helpers, String(userId)),
    feedback: (network) => take(feedbacks, network),
    order: (userId) => take(orders, String(userId)),
    deviceLog: (network) => take(deviceLogs, network),
    registration: (network) => take(registrations, network),
    async registrationDropped(network) {
      await registrations.reward(network);
    },
    async login(network, accountKey) {
      await take(loginsOfNetwork, network);
      await take(loginsOfAccountAndNetwork, `${accountKey} ${network}`);
      await take(loginsOfAccount, accountKey);
    },
    async loginDropped(network, accountKey) {
      await loginsOfNetwork.reward(network);
      await loginsOfAccountAndNetwork.reward(`${accountKey} ${network}`);
      await loginsOfAccount.reward(accountKey);
    },
    async loginSucceeded(network, accountKey) {
      await loginsOfAccountAndNetwork.delete(`${accountKey} ${network}`);
      await loginsOfNetwork.reward(network);
    },
  };
}
