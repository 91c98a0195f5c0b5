/**
 * Runs the platform until a signal ends it. One that was ready and died (a native abort, the kernel's
 * out-of-memory killer) is started again, after a pause that grows with each death in a row; one that refuses to
 * start has said why, and nothing is gained by asking it again.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { isStopping, run, stopSignal } from './lib-process.mjs';
import { pauseAfterDeath, wayOfDeath } from './restart-pause.mjs';

/** @returns {Promise<number>} the exit code to end with */
export async function keepServing() {
  let deathsInARow = 0;
  let wasEverReady = false;
  for (;;) {
    let readySinceMs = 0;
    const { code, killedBy } = await run(['server/main.ts'], {
      onMessage: (message) => {
        if (message !== 'ready') return;
        wasEverReady = true;
        readySinceMs = performance.now();
      },
    });
    // A server that was asked to stop and did so in order is a success.
    if (isStopping() || (code === 0 && killedBy === null)) return code;
    // What refuses to start says why, each time again; what was killed, for want of memory above all, says nothing.
    if (!wasEverReady && killedBy === null) return code;
    const servedMs = readySinceMs === 0 ? 0 : performance.now() - readySinceMs;
    const next = pauseAfterDeath(deathsInARow, servedMs);
    deathsInARow = next.deathsInARow;
    process.stderr.write(
      `The platform ended unexpectedly (${wayOfDeath(code, killedBy)}); nothing that it acknowledged is lost. ` +
        `It starts again in ${next.pauseMs / 1000} s.\n`,
    );
    await sleep(next.pauseMs, undefined, { signal: stopSignal }).catch(() => undefined);
    if (isStopping()) return 0;
  }
}
