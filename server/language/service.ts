import type { Database } from '../database/connect.ts';
import type { Engine } from '../engines/engine.ts';
import type { Log } from '../log.ts';
import { createBuiltinHelper } from './builtin/helper.ts';
import { createChatHelper } from './chat.ts';
import type { ChatConfig } from './chat.ts';
import { createLanguageDoor } from './door.ts';
import type { LanguageDoor } from './door.ts';
import { createEngineEyes } from './engine-eyes.ts';
import { createLooker } from './look.ts';
import { createTextJobs } from './text-jobs.ts';
import type { TextJobs } from './text-jobs.ts';

export interface LanguageService {
  door: LanguageDoor;
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
  const looker = createLooker();
  const builtin = createBuiltinHelper(looker);
  const model = chat ? createChatHelper(chat, looker) : null;
  const translator = model ?? builtin;
  const eyes = engines.flatMap((engine) => createEngineEyes(engine, translator) ?? []);
  const helpers = [...(model ? [model] : []), ...eyes, builtin];
  const jobs = createTextJobs(database, log);
  return {
    door: createLanguageDoor(helpers, log),
    jobs,
    async stop() {
      await jobs.stop();
      await looker.stop();
    },
  };
}
