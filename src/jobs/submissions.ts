import { claimNextIntent, releaseIntent } from '../db/intent-steps.ts';
import type { Claim, NextClaim } from '../db/intent-steps.ts';
import type { Intent } from '../domain/intent.ts';

import { handlerOf } from './handlers.ts';
import type { Round } from './round.ts';

interface Ahead {
  intent: Intent;
  /** The row before it was claimed. */
  before: Intent;
}

const nobody = Promise.resolve(null);

/**
 * The worker of the lane `send`. Requests leave one by one and in their order, each after the answer to the one
 * before. That answer is put on record while the next one is already on its way, and the same transaction
 * claims the one after: a thousand requests leave almost as fast as their calls alone would.
 */
export class Submissions {
  readonly #round: Round;
  /** Whose turn it is after the one that is on its way. */
  #ahead: Promise<Ahead | null> = nobody;
  /** The last answer is being put on record; with whom was claimed by that. */
  #recording: Promise<Ahead | null> = nobody;

  constructor(round: Round) {
    this.#round = round;
  }

  async next(): Promise<Intent | null> {
    let ahead = await this.#ahead;
    this.#ahead = nobody;
    if (!ahead) {
      // A new look at the rows needs them as they are.
      ahead = await this.#recording;
      this.#recording = nobody;
    }
    if (!ahead) return this.#round.next('send');
    if (await this.#round.mayGoOn('send')) return ahead.intent;
    await this.#putBack(ahead);
    return null;
  }

  /** Settles with the answer; what follows from it may still be on its way to the disk. */
  async perform(intent: Intent): Promise<void> {
    this.#ahead = this.#recording.then((claimed) => claimed ?? this.#claimAhead());
    let onAnswered: (isAnswered: true) => void = () => undefined;
    const answered = new Promise<true>((resolve) => {
      onAnswered = resolve;
    });
    let claimed: Ahead | null = null;
    const step = this.#round.step(intent, 'send', async () => {
      onAnswered(true);
      await this.#ahead;
      return this.#nextClaim((ahead) => {
        claimed = ahead;
      });
    });
    const recording = step.then(() => claimed);
    // Heard where it is waited for, which may be later.
    recording.catch(() => undefined);
    this.#ahead.catch(() => undefined);
    const isAnswered = await Promise.race([answered, step.then(() => false as const)]);
    if (isAnswered) {
      this.#recording = recording;
      return;
    }
    // It failed, and it may be that no other is to leave now.
    this.#recording = nobody;
    const ahead = await this.#ahead;
    this.#ahead = nobody;
    if (ahead) await this.#putBack(ahead);
  }

  async #claimAhead(): Promise<Ahead | null> {
    let claimed: Ahead | null = null;
    const next = await this.#nextClaim((ahead) => {
      claimed = ahead;
    });
    const intent = next && (await claimNextIntent(next.candidates, next.claim));
    if (intent) next.onClaimed(intent);
    return claimed;
  }

  /** Null when a look at the rows is due first, or nothing may leave. */
  async #nextClaim(onAhead: (ahead: Ahead) => void): Promise<NextClaim | null> {
    const candidates = this.#round.freshPlan('send');
    if (candidates.length === 0 || !(await this.#round.mayGoOn('send'))) return null;
    const claim = this.#round.claimFor('send');
    let before: Intent | null = null;
    const prepare: Claim['prepare'] = (intent) => {
      before = { ...intent, lease: null };
      claim.prepare?.(intent);
    };
    return {
      candidates,
      claim: { ...claim, prepare },
      onClaimed: (intent) => {
        candidates.splice(0, candidates.indexOf(intent.id) + 1);
        if (before) onAhead({ intent, before });
      },
    };
  }

  async #putBack({ intent, before }: Ahead): Promise<void> {
    await releaseIntent(intent.id, this.#round.holder, (row) => {
      handlerOf(row).unprepare?.(row, before);
    });
    // It comes before all that is left of the last look.
    this.#round.plans.delete('send');
  }
}
