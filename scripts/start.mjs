/** `npm start`: builds what changed, then runs the server until it or a signal ends it. */
import process from 'node:process';

import { isStopping, run } from './lib-process.mjs';

const built = await run(['scripts/build.mjs', '--if-changed']);
// A server that was asked to stop and did so in order is a success.
if (built.ok) process.exitCode = (await run(['server/main.ts'])).code;
else if (!isStopping()) process.exitCode = 1;
