import { newId } from '../../db/ids.ts';
import { claimNextIntent, commitStep, releaseIntent, renewLease } from '../../db/intents/leases.ts';
import { noteFailure, stopWith } from '../../db/intents/outcomes.ts';
import type { Claim } from '../../db/intents/leases.ts';
import { enterStage } from '../../db/intents/rows.ts';
import { undoLocally } from '../../db/intents/local-effects.ts';
import { listOpenIntents } from '../../db/intents/lists.ts';
import type { Session } from '../../db/schema.ts';
import { expireSession } from '../../db/account/session.ts';
import { getSetting } from '../../db/settings.ts';
import type { IntentId } from '../../domain/ids.ts';
import { isEndedStage, isOpenStage } from '../../domain/intent.ts';
import type { Intent } from '../../domain/intent.ts';

import { StepGuard, isSending } from './step-guard.ts';
import { handlerOf } from '../kinds/handlers.ts';
import { decideRetry, toKilnError } from './retry-policy.ts';
import type { FailureScope } from './retry-policy.ts';
import { isDue, planLane } from './plan.ts';
import type { PlanOptions } from './plan.ts';
import { IdleBarrier } from './idle-barrier.ts';
import { lanes, laneWidths, LeaseLostError } from './types.ts';
import type { Host, Lane, StepContext } from './types.ts';

export const leaseMs = 30_000;
const leaseRenewMs = 10_000;
/** A plan older than this is made anew, so that a cancel or a new request is seen in time. */
const planMaxAgeMs = 1_000;
/** Workers that become idle together read the rows once. */
const rowsMaxAgeMs = 50;
/** More steps of one row in one run would be a handler that does not advance. */
const stepsPerRunMax = 10;

export interface RunOptions {
  host: Host;
  signal?: AbortSignal;
  /** Waits that a lost network caused are over: it came back, or the app was just opened. */
  ignoreNetworkWaits?: boolean;
}

/** One run of the queue by one host. */
export class Round {
  readonly session: Session;
  readonly options: RunOptions;
  readonly holder: string;
  networkFailed = false;
  /** Lanes that ended early, e.g. because the platform asked for a pause. */
  readonly closedLanes = new Set<Lane>();
  /** Rows that are left alone for the rest of this run. */
  readonly attempted = new Set<string>();
  readonly steps = new Map<string, number>();
  readonly plans = new Map<Lane, { ready: IntentId[]; staleAtMs: number }>();
  readonly barrier = new IdleBarrier(lanes.reduce((sum, lane) => sum + laneWidths[lane], 0));
  rows: { read: Promise<Intent[]>; atMs: number; afterSteps: number } | null = null;
  finishedSteps = 0;
  /** Rows that others may not overtake. */
  readonly waitedFor = new Set<IntentId>();
  readonly guard: StepGuard;

  constructor(session: Session, options: RunOptions) {
    this.session = session;
    this.options = options;
    this.holder = `${options.host}-${newId(Date.now())}`;
    this.guard = new StepGuard(session);
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
    return this.guard.isOpen(lane);
  }

