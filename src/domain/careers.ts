/** Spec 2, sections 3 and 9: the identity options by their number, keys identity1 to identity7. */
export const careers = [1, 2, 3, 4, 5, 6, 7] as const;
export type Career = (typeof careers)[number];

/** Spec 2, section 9: for so long the survey stays away once it was closed. */
export const surveyRestMs = 43_200 * 60_000;

/** Nobody is asked before the guide has had its turn, nor at once. */
export const surveyDelayMs = 2_500;

/**
 * Whether the survey opens (spec 2, section 4): for who is signed in and has not answered, unless it was closed not
 * long ago.
 * @param closedAtMs when it was closed last; null when it never was
 */
export function opensSurvey(
  closedAtMs: number | null,
  career: Career | null,
  nowMs: number,
): boolean {
  if (career !== null) return false;
  if (closedAtMs === null) return true;
  const ageMs = nowMs - closedAtMs;
  // A clock that was set back would keep it away for ever.
  return ageMs < 0 || ageMs >= surveyRestMs;
}
