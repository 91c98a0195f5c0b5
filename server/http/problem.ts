import type { ErrorBody } from '../../src/api/contract/endpoint.ts';
import type { PlainErrorCode } from '../../src/domain/engine.ts';
import type { ErrorCode } from '../../src/domain/errors.ts';
import { fieldReasonsMax } from '../../src/domain/field-reasons.ts';
import type { FieldReason } from '../../src/domain/field-reasons.ts';
import { refusalSentence } from './refusals.ts';

interface More {
  errors?: Record<string, string>;
  reasons?: readonly FieldReason[];
  headers?: Record<string, string>;
  /** For the log alone. */
  cause?: unknown;
}

/**
 * An answer that isn't the good one. Its sentences are for whoever calls the platform; people read their own words
 * for code and reasons, so that no input is refused without a reason (`invalidInput`).
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  readonly reasons: readonly FieldReason[] | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: PlainErrorCode, message: string, more?: More);
  constructor(
    status: number,
    code: 'invalid-input',
    message: string,
    more: More & Required<Pick<More, 'reasons'>>,
  );
  constructor(status: number, code: ErrorCode, message: string, more: More = {}) {
    super(message, { cause: more.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.reasons = more.reasons;
    this.headers = more.headers ?? {};
  }

  body(): ErrorBody {
    const { message, code, errors, reasons } = this;
    return {
      message,
      code,
      ...(errors && { errors }),
      ...(reasons && { reasons }),
    };
  }
}

/** Spec 1, section 8: the words for somebody who has to log in. */
export const loginRequired = () => new Problem(403, 'login-required', 'Please Login');

/** For an address of a file that has expired, or was never given here. */
export const addressExpired = () =>
  new Problem(
    403,
    'address-expired',
    'This address has expired: ask for what it belongs to again, or send the headers of your session',
  );

/** For somebody who is logged in, and may not. */
export const forbidden = () => new Problem(403, 'forbidden', 'You may not do that here');

/** @param said more exact sentences than a reason alone gives, by field; for callers of the platform only */
export function invalidInput(
  reasons: FieldReason | readonly FieldReason[],
  said: Record<string, string> = {},
): Problem {
  const all = [reasons].flat().slice(0, fieldReasonsMax);
  const errors: Record<string, string> = {};
  for (const reason of all) {
    const field = reason.field ?? 'body';
    errors[field] ??= said[field] ?? refusalSentence(reason);
  }
  const message = Object.entries(errors).map(([field, sentence]) => `${field} - ${sentence}`);
  return new Problem(400, 'invalid-input', message.join(' | '), { errors, reasons: all });
}

/** For what no form of ours sends. */
export const unreadable = (message: string, status = 400) =>
  new Problem(status, 'invalid-input', message, {
    reasons: [{ field: null, reason: 'malformed' }],
  });

export const notFound = (what: string) => new Problem(404, 'not-found', `${what} not found`);

const retryAfter = (seconds: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil(seconds))),
});

/** For whoever asks by a name that is not the platform's: its operator may have forgotten to say it. */
export const unknownHost = (host = '') =>
  new Problem(
    421,
    'unknown-host',
    `This platform does not know itself as "${host.slice(0, 100)}". Whoever runs it can add that address to KILN_PUBLIC_URL.`,
  );

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Problem(429, 'too-many-requests', 'Too many requests, please try again later', {
    headers: retryAfter(retryAfterSeconds),
  });

/** For somebody who asked no more than others, at a moment when many do. */
export const busy = (retryAfterMs: number) =>
  new Problem(503, 'busy', 'The platform is very busy, please try again in a moment', {
    headers: retryAfter(retryAfterMs / 1_000),
  });
