import {
  costInWords,
  engineErrorOf,
  HordeFailure,
  HordeSilence,
  isAboutKey,
  wantsKudos,
} from '../horde/failure.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { EngineError } from '../domain/engine.ts';
import { KilnError } from '../domain/errors.ts';

/** After the Horde shut this address out: its shortest penalty. */
const shutOutMs = 3 * 60_000;

/** What has words of its own here. */
function detailOf(failure: HordeFailure): string | null {
  if (wantsKudos(failure)) return communityDetail('kudos', costInWords(failure));
  if (isAboutKey(failure)) return communityDetail('key');
  return null;
}

/** What the queue understands of a failed call; null for what is none of the Horde's doing. */
export function kilnErrorOf(error: unknown): KilnError | null {
  if (error instanceof HordeSilence) {
    return new KilnError('network', { retryable: true, cause: error });
  }
  if (error instanceof HordeFailure) {
    const { code, retryable, message, reasons } = engineErrorOf(error, true);
    const isOver = error.status === 404;
    const known = detailOf(error);
    return new KilnError(isOver ? 'not-found' : code, {
      retryable: retryable && !isOver,
      httpStatus: error.status,
      retryAfterMs: error.rc === 'TimeoutIP' ? shutOutMs : error.retryAfterMs,
      detail: known ?? message,
      // What has words of its own says all of it.
      reasons: known === null ? reasons : [],
      cause: error,
    });
  }
  if (error instanceof EngineError) {
    const { code, retryable, message: detail, reasons } = error;
    return new KilnError(code, { retryable, detail, reasons });
  }
  return null;
}

/** Rethrows as what the queue understands. */
export function rethrow(error: unknown): never {
  throw kilnErrorOf(error) ?? error;
}
