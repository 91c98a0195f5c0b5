import { contractVersion } from '../../src/api/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { version } from '../version.ts';
import { createBuiltinEngine } from './builtin/engine.ts';
import type { Engine } from './engine.ts';

/** The engines that the configuration asks for; the order is the order of their models. */
export async function configuredEngines(config: Config, log: Log): Promise<Engine[]> {
  const engines: Engine[] = [
    createBuiltinEngine({ log, ...(config.builtinThreads && { threads: config.builtinThreads }) }),
  ];
  if (config.horde) {
    // Loaded by those only who use it.
    const { createHordeEngine } = await import('./horde/engine.ts');
    engines.push(
      createHordeEngine({
        ...config.horde,
        // The Horde asks for name:version:contact.
        clientAgent: `Kiln:${version}+${contractVersion}:self-hosted`,
        log,
      }),
    );
  }
  return engines;
}
