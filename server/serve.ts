import { setTimeout as sleep } from 'node:timers/promises';

import { ConfigurationError, hasApp, readConfig } from './config.ts';
import { configuredEngines } from './engines/registry.ts';
import { createLog } from './log.ts';
import { startPlatform } from './platform.ts';
import { startTracing } from './tracing.ts';

const tracingGraceMs = 3_000;

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another one with PORT.`;
  }
  return error.message;
}

/** Ends the start with a sentence for the person who started it. */
function refuse(error: unknown): never {
  process.stderr.write(`${words(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Before anything that could be traced.
  const tracing = config.tracing
    ? await startTracing(config.tracing.endpoint, config.tracing.service)
    : null;
  const starting = configuredEngines(config, log, process.env).then((engines) =>
    startPlatform(config, engines, log),
  );

  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    void starting
      .then((platform) => platform.stop())
      // A collector that is away keeps nobody from stopping.
      .then(() => tracing && Promise.race([tracing.stop(), sleep(tracingGraceMs)]))
      .catch(() => undefined)
      .finally(() => process.exit());
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'a rejection nobody handled'),
  );

  const platform = await starting;
  const where =
    config.databaseUrl === null ? config.dataFolder : `${config.dataFolder} and your database`;
  const app = hasApp(config) ? '' : ' (the app is not built: only the platform answers)';
  // `npm start` starts a platform again that was ready once; one that never was has said why.
  process.send?.('ready');
  process.stdout.write(
    `Kiln is ready at ${platform.addresses.join(' and ')}${app}; its data is in ${where}\n`,
  );
  if (platform.adminToken !== null && hasApp(config)) {
    process.stdout.write(
      `Nobody runs it yet. Open this once, with the account that shall: ${platform.addresses[0]}/admin#${platform.adminToken}\n`,
    );
  }
}

await start().catch((error: unknown) => {
  if (!(error instanceof ConfigurationError) && process.env.KILN_LOG_LEVEL === 'debug') {
    process.stderr.write(`${(error as Error).stack ?? ''}\n`);
  }
  refuse(error);
});
