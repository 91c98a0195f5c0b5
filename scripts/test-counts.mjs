/** Reads how many tests passed and failed from the JSON reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} PlaywrightReport
 */

/**
 * @param {VitestReport} report
 * @returns {Counts} a file that could not be loaded counts as one failure
 */
export function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/**
 * @param {PlaywrightReport} report
 * @returns {Counts} errors outside of tests (a file that does not compile) count as failures
 */
export function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * @param {string} file path of a report
 * @param {'vitest' | 'playwright'} runner
 * @returns {Counts} zeros when there is no readable report; the runner's exit code tells the rest
 */
export function readCounts(file, runner) {
  try {
    const report = /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
    return runner === 'vitest'
      ? vitestCounts(/** @type {VitestReport} */ (report))
      : playwrightCounts(/** @type {PlaywrightReport} */ (report));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
