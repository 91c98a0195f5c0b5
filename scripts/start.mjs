/** `npm start`: builds what changed, then becomes the server. */
import { spawn } from 'node:child_process';
import process from 'node:process';

import { isStopping, root, run } from './lib-process.mjs';

const built = await run(['scripts/build.mjs', '--if-changed']);
if (!built.ok) {
  process.exitCode ||= 1;
} else if (!isStopping()) {
  process.chdir(root);
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    // The server takes this process over: signals reach it directly, and nothing can be orphaned.
    process.removeAllListeners('warning');
    process.execve(process.execPath, [process.execPath, 'server/main.ts'], process.env);
  }
  const server = spawn(process.execPath, ['server/main.ts'], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.removeAllListeners(signal);
    process.on(signal, () => server.kill(signal));
  }
  server.on('exit', (code) => process.exit(code ?? 1));
}
