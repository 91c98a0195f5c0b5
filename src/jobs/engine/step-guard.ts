import type { Session } from '../../db/schema.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { getSetting } from '../../db/settings.ts';
import type { Lane } from './types.ts';

/** It is asked before every step, and reads the database this often. */
const maxAgeMs = 100;

interface Conditions {
  isPaused: boolean;
  isCurrent: boolean;
}

/** What a person who pauses the queue holds back. */
export function isSending(lane: Lane): boolean {
  return lane === 'send' || lane === 'upload';
}

/** Whether steps may begin: the queue is not paused, and the person is still the one the run began for. */
export class StepGuard {
  readonly #session: Session;
  #last: { read: Promise<Conditions>; atMs: number } | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  async isOpen(lane: Lane): Promise<boolean> {
    const nowMs = Date.now();
    if (this.#last === null || nowMs - this.#last.atMs > maxAgeMs) {
      this.#last = { read: this.#read(), atMs: nowMs };
    }
    const { isPaused, isCurrent } = await this.#last.read;
    // A pause holds back new requests only. Results are still fetched; cancels and deletions are still carried out.
    return isCurrent && !(isSending(lane) && isPaused);
  }

  async #read(): Promise<Conditions> {
    const isPaused = await getSetting('queuePaused');
    // Someone may have signed out or in while the round runs.
    const session = await getSession();
    const isCurrent = isSessionUsable(session) && session.userToken === this.#session.userToken;
    return { isPaused, isCurrent };
  }
}
