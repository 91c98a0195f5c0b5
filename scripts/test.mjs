/**
 * `npm test`: everything that must hold. Parts go on after a failure, so that one run tells all; only
 * what needs the build or a browser is left out when there is none. The last line is `N passed, N failed`.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { startAudit } from './audit.mjs';
import { runChecks } from './checks.mjs';
import { ensureBrowser } from './find-browser.mjs';
import { elapsed, isStopping, root, run } from './lib-process.mjs';
import { readCounts, readFlaky } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

// Servers and runners start many times over: what was compiled once need not be again.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/compiled');

const reports = path.join(root, '.cache/tests');
const flakyReport = path.join(reports, 'flaky.json');
const start = performance.now();

/** @type {({ name: string, took: string } & Counts)[]} */
const parts = [];

/**
 * @param {string} name
 * @param {() => Promise<Counts>} work
 */
async function part(name, work) {
  if (isStopping()) return;
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  /** @type {Counts} */
  let counts;
  try {
    counts = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    counts = { passed: 0, failed: 1, failures: [] };
  }
  parts.push({ name, took: elapsed(started), ...counts });
}

/** @param {string[]} command @returns {Promise<Counts>} steps are no tests: they only count when they fail */
async function step(command) {
  const { ok } = await run(command);
  return { passed: 0, failed: ok ? 0 : 1, failures: [] };
}

/** @param {'vitest' | 'playwright'} runner @param {string} report @param {string[]} command */
async function tests(runner, report, command) {
  const { ok } = await run(command);
  const { passed, failed, failures, flaky } = readCounts(path.join(reports, report), runner);
  // A runner that fails without a failed test (no tests, a crash) has failed nevertheless.
  return {
    passed,
    failed: ok ? failed : Math.max(failed, 1),
    failures,
    flaky: flaky ?? readFlaky(flakyReport),
  };
}

/** @param {string[]} projects the first names the report */
const vitest = async (...projects) => {
  const [report = ''] = projects;
  await rm(flakyReport, { force: true });
  process.env.KILN_FLAKY_REPORT = flakyReport;
  return tests('vitest', `${report}.json`, [
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/flaky-reporter.mjs',
    `--outputFile.json=.cache/tests/${report}.json`,
  ]);
};

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });

// Asked beside everything else: it is told at the end, and neither fails nor delays a run.
const audit = startAudit();

await part('browser', async () => {
  // The configurations of both runners look here first.
  process.env.KILN_BROWSER = ensureBrowser();
  process.stdout.write(`${process.env.KILN_BROWSER}\n`);
  return { passed: 0, failed: 0, failures: [] };
});
const hasBrowser = parts.at(-1)?.failed === 0;
await part('checks', async () => {
  const results = await runChecks();
  return { passed: 0, failed: results.filter(({ ok }) => !ok).length, failures: [] };
});
await part('build', () => step(['scripts/build.mjs', '--if-changed']));
const hasBuild = parts.at(-1)?.failed === 0;
if (hasBuild && hasBrowser) {
  await part('size of the first load', () => step(['tests/load/budget.ts']));
}
// In one run: while servers and processes are waited for, the pages of the browser have the cores.
await part(hasBrowser ? 'unit, contract and browser tests' : 'unit and contract tests', () =>
  vitest('node', 'server', ...(hasBrowser ? ['browser'] : [])),
);
if (hasBuild && hasBrowser) {
  await part('end-to-end tests', () =>
    tests('playwright', 'e2e.json', ['playwright', 'test', '--forbid-only']),
  );
}

if (isStopping()) {
  process.stdout.write('\nStopped before the end.\n');
} else {
  // Whoever reads only the end of the output still learns what failed.
  const failures = parts.flatMap((each) => each.failures);
  if (failures.length > 0) process.stdout.write(`\n── what failed\n${failures.join('\n')}\n`);
  const flaky = parts.flatMap((each) => each.flaky ?? []);
  if (flaky.length > 0) {
    const lines = flaky.map(({ name, why = '', trace }) =>
      [name, ...why.split('\n'), `trace: ${trace ?? 'none'}`].join('\n    '),
    );
    process.stdout.write(`\n── flaky: passed at the second try\n${lines.join('\n')}\n`);
  }
  process.stdout.write(`\n── summary (${elapsed(start)})\n`);
  for (const { name, took, passed, failed } of parts) {
    const counts = passed + failed > 0 ? `: ${passed} passed, ${failed} failed` : '';
    process.stdout.write(`${failed === 0 ? '✓' : '✗'} ${name} (${took})${counts}\n`);
  }
  if (!hasBrowser) {
    process.stdout.write('Browser and end-to-end tests were left out: there is no browser.\n');
  } else if (!hasBuild) {
    process.stdout.write('End-to-end tests were left out: there is no build.\n');
  }
  process.stdout.write(`${await audit()}\n`);
  const passed = parts.reduce((sum, each) => sum + each.passed, 0);
  const failed = parts.reduce((sum, each) => sum + each.failed, 0);
  const first = parts.find((each) => each.failed > 0);
  if (first !== undefined) process.stdout.write(`First failure: ${first.name}.\n`);
  else if (passed === 0) process.stdout.write('No test ran at all, which is a failure.\n');
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
