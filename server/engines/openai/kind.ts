import { defineKind } from '../kind.ts';
import { openaiSettings } from './settings.ts';

/** Whatever speaks OpenAI's image API, hosted or at home; `url` ends in `/v1` as a rule. */
export const openaiKind = defineKind(openaiSettings, async (given, tools) =>
  (await import('./engine.ts')).createOpenaiEngine(given, tools),
);
