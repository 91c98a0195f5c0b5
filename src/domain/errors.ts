import type { FieldReason } from './field-reasons.ts';

/**
 * One closed list of what can go wrong, shared by platform, queue and UI. The platform sends the code
 * beside its message; the UI turns codes into sentences in one place.
 */
export const errorCodes = [
  'login-required',
  /** It would leave for volunteers' computers, and the person has not agreed to that; nothing was sent. */
  'consent-required',
  'forbidden',
  'wrong-credentials',
  'account-taken',
  /** Whoever runs the platform keeps the person out. */
  'account-locked',
  'address-expired',
  'invalid-input',
  'not-found',
  'conflict',
  'idempotency-mismatch',
  'too-many-requests',
  /** The platform has too much to do for everybody; nothing was done. */
  'busy',
  /** Asked by a name that its operator has not told it of; nothing was done. */
  'unknown-host',
  'nsfw-content',
  'nsfw-system',
  'not-enough-credits',
  'already-claimed',
  'unsupported-media',
  'too-large',
  'too-demanding',
  'engine-failed',
  'engine-unavailable',
  /** The model broke while it was asked, before anything was begun; after a reload it may do. */
  'model-error',
  'result-damaged',
  'result-gone',
  'storage-full',
  /** This device has too little memory for the model that was to run on it. */
  'too-little-memory',
  'quota-exceeded',
  'platform-full',
  'source-missing',
  'upload-damaged',
  'network',
  'timeout',
  'server-error',
  'bad-answer',
  'incompatible-version',
  'cancelled',
  'unknown',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && (errorCodes as readonly string[]).includes(value);
}

/** Refusals that a changed request, not a repeated one, would cure: asking again gets the same answer. */
const hopeless: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'nsfw-content',
  'invalid-input',
  'not-found',
  'conflict',
  'idempotency-mismatch',
  'unsupported-media',
  'too-large',
  'too-demanding',
  'forbidden',
  'source-missing',
]);

export function isHopeless(code: ErrorCode): boolean {
  return hopeless.has(code);
}

/** The one error class of the headless rooms. `retryable` is decided where the cause is known. */
export class KilnError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;
  /** The server's own words, for the log alone: pages have words for code and reasons. */
  readonly detail: string | null;
  /** Which of the settings were refused, and why. */
  readonly reasons: readonly FieldReason[];

  constructor(
    code: ErrorCode,
    options: {
      retryable: boolean;
      httpStatus?: number | null;
      retryAfterMs?: number | null;
      detail?: string | null;
      reasons?: readonly FieldReason[];
      cause?: unknown;
    },
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.name = 'KilnError';
    this.code = code;
    this.retryable = options.retryable;
    this.httpStatus = options.httpStatus ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.detail = options.detail ?? null;
    this.reasons = options.reasons ?? [];
  }
}

/** The code by which people are told of whatever was thrown. */
export const errorCodeOf = (error: unknown): ErrorCode =>
  error instanceof KilnError ? error.code : 'unknown';

/** Spec 1, section 8: with 503, the text by which a platform says that the model itself broke. */
export const modelErrorMessage = 'Model predict error';

/** Spec 1, section 8: on the wire 560–562, because a service worker cannot construct a status above 599. */
export const nsfwContentStatuses: readonly number[] = [560, 600];
export const nsfwSystemStatuses: readonly number[] = [561, 601];
export const notEnoughCreditsStatuses: readonly number[] = [562, 602];

/** What an HTTP status means when the body names no code; and whether asking again can help. */
export function classifyStatus(status: number): { code: ErrorCode; retryable: boolean } {
  if (nsfwContentStatuses.includes(status)) return { code: 'nsfw-content', retryable: false };
  if (nsfwSystemStatuses.includes(status)) return { code: 'nsfw-system', retryable: false };
  if (notEnoughCreditsStatuses.includes(status))
    return { code: 'not-enough-credits', retryable: false };
  if (status === 401 || status === 403) return { code: 'login-required', retryable: false };
  if (status === 404 || status === 410) return { code: 'not-found', retryable: false };
  if (status === 408) return { code: 'timeout', retryable: true };
  if (status === 409) return { code: 'conflict', retryable: false };
  if (status === 413) return { code: 'too-large', retryable: false };
  if (status === 415) return { code: 'unsupported-media', retryable: false };
  if (status === 421) return { code: 'unknown-host', retryable: true };
  if (status === 422) return { code: 'idempotency-mismatch', retryable: false };
  if (status === 425 || status === 429) return { code: 'too-many-requests', retryable: true };
  if (status === 460) return { code: 'upload-damaged', retryable: true };
  if (status >= 500) return { code: 'server-error', retryable: true };
  if (status >= 400) return { code: 'invalid-input', retryable: false };
  return { code: 'bad-answer', retryable: true };
}
