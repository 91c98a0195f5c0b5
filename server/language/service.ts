import type { Database } from '../database/connect.ts';
import type { Engine } from '../engines/contract/engine.ts';
import type { Log } from '../log.ts';
import { createBuiltinHelper } from './builtin/helper.ts';
import { createChatHelper } from './chat.ts';
import type { ChatConfig } from './chat.ts';
import { createHelperChain } from './helper-chain.ts';
import type { HelperChain } from './helper-chain.ts';
import { createEngineDescriber } from './engine-describer.ts';
import { createTextJobs } from './text-jobs.ts';
import type { TextJobs } from './text-jobs.ts';

export interface LanguageService {
  chain: HelperChain;
  jobs: TextJobs;
  stop(): Promise<void>;
}

/** The helpers that the configuration asks for: a model of language, engines with eyes, and our own rules last. */
export function createLanguageService(options: {
  chat: ChatConfig | null;
  engines: readonly Engine[];
  database: Database;
  log: Log;
}): LanguageService {
  const { chat, engines, database, log } = options;
  const builtin = createBuiltinHelper();
  const model = chat ? createChatHelper(chat) : null;
  const translator = model ?? builtin;
  const eyes = engines.flatMap((engine) => createEngineDescriber(engine, translator) ?? []);
  const helpers = [...(model ? [model] : []), ...eyes, builtin];
  const jobs = createTextJobs(database, log);
  return {
    chain: createHelperChain(helpers, log),
    jobs,
    stop: () => jobs.stop(),
  };
}
