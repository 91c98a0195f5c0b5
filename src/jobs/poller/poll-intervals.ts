import {
  creditPollIntervalMs,
  creditPollMinIntervalMs,
  remoteCacheTtlMs,
  statusPollMinIntervalMs,
} from '../../domain/limits.ts';
import type { GenerateProgress } from '../../domain/intent.ts';

/** How often the platform is asked. Pure, so that "never more often than" is tested without a clock. */

/** Delay before a failed poll is repeated: doubles up to a minute. */
export function afterFailureMs(intervalMs: number, failures: number): number {
  return Math.max(intervalMs, Math.min(60_000, 1_000 * 2 ** Math.min(failures, 10)));
}

/**
 * Time between two polls of one job: half a second when it is about to be done and someone watches, up to
 * three while it is far from it; without a watcher five to fifteen.
 */
export function statusIntervalMs(progress: GenerateProgress | null, visible: boolean): number {
  const waitMs = (progress?.waitSeconds ?? 0) * 1_000;
  const wanted = visible
    ? Math.min(3_000, waitMs / 4)
    : Math.min(15_000, Math.max(5_000, waitMs / 4));
  return Math.max(statusPollMinIntervalMs, wanted);
}

/** Time between two polls of the balance. */
export function creditIntervalMs(visible: boolean): number {
  return Math.max(creditPollMinIntervalMs, visible ? creditPollIntervalMs : 120_000);
}

/** Time between two polls of the model list. */
export function modelsIntervalMs(visible: boolean): number {
  return visible ? remoteCacheTtlMs : 12 * remoteCacheTtlMs;
}

/** Time between two polls of what other devices did. */
export function worksIntervalMs(visible: boolean): number {
  return visible ? 30_000 : 10 * 60_000;
}
