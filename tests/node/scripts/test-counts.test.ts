import { expect, test } from 'vitest';

import { playwrightCounts, vitestCounts } from '../../../scripts/test-counts.mjs';

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ];
  const counts = vitestCounts({ numPassedTests: 2, numFailedTests: 1, testResults });
  expect(counts).toMatchObject({ passed: 2, failed: 2 });
});

test('an error outside of the end-to-end tests counts as a failure', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 0 };
  expect(playwrightCounts({ stats, errors: [{}] })).toMatchObject({ passed: 5, failed: 2 });
});

test('a journey that passes at its second try is named as flaky, with what its first one said and the place of a trace', () => {
  const results = [
    { errors: [{ message: 'late' }], attachments: [{ name: 'trace', path: 'a/trace.zip' }] },
    { attachments: [] },
  ];
  const specs = [
    {
      title: 'it comes',
      file: 'come.test.ts',
      tests: [{ projectName: 'phone', status: 'flaky', results }],
    },
  ];
  const stats = { expected: 0, unexpected: 0, flaky: 1 };
  expect(playwrightCounts({ stats, errors: [], suites: [{ specs }] })).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    flaky: [{ name: 'come.test.ts › it comes [phone]', why: 'late', trace: 'a/trace.zip' }],
  });
});

test('what failed is named with its words, so that the end of the output is enough', () => {
  const assertionResults = [
    {
      status: 'failed',
      fullName: 'two are two',
      failureMessages: ['\u001B[31mnot\u001B[39m two\n    at file:1'],
    },
    { status: 'passed', fullName: 'one is one' },
  ];
  const testResults = [{ name: 'sums.test.ts', status: 'failed', assertionResults }];
  expect(vitestCounts({ numPassedTests: 1, numFailedTests: 1, testResults }).failures).toEqual([
    'sums.test.ts › two are two\n    not two',
  ]);

  const results = [{ errors: [{ message: 'not seen' }] }];
  const journey = (status: string) => ({ projectName: 'phone', status, results });
  const specs = [
    {
      title: 'it is seen',
      file: 'seen.test.ts',
      tests: [journey('unexpected'), journey('expected')],
    },
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 0 };
  expect(
    playwrightCounts({ stats, errors: [], suites: [{ suites: [{ specs }] }] }).failures,
  ).toEqual(['seen.test.ts › it is seen [phone]\n    not seen']);
});
