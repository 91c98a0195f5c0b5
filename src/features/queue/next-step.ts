import type { ErrorCode } from '../../domain/errors.ts';

/** What a person can do about an error, the most helpful first. */
export type NextStep = 'sign-in' | 'claim' | 'edit' | 'retry' | 'reload' | 'make-room';

const steps: Partial<Readonly<Record<ErrorCode, readonly NextStep[]>>> = {
  'login-required': ['sign-in'],
  'not-enough-credits': ['claim', 'retry'],
  'nsfw-content': ['edit'],
  'invalid-input': ['edit'],
  'unsupported-media': ['edit'],
  'too-large': ['edit'],
  'source-missing': ['edit'],
  'not-found': ['edit'],
  forbidden: ['edit'],
  'idempotency-mismatch': ['edit'],
  'result-gone': ['edit'],
  'engine-failed': ['retry', 'edit'],
  'storage-full': ['make-room', 'retry'],
  'incompatible-version': ['reload'],
  'already-claimed': [],
  'engine-unavailable': ['retry', 'edit'],
};

/** Steps that help against an error; asking again where nothing better is known. */
export function nextSteps(code: ErrorCode): readonly NextStep[] {
  return steps[code] ?? ['retry'];
}
