import { EngineError } from '../engines/contract/engine.ts';
import { invalidInput, Problem, tooManyRequests } from '../http/problem.ts';

const retryAfterSeconds = 10;

/** What a helper could not do, as an answer. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  switch (error.code) {
    case 'nsfw-content':
      return new Problem(560, error.code, 'NSFW content detected');
    case 'unsupported-media':
      return new Problem(415, error.code, error.message);
    case 'too-large':
      return new Problem(413, error.code, error.message);
    case 'source-missing':
      return invalidInput({ field: 'url', reason: 'file-gone' });
    case 'too-many-requests':
      return tooManyRequests(retryAfterSeconds);
    default:
      return new Problem(503, 'engine-unavailable', 'Failed to Generate');
  }
}