  async run(): Promise<void> {
    const workers = lanes.flatMap((lane) =>
      Array.from({ length: laneWidths[lane] }, () => this.work(lane)),
    );
    // One that fails altogether (its database) must not leave the others working unseen.
    const results = await Promise.allSettled(workers);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** One worker of a lane, until nobody in the round has anything left to do. */
  async work(lane: Lane): Promise<void> {
    try {
      for (;;) {
        const claimed = (await this.mayGoOn(lane)) ? await this.claim(lane) : null;
        if (claimed) await this.step(claimed, lane);
        else if (!(await this.barrier.wait(planMaxAgeMs))) return;
      }
    } catch (error) {
      this.barrier.leave();
      throw error;
    }
  }

  async step(claimed: Intent, lane: Lane): Promise<void> {
    const row = await this.perform(claimed, lane);
    this.finishedSteps += 1;
    if (this.concernsOthers(row, lane)) this.barrier.wake();
  }

  /** Whether a step gave another worker something to do; waking them for every step would cost more than the steps. */
  concernsOthers(row: Intent, lane: Lane): boolean {
    if (!isOpenStage(row.stage)) {
      return this.waitedFor.has(row.id) || row.kind === 'claim-daily-credits';
    }
    const next = handlerOf(row).lane(row);
    return next !== null && next !== lane;
  }

  async claim(lane: Lane): Promise<Intent | null> {
    for (;;) {
      const fresh = this.freshPlan(lane);
      const isFresh = fresh.length > 0;
      const ready = isFresh ? fresh : await this.plan(lane);
      if (ready.length === 0) return null;
      const claimed = await claimNextIntent(ready, this.claimFor(lane));
      if (claimed) {
        ready.splice(0, ready.indexOf(claimed.id) + 1);
        return claimed;
      }
      // None of these candidates can be claimed any more.
      ready.length = 0;
      if (!isFresh) return null;
    }
  }

  /** What `lane` may still take of the rows as last read; empty when they are to be read anew. */
  freshPlan(lane: Lane): IntentId[] {
    const plan = this.plans.get(lane);
    return plan && Date.now() < plan.staleAtMs ? plan.ready : [];
  }

  claimFor(lane: Lane): Claim {
    return {
      holder: this.holder,
      nowMs: Date.now(),
      leaseMs,
      isDue: (intent) =>
        handlerOf(intent).lane(intent) === lane && isDue(intent, this.planOptions()),
      // Another host took it after this plan was made: the next plan knows who may overtake it.
      holdsBack: (intent) => lane === 'send' && handlerOf(intent).lane(intent) === lane,
      prepare: (intent) => {
        handlerOf(intent).prepare?.(intent, Date.now());
      },
    };
  }

  /** Reads the rows anew; workers that ask in the same moment share one reading. */
  async plan(lane: Lane): Promise<IntentId[]> {
    const nowMs = Date.now();
    if (
      this.rows === null ||
      this.rows.afterSteps !== this.finishedSteps ||
      nowMs - this.rows.atMs > rowsMaxAgeMs
    ) {
      const read = listOpenIntents(this.session.userKey);
      this.rows = { read, atMs: nowMs, afterSteps: this.finishedSteps };
    }
    const rows = await this.rows.read;
    for (const row of rows) for (const id of row.after) this.waitedFor.add(id);
    const found = planLane(rows, lane, this.planOptions());
    const ready = found.ready.filter((id) => !this.attempted.has(id));
    this.plans.set(lane, { ready, staleAtMs: Date.now() + planMaxAgeMs });
    return ready;
  }

  /** @returns the row as it was last written by the step */
  async perform(intent: Intent, lane: Lane): Promise<Intent> {
    const steps = (this.steps.get(intent.id) ?? 0) + 1;
    this.steps.set(intent.id, steps);
    if (steps >= stepsPerRunMax) this.attempted.add(intent.id);
    const aborter = new AbortController();
    const onStop = () => {
      aborter.abort(this.options.signal?.reason);
    };
    this.options.signal?.addEventListener('abort', onStop);
    let isHeld = true;
    let last = intent;
    const renewal = setInterval(() => {
      renewLease(intent.id, this.holder, Date.now() + leaseMs).then(
        (held) => {
          if (!held) aborter.abort(new LeaseLostError());
        },
        () => {
          // The disk may be full. The next renewal tries again; if that fails, too, the lease runs out by itself.
        },
      );
    }, leaseRenewMs);
    try {
      const onWritten = (row: Intent, keepsLease: boolean) => {
        last = row;
        isHeld = keepsLease;
      };
      const context = this.contextOf(intent, aborter.signal, onWritten);
      await handlerOf(intent).perform(intent, context);
      // A step that had nothing to write still has to let go.
      if (isHeld) await releaseIntent(intent.id, this.holder);
    } catch (error) {
      if (error instanceof LeaseLostError) return last;
      if (aborter.signal.aborted) await releaseIntent(intent.id, this.holder);
      else last = (await this.fail(intent, lane, error)) ?? last;
    } finally {
      clearInterval(renewal);
      this.options.signal?.removeEventListener('abort', onStop);
    }
    return last;
  }

  contextOf(
    intent: Intent,
    signal: AbortSignal,
    onWritten: (row: Intent, keepsLease: boolean) => void,
  ): StepContext {
    return {
      session: this.session,
      signal,
      now: () => Date.now(),
      commit: async (change, options = {}) => {
        const keepLease = options.keepLease ?? false;
        const row = await commitStep(intent.id, this.holder, change, {
          keepLease,
          ...(options.tables && { tables: options.tables }),
        });
        if (!row) throw new LeaseLostError();
        onWritten(row, keepLease);
        return row;
      },
    };
  }

  /** Records a failure and decides how far it reaches. */
  async fail(intent: Intent, lane: Lane, cause: unknown): Promise<Intent | null> {
    const error = toKilnError(cause);
    let scope: FailureScope = 'item';
    const written = await commitStep(
      intent.id,
      this.holder,
      async (row) => {
        const decision = decideRetry(error, row, Date.now(), Math.random());
        if (row.kind !== 'generate' && row.cancelRequestedAtMs !== null) {
          // The platform certainly has nothing of this request, and the person has cancelled it.
          enterStage(row, 'cancelled', Date.now(), error.code);
        } else if (decision.kind === 'stop') {
          stopWith(row, decision.stage, error, Date.now());
        } else {
          noteFailure(row, error, Date.now(), decision.nextAttemptAtMs);
          scope = decision.scope;
        }
        // The request will not be carried out, so its local changes are undone.
        if (isEndedStage(row.stage)) await undoLocally(row);
      },
      { keepLease: false, tables: ['works', 'bin', 'albums', 'memberships'] },
    );
    if (error.code === 'login-required') await expireSession(this.session.userToken);
    this.attempted.add(intent.id);
    if ((scope as FailureScope) === 'network') this.networkFailed = true;
    if ((scope as FailureScope) === 'lane') this.closedLanes.add(lane);
    return written;
  }

  async nextDueAtMs(): Promise<number | null> {
    const options = { ...this.planOptions(), ignoreNetworkWaits: false };
    const intents = await listOpenIntents(this.session.userKey);
    const isPaused = await getSetting('queuePaused');
    const times = lanes.flatMap((lane) => {
      if (isPaused && isSending(lane)) return [];
      const plan = planLane(intents, lane, options);
      return plan.ready.length > 0 ? [options.nowMs] : [plan.nextDueAtMs];
    });
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }
}
