/** Vitest's own JSON report does not tell which tests passed only at their second try; this writes them down. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { firstLines } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Flaky} Flaky */

export default class FlakyReporter {
  /** @type {Flaky[]} */
  #flaky = [];

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky !== true) return;
    const traces = testCase
      .annotations()
      .flatMap(({ type, attachment }) => (type === 'traces' ? [attachment?.path ?? ''] : []));
    const messages = testCase.result().errors?.map(({ message }) => message) ?? [];
    this.#flaky.push({
      why: firstLines(messages.join('\n')).join('\n'),
      name: `${path.relative(process.cwd(), testCase.module.moduleId)} › ${testCase.fullName}`,
      trace: traces.map((file) => path.relative(process.cwd(), file)).find((file) => file !== ''),
    });
  }

  onTestRunEnd() {
    const file = process.env.KILN_FLAKY_REPORT;
    if (file === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.#flaky));
  }
}
