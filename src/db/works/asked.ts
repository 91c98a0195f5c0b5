import type { GeneratorType } from '../../domain/generator-types.ts';
import type { InputValues } from '../../domain/model.ts';
import { getModels } from '../caches.ts';
import { getIntent } from '../intents/lists.ts';
import type { WorkRow } from '../schema.ts';

/** What was asked for, without its files. */
export interface Asked {
  type: GeneratorType;
  model: string;
  input: InputValues;
}

/** What a work was asked for; without its request, what it was really made with, but free in its seed. */
export async function getAsked(work: WorkRow): Promise<Asked> {
  const intent = work.intentId ? await getIntent(work.intentId) : undefined;
  if (intent?.kind === 'generate') {
    const { jobType, model, input } = intent.payload;
    return { type: jobType, model, input };
  }
  const models = (await getModels()) ?? [];
  const mappings = models.find((model) => model.model === work.model)?.filed_mappings;
  const input: InputValues = Object.fromEntries(
    Object.entries(work.parameters).filter(([name]) => name !== 'seed'),
  );
  if (work.prompt) input[mappings?.prompt ?? 'prompt'] = work.prompt;
  if (work.negativePrompt)
    input[mappings?.negative_prompt ?? 'negative_prompt'] = work.negativePrompt;
  return { type: work.jobType, model: work.model, input };
}
