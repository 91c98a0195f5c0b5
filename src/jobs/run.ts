import { newId } from '../db/ids.ts';
import {
  claimNextIntent,
  commitStep,
  noteFailure,
  pruneIntents,
  releaseIntent,
  renewLease,
  resumeStopped,
  stopWith,
} from '../db/intent-steps.ts';
import { listOpenIntents } from '../db/intents.ts';
import type { Session } from '../db/schema.ts';
import { expireSession, getSession, isSessionUsable } from '../db/session.ts';
import { getSetting } from '../db/settings.ts';
import type { Intent } from '../domain/intent.ts';

import { handlerOf } from './handlers.ts';
import { judge, toKilnError } from './judge.ts';
import type { FailureScope } from './judge.ts';
import { withLock } from './lock.ts';
import { isDue, planLane } from './plan.ts';
import type { PlanOptions } from './plan.ts';
import { lanes, LeaseLostError } from './types.ts';
import type { Host, Lane, QueueLook, StepContext } from './types.ts';

export const queueLockName = 'kiln-queue';
export const leaseMs = 30_000;
const leaseRenewMs = 10_000;
/** A plan older than this is made anew, so that a cancel or a new request is seen in time. */
const planMaxAgeMs = 1_000;
/** The same for pause and session, which are asked before every step. */
const gateMaxAgeMs = 100;
/** More steps of one row in one look would be a handler that does not advance. */
const stepsPerLookMax = 10;
const pruneAfterMs = 14 * 86_400_000;

export interface RunOptions {
  host: Host;
  signal?: AbortSignal;
  /** Waits that a lost network caused are over: it came back, or the app was just opened. */
  ignoreNetworkWaits?: boolean;
}

/**
 * Looks at the queue once and does everything that is due. Any number of hosts may call it at any time; the
 * lock lets one of them work, leases and idempotency keep it right where locks fail or are missing.
 */
export async function runQueue(options: RunOptions): Promise<QueueLook> {
  const result = await withLock(queueLockName, () => runRounds(options));
  return result ?? { ran: false, networkFailed: false, nextDueAtMs: null };
}

async function runRounds(options: RunOptions): Promise<QueueLook> {
  const session = await getSession();
  if (!isSessionUsable(session)) return { ran: true, networkFailed: false, nextDueAtMs: null };
  await resumeStopped(session.userKey, 'login-required', Date.now());
  await pruneIntents(Date.now() - pruneAfterMs);
  const round = new Round(session, options);
  await Promise.all(lanes.map((lane) => round.runLane(lane)));
  return { ran: true, networkFailed: round.networkFailed, nextDueAtMs: await round.nextDueAtMs() };
}

/** One look at the queue by one host. */
class Round {
  readonly session: Session;
  readonly options: RunOptions;
  readonly holder: string;
  networkFailed = false;
  /** Lanes that ended early, e.g. because the platform asked for a pause. */
  readonly closedLanes = new Set<Lane>();
  /** Rows that are left alone for the rest of this look. */
  readonly attempted = new Set<string>();
  readonly steps = new Map<string, number>();
  gateReadAtMs = -Infinity;
  isPaused = false;
  isCurrent = true;

  constructor(session: Session, options: RunOptions) {
    this.session = session;
    this.options = options;
    this.holder = `${options.host}-${newId(Date.now())}`;
  }

  planOptions(): PlanOptions {
    return {
      nowMs: Date.now(),
      ignoreNetworkWaits: (this.options.ignoreNetworkWaits ?? false) && !this.networkFailed,
      laneOf: (intent) => handlerOf(intent).lane(intent),
    };
  }

  async mayGoOn(lane: Lane): Promise<boolean> {
    if (this.options.signal?.aborted || this.networkFailed || this.closedLanes.has(lane)) {
      return false;
    }
    const nowMs = Date.now();
    if (nowMs - this.gateReadAtMs > gateMaxAgeMs) {
      this.gateReadAtMs = nowMs;
      this.isPaused = await getSetting('queuePaused');
      // Someone may have signed out or in while the round runs.
      const session = await getSession();
      this.isCurrent = isSessionUsable(session) && session.userToken === this.session.userToken;
    }
    // What has left comes home, and what was cancelled or deleted is, also while sending is paused.
    return this.isCurrent && !(lane === 'send' && this.isPaused);
  }

