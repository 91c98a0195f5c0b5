import type { Intent } from '../domain/intent.ts';
import { claimDailyCredits } from './claim-daily-credits.ts';
import { deleteWorksHandler } from './delete-works.ts';
import { generate } from './generate.ts';
import type { Handlers, IntentHandler } from './types.ts';

/** A new kind of intent is one file beside this one and one line here. */
export const handlers: Handlers = {
  generate,
  'delete-works': deleteWorksHandler,
  'claim-daily-credits': claimDailyCredits,
};

/** The handler of a row; the table above guarantees that it takes the row's kind. */
export function handlerOf(intent: Intent): IntentHandler {
  return handlers[intent.kind];
}
