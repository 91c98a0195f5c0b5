/** Child processes for the scripts: nothing outlives the script that started it. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // Children do their own tidying up; this script ends when they have.
    for (const child of running) child.kill(signal);
    process.exitCode = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
    if (running.size === 0) process.exit();
    stopping = true;
  });
}
let stopping = false;

/** True once a signal has asked this script to end: start nothing new. */
export function isStopping() {
  return stopping;
}

/**
 * Runs a program of node_modules/.bin or a Node script to its end.
 * @param {string[]} command program and arguments; a first word ending in .mjs or .ts runs on this Node
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv }} [options] capture: keep the output instead of showing it
 * @returns {Promise<{ ok: boolean, output: string }>} ok is false for a failing or missing program
 */
export function run([program = '', ...args], { capture = false, env = process.env } = {}) {
  if (stopping) return Promise.resolve({ ok: false, output: '' });
  const isScript = /\.(mjs|ts)$/.test(program);
  return new Promise((resolve) => {
    const child = spawn(
      isScript ? process.execPath : program,
      isScript ? [program, ...args] : args,
      {
        cwd: root,
        env,
        stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
        shell: process.platform === 'win32' && !isScript,
      },
    );
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.on('error', (error) => {
      running.delete(child);
      resolve({ ok: false, output: `${output}${program}: ${error.message}\n` });
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ ok: code === 0 && !stopping, output });
    });
  });
}

/**
 * @param {number} sinceMs a `performance.now()`
 * @returns {string} "3.2 s"
 */
export function elapsed(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
