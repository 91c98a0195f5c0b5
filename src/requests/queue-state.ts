import type { QueueHoldUps } from '../live/useQueueHoldUps.ts';
import { isUnreachable } from './request-state.ts';

/** What is said about the queue as a whole. `waiting`: requests that have not left the device. */
export type QueueState =
  | { kind: 'nothing' }
  /** `paused`: being back online does not send them. */
  | { kind: 'offline'; waiting: number; paused: boolean }
  | { kind: 'unreachable' | 'signed-out' | 'paused'; waiting: number };

/**
 * The one thing worth a line, in the order in which `requestState` reads a row: a pause holds what is here
 * back whatever else is the matter. The browser's "offline" is believed; its "online" only until the last tries
 * say otherwise.
 * @param holdUps null when nobody is signed in
 */
export function queueState(online: boolean, holdUps: QueueHoldUps | null): QueueState {
  const waiting = holdUps?.waiting ?? 0;
  const paused = holdUps !== null && holdUps.paused && waiting > 0;
  if (!online) return { kind: 'offline', waiting, paused };
  if (!holdUps) return { kind: 'nothing' };
  if (paused) return { kind: 'paused', waiting };
  if (holdUps.needsSignIn) return { kind: 'signed-out', waiting };
  if (holdUps.failures.some(isUnreachable)) return { kind: 'unreachable', waiting };
  return { kind: 'nothing' };
}
