import { isHopeless, type ErrorCode } from '../../domain/errors.ts';

/** What a person can do about an error, the most helpful first. */
export type NextStep = 'sign-in' | 'agree' | 'claim' | 'edit' | 'retry' | 'reload' | 'make-room';

const steps: Partial<Readonly<Record<ErrorCode, readonly NextStep[]>>> = {
  'login-required': ['sign-in'],
  'consent-required': ['agree', 'edit'],
  'address-expired': ['sign-in', 'retry'],
  'not-enough-credits': ['claim', 'retry'],
  'result-gone': ['retry', 'edit'],
  'engine-failed': ['retry', 'edit'],
  'storage-full': ['make-room', 'retry'],
  'quota-exceeded': ['make-room', 'retry'],
  'incompatible-version': ['reload'],
  'already-claimed': [],
  'engine-unavailable': ['retry', 'edit'],
  'model-error': ['retry', 'edit'],
};

/** Steps that help against an error: to change what a repeat can't cure, else to ask again. */
export function nextSteps(code: ErrorCode): readonly NextStep[] {
  if (isHopeless(code)) return ['edit'];
  return steps[code] ?? ['retry'];
}
