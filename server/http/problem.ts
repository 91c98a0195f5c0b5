import type { ErrorBody } from '../../src/api/contract/endpoint.ts';
import type { ErrorCode } from '../../src/domain/errors.ts';

/** An answer that isn't the good one; what it says is meant for the caller to read. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { errors?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }

  body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) };
  }
}

/** Spec 1, section 8: the words for somebody who has to log in. */
export const loginRequired = () => new Problem(403, 'login-required', 'Please Login');

export const invalidInput = (errors: Record<string, string>) =>
  new Problem(
    400,
    'invalid-input',
    Object.entries(errors)
      .map(([field, message]) => `${field} - ${message}`)
      .join(' | '),
    { errors },
  );

export const notFound = (what: string) => new Problem(404, 'not-found', `${what} not found`);

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Problem(429, 'too-many-requests', 'Too many requests, please try again later', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
