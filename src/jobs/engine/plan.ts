import { isLeased } from '../../db/intents/rules.ts';
import type { IntentId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import type { Intent } from '../../domain/intent.ts';
import { sentPlaces } from '../../domain/model.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { failureScope } from './retry-policy.ts';
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
  /** When something of the lane is due next, `ready` aside; null when nothing waits for a time. */
  nextDueAtMs: number | null;
}

/** After this many failures of the kinds that one bad request can cause alone, others may overtake it. */
const holdAttemptsMax = 3;

/**
 * So long an upload holds the requests behind it, enough for a photo over a fair mobile line; a slower one is
 * overtaken by those that are ready.
 */
export const uploadHoldMs = 20_000;

/** Clocks of a device's threads may differ by this much. */
const clockSlackMs = 1_000;

/** A pause that the platform asked for is none of the network's, whatever the status was. */
function isNetworkWait(intent: Intent): boolean {
  return (
    intent.error !== null && failureScope(intent.error) === 'network' && !intent.error.retryAfterMs
  );
}

/** Whether a row's own wait is over. */
export function isDue(intent: Intent, options: Omit<PlanOptions, 'laneOf'>): boolean {
  if (intent.nextAttemptAtMs <= options.nowMs) return true;
  // The row was written in what is now the future, so the clock was set back, and it is unknown how much of
  // the wait is over.
  const writtenAtMs = Math.max(intent.updatedAtMs, intent.error?.atMs ?? 0);
  if (writtenAtMs > options.nowMs + clockSlackMs) return true;
  return options.ignoreNetworkWaits && isNetworkWait(intent);
}

/**
 * A request that waits for the network holds those behind it, so that they leave in the order in which they
 * were made. One that fails for its own reasons is overtaken.
 */
function holdsOthers(intent: Intent): boolean {
  if (!isNetworkWait(intent)) return false;
  return intent.error?.code === 'network' || intent.attempts <= holdAttemptsMax;
}

/**
 * Credits that were claimed before a request was made have to be there when it is sent. A claim that keeps
 * failing for reasons of its own holds nobody up: the credits may suffice without it.
 */
function isAwaitedClaim(intent: Intent): boolean {
  if (intent.kind !== 'claim-daily-credits') return false;
  return intent.error?.code === 'network' || intent.attempts <= holdAttemptsMax;
}

/** Until when the platform wants no calls of this lane: it said so to one of its rows. */
function pauseAskedFor(rows: readonly Intent[], nowMs: number): number | null {
  const times = rows
    .filter((row) => row.error !== null && failureScope(row.error) === 'lane')
    .filter((row) => !isDue(row, { nowMs, ignoreNetworkWaits: false }))
    .map((row) => row.nextAttemptAtMs);
  return times.length === 0 ? null : Math.max(...times);
}

/** Who is asked for what a row wants; a row that names nobody is for the platform. */
function placeOf(intent: Intent): ModelPlace {
  return intent.kind === 'generate' ? intent.payload.place : 'platform';
}

/**
 * What one lane does next. Places don't wait for each other: while the Horde is silent, requests to the platform
 * leave, and the other way round.
 * @param intents open rows of one owner in their order
 */
export function planLane(intents: readonly Intent[], lane: Lane, options: PlanOptions): LanePlan {
  const open = intents.filter((intent) => isOpenStage(intent.stage));
  const openIds = new Set(open.map((intent) => intent.id));
  const plans = sentPlaces.map((place) => {
    const ofPlace = open.filter((intent) => placeOf(intent) === place);
    return planPlace(ofPlace, openIds, lane, options);
  });
  const ready = new Set(plans.flatMap((plan) => plan.ready));
  const dueTimes = plans.flatMap((plan) => plan.nextDueAtMs ?? []);
  return {
    ready: open.flatMap(({ id }) => (ready.has(id) ? [id] : [])),
    nextDueAtMs: dueTimes.length === 0 ? null : Math.min(...dueTimes),
  };
}

/** @param open rows for one place; `openIds` are those of all places */
function planPlace(
  open: readonly Intent[],
  openIds: ReadonlySet<IntentId>,
  lane: Lane,
  options: PlanOptions,
): LanePlan {
  const inLane = open.filter((intent) => options.laneOf(intent) === lane);
  if (inLane.length === 0) return { ready: [], nextDueAtMs: null };
  const pausedUntilMs = pauseAskedFor(inLane, options.nowMs);
  if (pausedUntilMs !== null) return { ready: [], nextDueAtMs: pausedUntilMs };
  const ready: IntentId[] = [];
  const dueTimes: number[] = [];
  const uploadsSinceMs = lane === 'send' ? uploadsSince(open, options) : null;
  for (const intent of open) {
    if (lane === 'send' && isAwaitedClaim(intent)) break;
    const rowLane = options.laneOf(intent);
    if (lane === 'send' && rowLane === 'upload') {
      if (holdsOthers(intent) && !isDue(intent, options)) break;
      // Rows that wait for other reasons are overtaken; the rest holds the line for a while.
      const isWaiting = !isDue(intent, options) && !isLeased(intent, options.nowMs);
      const holdsUntilMs = (uploadsSinceMs ?? options.nowMs) + uploadHoldMs;
      if (isWaiting || holdsUntilMs <= options.nowMs) continue;
      dueTimes.push(holdsUntilMs);
      break;
    }
    if (rowLane !== lane || intent.after.some((id) => openIds.has(id))) continue;
    if (isLeased(intent, options.nowMs)) {
      dueTimes.push(intent.lease?.untilMs ?? options.nowMs);
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

/**
 * When the upload that is under way began; null when none is. One that broke off, hours ago perhaps, begins
 * anew when its turn comes.
 */
function uploadsSince(open: readonly Intent[], options: PlanOptions): number | null {
  const times = open.flatMap((intent) =>
    intent.kind === 'generate' &&
    options.laneOf(intent) === 'upload' &&
    isLeased(intent, options.nowMs)
      ? (intent.uploadStartedAtMs ?? [])
      : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}
