import type { ErrorCode } from './errors.ts';
import type { FieldReason } from './field-reasons.ts';
import type { ModelItem } from './model.ts';

/** A model as an engine offers it; the platform numbers (`value`) and labels it for the asker. */
export type EngineModel = Omit<
  ModelItem,
  'value' | 'engine' | 'label' | 'dstyle' | 'available' | 'unavailable_reason'
>;

interface EngineErrorOptions {
  /** Whether another attempt at the same job may work; the platform bounds the attempts. */
  retryable: boolean;
  endedProcess?: boolean;
  cause?: unknown;
}

/** Codes that say all there is to say; a refused input says which field and why, too. */
export type PlainErrorCode = Exclude<ErrorCode, 'invalid-input'>;

/** Why an engine could not do what it was asked for. The message is for logs: people read code and reasons. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** The job took its process with it; the platform tries it once more, alone. */
  readonly endedProcess: boolean;
  readonly reasons: readonly FieldReason[];

  constructor(code: PlainErrorCode, message: string, options: EngineErrorOptions);
  constructor(
    code: 'invalid-input',
    message: string,
    options: EngineErrorOptions & { reasons: readonly [FieldReason, ...FieldReason[]] },
  );
  constructor(
    code: ErrorCode,
    message: string,
    options: EngineErrorOptions & { reasons?: readonly FieldReason[] },
  ) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.retryable = options.retryable;
    this.endedProcess = options.endedProcess ?? false;
    this.reasons = options.reasons ?? [];
  }
}

/** What an engine does not take. @param message for logs */
export function refusedInput(reason: FieldReason, message: string, cause?: unknown): EngineError {
  return new EngineError('invalid-input', message, { retryable: false, cause, reasons: [reason] });
}

/** An engine's error as it goes from one thread or process to another. */
export type ToldEngineError = Pick<EngineError, 'code' | 'message' | 'retryable' | 'reasons'>;

export function tellEngineError({
  code,
  message,
  retryable,
  reasons,
}: EngineError): ToldEngineError {
  return { code, message, retryable, reasons };
}

export function toldEngineError(told: ToldEngineError): EngineError {
  const { code, message, retryable } = told;
  if (code !== 'invalid-input') return new EngineError(code, message, { retryable });
  const [first = { field: null, reason: 'not-accepted' as const }, ...others] = told.reasons;
  return new EngineError(code, message, { retryable, reasons: [first, ...others] });
}

/** Why less came than was asked for, by what went wrong with one of several; they may be fewer without a word, too. */
export function missingBy(failure: unknown): ErrorCode {
  return failure instanceof EngineError ? failure.code : 'engine-failed';
}
