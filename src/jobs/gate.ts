import type { Session } from '../db/schema.ts';
import { getSession, isSessionUsable } from '../db/session.ts';
import { getSetting } from '../db/settings.ts';
import type { Lane } from './types.ts';

/** It is asked before every step, and looks this often. */
const maxAgeMs = 100;

interface Look {
  isPaused: boolean;
  isCurrent: boolean;
}

/** What a person who pauses the queue holds back. */
export function isSending(lane: Lane): boolean {
  return lane === 'send' || lane === 'upload';
}

/** Whether steps may begin: the queue is not paused, and the person is still the one the look began for. */
export class Gate {
  readonly #session: Session;
  #last: { look: Promise<Look>; atMs: number } | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  async isOpen(lane: Lane): Promise<boolean> {
    const nowMs = Date.now();
    if (this.#last === null || nowMs - this.#last.atMs > maxAgeMs) {
      this.#last = { look: this.#look(), atMs: nowMs };
    }
    const { isPaused, isCurrent } = await this.#last.look;
    // What has left comes home, and what was cancelled or deleted is, also while sending is paused.
    return isCurrent && !(isSending(lane) && isPaused);
  }

  async #look(): Promise<Look> {
    const isPaused = await getSetting('queuePaused');
    // Someone may have signed out or in while the round runs.
    const session = await getSession();
    const isCurrent = isSessionUsable(session) && session.userToken === this.#session.userToken;
    return { isPaused, isCurrent };
  }
}
