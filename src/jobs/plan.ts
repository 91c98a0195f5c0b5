import type { IntentId } from '../domain/ids.ts';
import { isOpenStage } from '../domain/intent.ts';
import type { Intent } from '../domain/intent.ts';
import { failureScope } from './judge.ts';
import type { Lane } from './types.ts';

export interface PlanOptions {
  nowMs: number;
  /** The network has just come back (or someone asks): do not sit out waits that it caused. */
  ignoreNetworkWaits: boolean;
  laneOf(intent: Intent): Lane | null;
}

export interface LanePlan {
  /** In the order to try them. */
  ready: IntentId[];
  /** When something of the lane is due next, `ready` aside; null when nothing waits. */
  nextDueAtMs: number | null;
}

/** After this many failures of the kinds that one bad request can cause alone, others may overtake it. */
const holdAttemptsMax = 3;

function isNetworkWait(intent: Intent): boolean {
  return intent.error !== null && failureScope(intent.error) === 'network';
}

/** Whether a row's own wait is over. */
export function isDue(intent: Intent, options: Omit<PlanOptions, 'laneOf'>): boolean {
  if (intent.nextAttemptAtMs <= options.nowMs) return true;
  return options.ignoreNetworkWaits && isNetworkWait(intent);
}

/**
 * A request that waits for the network holds those behind it, so that they leave in the order in which they
 * were made. One that fails for its own reasons is overtaken.
 */
function holdsOthers(intent: Intent): boolean {
  if (intent.error === null) return false;
  if (failureScope(intent.error) === 'lane') return true;
  if (!isNetworkWait(intent)) return false;
  return intent.error.code === 'network' || intent.attempts <= holdAttemptsMax;
}

/**
 * Credits that were claimed before a request was made have to be there when it is sent. A claim that keeps
 * failing for reasons of its own holds nobody up: the credits may suffice without it.
 */
function isAwaitedClaim(intent: Intent): boolean {
  if (intent.kind !== 'claim-daily-credits') return false;
  return intent.error?.code === 'network' || intent.attempts <= holdAttemptsMax;
}

/**
 * What one lane does next.
 * @param intents open rows of one owner in order of creation
 */
export function planLane(intents: readonly Intent[], lane: Lane, options: PlanOptions): LanePlan {
  const ready: IntentId[] = [];
  const dueTimes: number[] = [];
  for (const intent of intents) {
    if (!isOpenStage(intent.stage)) continue;
    if (lane === 'send' && isAwaitedClaim(intent)) break;
    if (options.laneOf(intent) !== lane) continue;
    if (intent.lease !== null && intent.lease.untilMs > options.nowMs) {
      dueTimes.push(intent.lease.untilMs);
      // Its sender is at work (or died just now); the ones behind it keep their place.
      if (lane === 'send') break;
      continue;
    }
    if (isDue(intent, options)) {
      ready.push(intent.id);
      continue;
    }
    dueTimes.push(intent.nextAttemptAtMs);
    if (lane === 'send' && holdsOthers(intent)) break;
  }
  return { ready, nextDueAtMs: dueTimes.length === 0 ? null : Math.min(...dueTimes) };
}
