import type { LocalizedText } from '../../src/domain/languages.ts';
import type { Log } from '../log.ts';

export interface HealthPace {
  /** Between checks while all is well. */
  wellMs: number;
  /** After the first failed check; doubles up to `downMaxMs`. */
  downMs: number;
  downMaxMs: number;
}

const defaultPace: HealthPace = { wellMs: 30_000, downMs: 2_000, downMaxMs: 60_000 };
const checkTimeoutMs = 15_000;

/** Knows whether an engine's server can be used, and notices by itself when it can again. */
export interface Health {
  start(): void;
  stop(): void;
  /** Null when all is well. */
  reason(): LocalizedText | null;
  /** A run met an engine that does not answer: check again soon instead of at the next turn. */
  doubt(): void;
}

/**
 * One check after the other, never two at once, with backoff while the answer is bad.
 * @param options.check asks the server; null is well, words are why not; a rejection is `options.down`
 */
export function createHealth(options: {
  name: string;
  log: Pick<Log, 'warn' | 'info'>;
  check(signal: AbortSignal): Promise<LocalizedText | null>;
  /** Why its models can't be used before the first check, and whenever one fails. */
  down: LocalizedText;
  pace?: Partial<HealthPace> | undefined;
}): Health {
  const pace = { ...defaultPace, ...options.pace };
  const stopping = new AbortController();
  let reason: LocalizedText | null = options.down;
  let failures = 0;
  let wasWell: boolean | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isChecking = false;

  async function check(): Promise<void> {
    timer = null;
    isChecking = true;
    let cause: unknown;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(checkTimeoutMs)]);
    reason = await options.check(signal).catch((error: unknown) => {
      cause = error;
      return options.down;
    });
    isChecking = false;
    if (stopping.signal.aborted) return;
    failures = reason === null ? 0 : failures + 1;
    const isWell = reason === null;
    if (isWell !== wasWell) {
      const fields = { engine: options.name, ...(reason && { reason: reason.en }) };
      if (!isWell) options.log.warn({ ...fields, err: cause }, 'an engine cannot be used now');
      else if (wasWell === false) options.log.info(fields, 'an engine can be used again');
    }
    wasWell = isWell;
    const pauseMs = isWell
      ? pace.wellMs
      : Math.min(pace.downMaxMs, pace.downMs * 2 ** Math.min(failures - 1, 16));
    schedule(pauseMs);
  }

  function schedule(pauseMs: number): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void check(), pauseMs);
    timer.unref();
  }

  return {
    start() {
      // Not awaited: a platform starts as quickly with an engine that is down.
      void check();
    },
    stop() {
      stopping.abort();
      if (timer) clearTimeout(timer);
    },
    reason: () => reason,
    doubt() {
      if (!isChecking && reason === null && !stopping.signal.aborted) schedule(0);
    },
  };
}
