import path from 'node:path';

import { contractVersion } from '../../src/api/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { version } from '../version.ts';
import { createBuiltinEngine } from '../workshop/engine.ts';
import { cogKind } from './cog/kind.ts';
import { comfyKind } from './comfyui/kind.ts';
import { readEngines } from './configuration.ts';
import type { Engine } from './contract/engine.ts';
import type { EngineKind } from './kind.ts';
import { openaiKind } from './openai/kind.ts';
import { sdcppKind } from './sdcpp/kind.ts';

/** The kinds that `KILN_ENGINES` may name, see docs/engines.md. */
const kinds: Readonly<Record<string, EngineKind>> = {
  cog: cogKind,
  comfyui: comfyKind,
  openai: openaiKind,
  sdcpp: sdcppKind,
};

/**
 * The engines that the configuration asks for; the order is the order of their models.
 * @param variables where `{ "env": "NAME" }` in `KILN_ENGINES` is looked up
 * @throws ConfigurationError
 */
export async function configuredEngines(
  config: Config,
  log: Log,
  variables: Record<string, string | undefined>,
): Promise<Engine[]> {
  const engines: Engine[] = [
    createBuiltinEngine({
      log,
      ffmpeg: config.ffmpeg,
      ...(config.builtinThreads && { processes: config.builtinThreads }),
    }),
  ];
  if (config.horde) {
    // Loaded by those only who use it.
    const { createHordeEngine } = await import('./horde/engine.ts');
    const { createOfferFile } = await import('./horde/offer-file.ts');
    engines.push(
      createHordeEngine({
        ...config.horde,
        offerFile: createOfferFile(path.join(config.dataFolder, 'horde-models.json')),
        // The Horde asks for name:version:contact.
        clientAgent: `Kiln:${version}+${contractVersion}:self-hosted`,
        log,
      }),
    );
  }
  if (config.comfyui) {
    const { createComfyEngine } = await import('./comfyui/engine.ts');
    engines.push(await createComfyEngine({ ...config.comfyui, name: 'comfyui', log }));
  }
  if (config.engines !== null) {
    const tools = { log, webhookUrl: config.webhookUrl };
    const taken = ['builtin', 'horde', ...(config.comfyui ? ['comfyui'] : [])];
    const asked = readEngines(config.engines, kinds, taken, variables);
    for (const engine of asked) engines.push(await engine.create(tools));
  }
  return engines;
}
