import type { PackProblem } from '../../src/domain/packs.ts';

/** Why a pack could not be installed. The message is for the log: people read the problem. */
export class PackFailure extends Error {
  override readonly name = 'PackFailure';
  readonly problem: PackProblem;

  constructor(problem: PackProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What a failed write means. */
export function failureOfDisk(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new PackFailure('disk-full', 'the disk is full', error);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new PackFailure('not-writable', 'the folder cannot be written to', error);
  }
  return error;
}
