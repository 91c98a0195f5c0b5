/** Spec 1, section 4: generation status, with the cancelled end that the specification's calls imply. */
export const jobStates = [
  'Pending',
  'Processing',
  'Restarted',
  'Finished',
  'Failed',
  'Cancelled',
] as const;
export type JobState = (typeof jobStates)[number];

export function isTerminalJobState(state: JobState): boolean {
  return state === 'Finished' || state === 'Failed' || state === 'Cancelled';
}

/** What an engine is doing with a job that is being processed; words for it live in the UI. */
export const jobPhases = ['waiting', 'preparing', 'generating', 'finishing'] as const;
export type JobPhase = (typeof jobPhases)[number];
