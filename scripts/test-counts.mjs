/** Reads how many tests passed and what failed from the JSON reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ name: string, why?: string | undefined, trace?: string | undefined }} Flaky a test that passed at its second try, what its first one said, and where a trace lies: a journey's of the second try
 * @typedef {{ passed: number, failed: number, failures: string[], flaky?: Flaky[] }} Counts failures: "file › test: message"
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestResult
 * @typedef {{ name?: string, status: string, message?: string, assertionResults: VitestResult[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ projectName?: string, status: string, results: { errors?: PlaywrightError[], attachments?: { name: string, path?: string }[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, errors: PlaywrightError[], suites?: PlaywrightSuite[] }} PlaywrightReport
 */

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/**
 * @param {string | undefined} message of any length; what leads to it is left to the runner's own output
 * @returns {string[]} its first lines
 */
export function firstLines(message = '') {
  const lines = message.replaceAll(colours, '').split('\n');
  return lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line)).slice(0, 6);
}

/** @param {string} name @param {string | undefined} message */
function failure(name, message) {
  return [name, ...firstLines(message).map((line) => `    ${line}`)].join('\n');
}

/**
 * @param {VitestReport} report
 * @returns {Counts} a file that could not be loaded counts as one failure
 */
export function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const failures = [];
  let broken = 0;
  for (const { name = 'a file', status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      failures.push(failure(`${name} › ${fullName ?? ''}`, failureMessages?.join('\n')));
    }
    if (status !== 'failed' || failed.length > 0) continue;
    broken += 1;
    failures.push(failure(name, message));
  }
  return { passed: numPassedTests, failed: numFailedTests + broken, failures };
}

/**
 * @param {PlaywrightReport} report
 * @returns {Counts} a test that needed its second try has passed and stands in `flaky`; errors outside of tests (a file that does not compile) count as failures
 */
export function playwrightCounts({ stats, errors, suites = [] }) {
  const failures = errors.map(({ message }) => failure('outside of the tests', message));
  /** @type {Flaky[]} */
  const flaky = [];
  /** @param {PlaywrightSuite} suite */
  const walk = (suite) => {
    for (const inner of suite.suites ?? []) walk(inner);
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { projectName = '', status, results } of tests) {
        if (status === 'expected' || status === 'skipped') continue;
        const name = `${file} › ${title} [${projectName}]`;
        const message = results
          .flatMap((result) => result.errors ?? [])
          .map((error) => error.message)
          .join('\n');
        if (status === 'flaky') {
          const attachments = results.flatMap((result) => result.attachments ?? []);
          const trace = attachments.find((each) => each.name === 'trace')?.path;
          flaky.push({ name, why: firstLines(message).join('\n'), trace });
          continue;
        }
        failures.push(failure(name, message));
      }
    }
  };
  for (const suite of suites) walk(suite);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures,
    flaky,
  };
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
    return { passed: 0, failed: 0, failures: [] };
  }
}

/**
 * @param {string} file what scripts/flaky-reporter.mjs wrote
 * @returns {Flaky[]} none when the run wrote nothing
 */
export function readFlaky(file) {
  try {
    return /** @type {Flaky[]} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
