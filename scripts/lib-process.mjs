/** Child processes for the scripts: nothing outlives the script that started it. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

let stopping = false;
const stopped = new AbortController();

/** Aborted once a signal has asked this script to end: what waits need not wait any longer. */
export const stopSignal = stopped.signal;

/** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
function stop(signal) {
  stopping = true;
  stopped.abort();
  process.exitCode = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
  if (running.size === 0) process.exit();
  // Children do their own tidying up; this script ends when they have.
  for (const child of running) child.kill(signal);
}

process.on('SIGINT', () => stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGHUP', () => stop('SIGHUP'));

// npm hands signals to the shell between it and this script, and that shell dies without a word.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parent && !stopping) stop('SIGTERM');
  }, 250).unref();
}

/** True once a signal has asked this script to end: start nothing new. */
export function isStopping() {
  return stopping;
}

/**
 * Runs a program of node_modules/.bin or a Node script to its end.
 * @param {string[]} command program and arguments; a first word ending in .mjs or .ts runs on this Node
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv, signal?: AbortSignal, onMessage?: (message: unknown) => void }} [options]
 *   capture: keep the output instead of showing it; signal: asks the program to end (SIGTERM); onMessage: what
 *   a Node script says by `process.send`
 * @returns {Promise<{ ok: boolean, code: number, killedBy: string | null, output: string }>} ok is false for a
 *   program that failed, is missing, or was stopped by a signal
 */
export function run(
  [program = '', ...args],
  { capture = false, env = process.env, signal, onMessage } = {},
) {
  if (stopping) return Promise.resolve({ ok: false, code: 1, killedBy: null, output: '' });
  const isScript = /\.(mjs|ts)$/.test(program);
  return new Promise((resolve) => {
    const child = spawn(
      isScript ? process.execPath : program,
      isScript ? [program, ...args] : args,
      {
        cwd: root,
        env,
        stdio: [
          'ignore',
          capture ? 'pipe' : 'inherit',
          capture ? 'pipe' : 'inherit',
          ...(onMessage ? [/** @type {const} */ ('ipc')] : []),
        ],
        shell: process.platform === 'win32' && !isScript,
        // In a group of its own Ctrl-C reaches a child once, from here, and not from the terminal too.
        detached: process.platform !== 'win32',
      },
    );
    running.add(child);
    if (onMessage) child.on('message', onMessage);
    signal?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.on('error', (error) => {
      running.delete(child);
      resolve({
        ok: false,
        code: 127,
        killedBy: null,
        output: `${output}${program}: ${error.message}\n`,
      });
    });
    child.on('close', (code, killedBy) => {
      running.delete(child);
      resolve({ ok: code === 0 && !stopping, code: code ?? 1, killedBy, output });
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