  async runLane(lane: Lane): Promise<void> {
    for (;;) {
      const plan = planLane(await listOpenIntents(this.session.userKey), lane, this.planOptions());
      const ready = plan.ready.filter((id) => !this.attempted.has(id));
      if (ready.length === 0) return;
      const staleAtMs = Date.now() + planMaxAgeMs;
      while (ready.length > 0 && Date.now() < staleAtMs) {
        if (!(await this.mayGoOn(lane))) return;
        const claimed = await claimNextIntent(ready, {
          holder: this.holder,
          nowMs: Date.now(),
          leaseMs,
          isDue: (intent) =>
            handlerOf(intent).lane(intent) === lane && isDue(intent, this.planOptions()),
          prepare: (intent) => {
            handlerOf(intent).prepare?.(intent, Date.now());
          },
        });
        if (!claimed) break;
        ready.splice(0, ready.indexOf(claimed.id) + 1);
        await this.perform(claimed, lane);
      }
    }
  }

  async perform(intent: Intent, lane: Lane): Promise<void> {
    const steps = (this.steps.get(intent.id) ?? 0) + 1;
    this.steps.set(intent.id, steps);
    if (steps >= stepsPerLookMax) this.attempted.add(intent.id);
    const aborter = new AbortController();
    const onStop = () => {
      aborter.abort(this.options.signal?.reason);
    };
    this.options.signal?.addEventListener('abort', onStop);
    let isHeld = true;
    const renewal = setInterval(() => {
      void renewLease(intent.id, this.holder, Date.now() + leaseMs).then((held) => {
        if (!held) aborter.abort(new LeaseLostError());
      });
    }, leaseRenewMs);
    try {
      const context = this.contextOf(intent, aborter.signal, () => {
        isHeld = false;
      });
      await handlerOf(intent).perform(intent, context);
      // A step that had nothing to write still has to let go.
      if (isHeld) await releaseIntent(intent.id, this.holder);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      if (aborter.signal.aborted) await releaseIntent(intent.id, this.holder);
      else await this.fail(intent, lane, error);
    } finally {
      clearInterval(renewal);
      this.options.signal?.removeEventListener('abort', onStop);
    }
  }

  contextOf(intent: Intent, signal: AbortSignal, onReleased: () => void): StepContext {
    return {
      session: this.session,
      signal,
      now: () => Date.now(),
      commit: async (change, options = {}) => {
        const row = await commitStep(intent.id, this.holder, change, {
          keepLease: options.keepLease ?? false,
          ...(options.tables && { tables: options.tables }),
        });
        if (!row) throw new LeaseLostError();
        if (!options.keepLease) onReleased();
        return row;
      },
    };
  }

  /** Records a failure and decides how far it reaches. */
  async fail(intent: Intent, lane: Lane, cause: unknown): Promise<void> {
    const error = toKilnError(cause);
    let scope: FailureScope = 'item';
    await commitStep(
      intent.id,
      this.holder,
      (row) => {
        const verdict = judge(error, row, Date.now(), Math.random());
        if (verdict.kind === 'stop') {
          stopWith(row, verdict.stage, error, Date.now());
        } else {
          noteFailure(row, error, Date.now(), verdict.nextAttemptAtMs);
          scope = verdict.scope;
        }
      },
      { keepLease: false },
    );
    if (error.code === 'login-required') await expireSession(this.session.userToken);
    this.attempted.add(intent.id);
    if ((scope as FailureScope) === 'network') this.networkFailed = true;
    if ((scope as FailureScope) === 'lane') this.closedLanes.add(lane);
  }

  async nextDueAtMs(): Promise<number | null> {
    const options = { ...this.planOptions(), ignoreNetworkWaits: false };
    const intents = await listOpenIntents(this.session.userKey);
    const isPaused = await getSetting('queuePaused');
    const times = lanes.flatMap((lane) => {
      if (isPaused && lane === 'send') return [];
      const plan = planLane(intents, lane, options);
      return plan.ready.length > 0 ? [options.nowMs] : [plan.nextDueAtMs];
    });
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }
}
