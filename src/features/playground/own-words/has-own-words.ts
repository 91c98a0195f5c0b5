import { ownStyleKey } from '../../../domain/own-style-key.ts';
import type { InputValues } from '../../../domain/model.ts';
import type { FormPlan } from '../form-plan.ts';

/** Whether a style or a list of the person's own may have to be put into a form's words before they are sent. */
export function hasOwnWords(
  { draft, values }: { draft: { input: InputValues }; values: InputValues },
  plan: FormPlan,
): boolean {
  const words = [plan.prompt, plan.negativePrompt].map((field) => field && values[field.name]);
  return Boolean(draft.input[ownStyleKey]) || words.some((text) => String(text).includes('__'));
}
