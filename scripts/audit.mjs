/**
 * Whether installed packages have known holes, asked of the registry beside the tests. It is told and decides nothing:
 * not every registry answers, and a run without a network is as good (docs/adr/0032).
 */
import { run } from './lib-process.mjs';

/** Far beyond what an answer takes, and far below what the tests beside it take. */
const patienceMs = 30_000;

const command = ['npm', 'audit', '--omit=dev', '--audit-level=high', '--json'];
const once = ['--fetch-retries=0', `--fetch-timeout=${patienceMs}`];

/** @param {string} output what npm wrote, warnings around its JSON included @returns {unknown} null for none */
function answerIn(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}

/** @param {unknown} value @param {string} key @returns {unknown} */
const of = (value, key) =>
  typeof value === 'object' && value !== null
    ? /** @type {Record<string, unknown>} */ (value)[key]
    : undefined;

/**
 * One line for the end of a test run.
 * @param {string} output of `npm audit --json`, whatever became of it
 * @returns {string}
 */
export function auditLine(output) {
  const answer = answerIn(output);
  const counts = of(of(answer, 'metadata'), 'vulnerabilities');
  const [high, critical] = [of(counts, 'high'), of(counts, 'critical')];
  if (typeof high === 'number' && typeof critical === 'number') {
    const known = high + critical;
    return known === 0
      ? 'Audit: no known holes at high or critical in what the platform runs on.'
      : `Audit: ${known} known holes at high or critical in what the platform runs on; npm run audit names them.`;
  }
  const message = of(answer, 'message') ?? of(of(answer, 'error'), 'summary');
  const words = typeof message === 'string' ? (message.trim().split('\n')[0] ?? '') : '';
  return `Audit: could not be made (${words.slice(0, 200) || 'npm gave no answer'}).`;
}

/**
 * Asks while other things go on.
 * @param {{ ask?: typeof run, waitMs?: number }} [options] ask: runs npm; waitMs: at most, from now
 * @returns {() => Promise<string>} the line. It waits for nothing: what is not answered by then is given up.
 */
export function startAudit({ ask = run, waitMs = patienceMs } = {}) {
  const enough = new AbortController();
  /** @type {string | null} */
  let line = null;
  const asked = ask([...command, ...once], { capture: true, signal: enough.signal }).then(
    ({ output }) => (line = enough.signal.aborted ? null : auditLine(output)),
  );
  const timer = setTimeout(() => enough.abort(), waitMs);
  void asked.finally(() => clearTimeout(timer));
  return async () => {
    if (line !== null) return line;
    enough.abort();
    await asked;
    return 'Audit: could not be made (the registry did not answer in time).';
  };
}
