/** `npm start`: builds what changed, then runs the platform, and starts it again if it dies. */
import process from 'node:process';

import { keepServing } from './keep-serving.mjs';
import { isStopping, run } from './lib-process.mjs';

const built = await run(['scripts/build.mjs', '--if-changed']);
if (built.ok) process.exitCode = await keepServing();
else if (!isStopping()) process.exitCode = 1;
