/**
 * Why a 3D object is not shown. One closed list, as for errors: the worker sends the code, the page has words for it.
 */
export const solidProblems = [
  /** This browser or this device draws nothing in three dimensions. */
  'no-graphics',
  /** It did, and took it back: another program wanted the memory, or the driver was reset. */
  'graphics-lost',
  /** The part of the app that draws is not on this device. */
  'not-loaded',
  'too-large',
  'too-detailed',
  'broken',
  'empty',
  /** Parts of it lie in files of their own, which are never fetched. */
  'other-files',
  /** It is packed or described in a way that takes a decoder which the app does not have. */
  'unsupported',
  'too-slow',
] as const;
export type SolidProblem = (typeof solidProblems)[number];

/** Thrown where the reason is known. */
export class SolidError extends Error {
  readonly problem: SolidProblem;

  /** @param detail names, for `unsupported`; else for whoever looks for the cause */
  constructor(problem: SolidProblem, detail = '', cause?: unknown) {
    super(detail || problem, { cause });
    this.name = 'SolidError';
    this.problem = problem;
  }
}
