/**
 * `npm run dev`: the app with hot reload on PORT (8787), and behind it the platform on PORT + 1,
 * restarted when its source changes.
 */
import process from 'node:process';

import { isStopping, run } from './lib-process.mjs';

const port = Number(process.env.PORT ?? 8787);
const host = process.env.KILN_HOST ?? '127.0.0.1';
process.env.KILN_PLATFORM_URL = `http://127.0.0.1:${port + 1}`;

const { createServer } = await import('vite');
const vite = await createServer({ server: { port, host, strictPort: true } });
await vite.listen();
vite.printUrls();

const server = await run(['node', '--watch', '--watch-preserve-output', 'server/main.ts'], {
  env: { ...process.env, PORT: String(port + 1), KILN_HOST: '127.0.0.1' },
});
await vite.close();
process.exitCode = isStopping() ? 0 : server.code;
