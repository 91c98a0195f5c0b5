import { z } from 'zod';

import { EngineError, refusedInput, type PlainErrorCode } from './contract/engine.ts';
import { firstWords, mayPass } from './remote.ts';

/** How every server that speaks OpenAI's API says that it could not do something. */
export const errorAnswer = z.object({
  error: z.union([
    z.object({
      message: z.string().catch(''),
      type: z.string().nullish().catch(null),
      code: z.string().nullish().catch(null),
    }),
    z.string().transform((message) => ({ message, type: null, code: null })),
  ]),
});
export type ToldError = z.infer<typeof errorAnswer>['error'];

const moderationCodes = new Set([
  'moderation_blocked',
  'content_policy_violation',
  'content_filter',
]);
const moderationWords = /safety system|content polic|moderation|content filter/i;
const creditCodes = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

export const hasNoCredit = ({ code, type }: ToldError): boolean =>
  creditCodes.has(code ?? '') || creditCodes.has(type ?? '');

/** OpenAI's own word for a fault of its machines, which it says passes by itself. */
const machineTypes = new Set(['server_error', 'service_unavailable', 'overloaded_error']);

/**
 * Whether it is the model that could not do it, as servers at home say it: a plain 500, or an error in the middle of a
 * stream, with the words of what the model raised. It would raise the same again. The other 5xx come from what
 * stands around a model (starting, full, gone for a moment), and an error without words says nothing: both may pass.
 */
function isModelsOwn(status: number, { message, type, code }: ToldError): boolean {
  if (status !== 500 && status !== 200) return false;
  const isMachines = machineTypes.has(type ?? '') || machineTypes.has(code ?? '');
  return message.trim() !== '' && !isMachines && !mayPass(message);
}

/**
 * Turns an answered error into words for a person; a key that an error quotes is not repeated.
 * @param status of the answer; 200 for an error in the middle of a stream
 */
export function errorOf(status: number, told: ToldError, name: string): EngineError {
  const words = firstWords(told.message).replaceAll(/\b(sk|key|Bearer)[-_ ]\S+/gi, '…');
  const refuse = (code: PlainErrorCode, text: string, retryable = false) =>
    new EngineError(code, text, { retryable });
  const isModeration =
    moderationCodes.has(told.code ?? '') ||
    ([200, 400, 403, 422].includes(status) && moderationWords.test(told.message));
  if (isModeration) return refuse('nsfw-content', `${name} refused: ${words}`);
  if (hasNoCredit(told) || status === 402) {
    return refuse('engine-unavailable', `${name}: the account has no credit left`);
  }
  if (status === 401 || status === 403) {
    return refuse('engine-unavailable', `${name} does not take the configured key`);
  }
  if (status === 404) {
    return refuse('engine-unavailable', `${name} does not have this model: ${words}`);
  }
  if (status === 413) return refuse('too-large', `${name} does not take pictures this large`);
  if (status === 429) return refuse('too-many-requests', `${name} is busy`, true);
  if (status === 400 || status === 422) {
    const reason = { field: null, reason: 'engine-refused', values: [name] } as const;
    return refusedInput(reason, `${name} refused the request: ${words}`);
  }
  if (isModelsOwn(status, told))
    return refuse('engine-failed', `${name}: the model failed: ${words}`);
  return refuse('engine-unavailable', `${name} has a problem: ${words}`, true);
}
