import { readRetryAfterMs } from '../domain/backoff.ts';
import { KilnError } from '../domain/errors.ts';
import { headerNames } from './contract/endpoint.ts';

/**
 * Whether an answer is the platform's own word. Between it and the device stand gateways that deploy, firewalls
 * and captive portals, which answer any status in any media type; none of them can say what became of a request.
 */
export function isOwnAnswer(response: Response): boolean {
  return response.headers.has(headerNames.answer);
}

/** What somebody else's answer means, whatever its status: the platform was not reached, ask it again. */
export function foreignAnswer(response: Response): KilnError {
  return new KilnError('bad-answer', {
    retryable: true,
    httpStatus: response.status,
    retryAfterMs: readRetryAfterMs(response.headers, Date.now()),
  });
}

/** @throws KilnError `bad-answer`, to be tried again, unless the platform itself has answered */
export function assertOwnAnswer(response: Response): void {
  if (!isOwnAnswer(response)) throw foreignAnswer(response);
}
