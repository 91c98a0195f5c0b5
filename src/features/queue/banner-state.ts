import type { ErrorCode } from '../../domain/errors.ts';

export interface QueueFigures {
  /** Requests that have not left the device. */
  waiting: number;
  /** Last outcomes of what is still being tried. */
  failures: ErrorCode[];
  needsSignIn: boolean;
  paused: boolean;
}

export type BannerState =
  | { kind: 'nothing' }
  | { kind: 'offline' | 'unreachable' | 'signed-out' | 'paused'; waiting: number };

const unreachable: readonly ErrorCode[] = ['network', 'timeout'];

/**
 * The one thing worth a line. The browser's "offline" is believed; its "online" only until the last tries
 * say otherwise.
 * @param figures null when nobody is signed in
 */
export function bannerState(online: boolean, figures: QueueFigures | null): BannerState {
  const waiting = figures?.waiting ?? 0;
  if (!online) return { kind: 'offline', waiting };
  if (!figures) return { kind: 'nothing' };
  if (figures.failures.some((code) => unreachable.includes(code)))
    return { kind: 'unreachable', waiting };
  if (figures.needsSignIn) return { kind: 'signed-out', waiting };
  if (figures.paused && waiting > 0) return { kind: 'paused', waiting };
  return { kind: 'nothing' };
}
