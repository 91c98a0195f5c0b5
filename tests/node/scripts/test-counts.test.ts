import { expect, test } from 'vitest';

import { playwrightCounts, vitestCounts } from '../../../scripts/test-counts.mjs';

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ];
  const counts = vitestCounts({ numPassedTests: 2, numFailedTests: 1, testResults });
  expect(counts).toEqual({ passed: 2, failed: 2 });
});

test('a flaky end-to-end test and an error outside of tests count as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1 };
  expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3 });
});
