/** How long `npm start` waits before it starts a platform again that died. */

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Whoever served this long did not die of what the deaths before were about. */
const recoveredAfterMs = 5 * 60_000;

/**
 * @param {number} deathsInARow before this one
 * @param {number} servedMs how long the platform was ready before it died
 * @returns {{ pauseMs: number, deathsInARow: number }} deathsInARow counts this one
 */
export function pauseAfterDeath(deathsInARow, servedMs) {
  const before = servedMs >= recoveredAfterMs ? 0 : deathsInARow;
  return {
    pauseMs: Math.min(longestPauseMs, firstPauseMs * 2 ** before),
    deathsInARow: before + 1,
  };
}

/**
 * @param {number} code exit code
 * @param {string | null} killedBy name of the signal that ended it
 */
export function wayOfDeath(code, killedBy) {
  return killedBy === null ? `exit code ${code}` : `ended by ${killedBy}`;
}
