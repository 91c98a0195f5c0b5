/**
 * `npm run test:faults`: whatever goes wrong, every request ends once and is paid once. Stories first in simulated
 * time (a device with tabs and a service worker, and a platform in memory), then in a real browser against
 * the real platform with its database, in time that runs faster. Arguments:
 * `--seeds 1000` how many of each, `--from 1` the first, `--seed 17` just that one with all that happens in it,
 * `--only simulated` or `--only browser`, `--workers 2` browsers at a time, `--dist dist` the built app;
 * `--only hour` for an hour of two tabs and a service worker; `--planted` to see that planted bugs are found;
 * `--until-broken` to stop at the first violation.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { runHour } from './browser/hour.ts';
import { runInBrowser } from './browser/run.ts';
import { findPlanted } from './planted.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function run(command: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    workers: { type: 'string', default: '2' },
    dist: { type: 'string', default: process.env.KILN_STATIC ?? '' },
    'until-broken': { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
  },
});
const { seed } = values;
const only = values.planted ? 'planted' : values.only;
let isWell = true;
if (only === undefined || only === 'simulated') {
  const stories = 'tests/node/faults/simulation.test.ts';
  const bail = values['until-broken'] ? 1 : 0;
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  isWell = await run(
    [vitest, 'run', '--project', 'node', '--reporter=dot', `--bail=${bail}`, stories],
    seed === undefined
      ? { KILN_SEEDS: values.seeds, KILN_SEEDS_FROM: values.from }
      : { KILN_SEED: seed },
  );
}
if (only === undefined || only === 'browser') {
  const dist = values.dist === '' ? path.join(root, 'dist') : path.resolve(values.dist);
  const isBuilt = values.dist !== '' || (await run(['scripts/build.mjs', '--if-changed']));
  const isWellThere =
    isBuilt &&
    (await runInBrowser({
      from: Number(seed ?? values.from),
      count: seed === undefined ? Number(values.seeds) : 1,
      workers: Number(values.workers),
      dist,
      isVerbose: seed !== undefined,
      untilBroken: values['until-broken'],
    }));
  isWell &&= isWellThere;
}
if (only === 'planted') isWell = await findPlanted(Number(values.seeds));
if (only === 'hour') isWell = await runHour(path.resolve(values.dist || path.join(root, 'dist')));
process.exitCode = isWell ? 0 : 1;
