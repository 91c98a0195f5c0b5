import type { ErrorCode } from './errors.ts';
import type { ModelItem } from './model.ts';

/** A model as an engine offers it; the platform numbers (`value`) and labels it for the asker. */
export type EngineModel = Omit<
  ModelItem,
  'value' | 'engine' | 'label' | 'available' | 'unavailable_reason'
>;

/** Why an engine could not do what it was asked for. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  /** Whether another attempt at the same job may work; the platform bounds the attempts. */
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.retryable = options.retryable;
  }
}
