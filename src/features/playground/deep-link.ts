import { getModelSchema, getModels } from '../../db/caches.ts';
import { loadDraft, saveDraft } from '../../db/drafts.ts';
import { getIntent } from '../../db/intents.ts';
import { getOriginal, putSource } from '../../db/media.ts';
import { getWork } from '../../db/works.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import type { IntentId, WorkId } from '../../domain/ids.ts';
import type { InputValues, Language, ModelItem } from '../../domain/model.ts';
import { acceptedTypes } from '../../domain/source-limits.ts';
import { chooseModel } from './choose-tool.ts';
import { emptyDraft, type Draft } from './draft-keeper.ts';
import { fieldRole } from './form-plan.ts';
import type { PlaygroundLink } from './playground-link.ts';

export type LinkTrouble = 'gone' | 'not-on-device' | 'unsupported-media' | 'no-picture-field';

export interface LinkTarget {
  type: GeneratorType | undefined;
  model: string | undefined;
  trouble: LinkTrouble | null;
}

/** The upload field of a model, asked of its schema first. */
async function sourceFieldOf(model: ModelItem, language: Language): Promise<string | null> {
  const schema = (await getModelSchema(model.model, language)) ?? null;
  const fields = schema ? Object.entries(schema.properties) : [];
  const found = fields.find(([name, property]) => fieldRole(name, property, model) === 'source');
  return found?.[0] ?? model.upload;
}

async function takeOver(type: GeneratorType, draft: Draft): Promise<LinkTarget> {
  await saveDraft({ type, ...draft });
  return { type, model: draft.model ?? undefined, trouble: null };
}

/** What a work was asked for; without its request, what it was really made with, but free in its seed. */
async function draftOfWork(id: WorkId): Promise<{ type: GeneratorType; draft: Draft } | null> {
  const work = await getWork(id);
  if (!work) return null;
  const intent = work.intentId ? await getIntent(work.intentId) : undefined;
  if (intent?.kind === 'generate') {
    const { jobType, model, input, sources } = intent.payload;
    return {
      type: jobType,
      draft: { model, input, sources: sources.map(({ field, mediaId }) => ({ field, mediaId })) },
    };
  }
  const models = (await getModels()) ?? [];
  const mappings = models.find((model) => model.model === work.model)?.filed_mappings;
  const input: InputValues = Object.fromEntries(
    Object.entries(work.parameters).filter(([name]) => name !== 'seed'),
  );
  if (work.prompt) input[mappings?.prompt ?? 'prompt'] = work.prompt;
  if (work.negativePrompt)
    input[mappings?.negative_prompt ?? 'negative_prompt'] = work.negativePrompt;
  return { type: work.jobType, draft: { model: work.model, input, sources: [] } };
}

/**
 * Puts what a link carries into the draft of its tool.
 * @returns where the form then is
 */
export async function followLink(
  link: PlaygroundLink,
  typeInUrl: string | undefined,
  modelInUrl: string | undefined,
  language: Language,
): Promise<LinkTarget> {
  const stay: LinkTarget = { type: undefined, model: undefined, trouble: 'gone' };
  const type = typeInUrl !== undefined && isGeneratorType(typeInUrl) ? typeInUrl : null;

  if (link.intent) {
    const intent = await getIntent(link.intent as IntentId);
    if (intent?.kind !== 'generate') return { ...stay, type: type ?? undefined };
    const { jobType, model, input, sources } = intent.payload;
    return takeOver(jobType, {
      model,
      input,
      sources: sources.map(({ field, mediaId }) => ({ field, mediaId })),
    });
  }
  if (link.from) {
    const found = await draftOfWork(link.from as WorkId);
    if (!found) return { ...stay, type: type ?? undefined };
    return takeOver(found.type, found.draft);
  }

  const models = (await getModels()) ?? [];
  const wantedType = type ?? 'Text2Img';
  const before: Draft = (await loadDraft(wantedType)) ?? emptyDraft;
  const model = chooseModel(models, wantedType, modelInUrl, before.model);
  const draft: Draft = {
    ...emptyDraft,
    model: before.model,
    input: before.input,
    sources: before.sources,
  };
  if (link.prompt) {
    draft.input = { ...draft.input, [model?.filed_mappings.prompt ?? 'prompt']: link.prompt };
  }
  let trouble: LinkTrouble | null = null;
  if (link.source) {
    const work = await getWork(link.source as WorkId);
    const original = work ? await getOriginal(work.id) : undefined;
    const field = model ? await sourceFieldOf(model, language) : null;
    if (!work) trouble = 'gone';
    else if (!original) trouble = 'not-on-device';
    else if (!model || !field) trouble = 'no-picture-field';
    else if (!acceptedTypes(model.accept_types).includes(original.mediaType))
      trouble = 'unsupported-media';
    else {
      // A copy of its own: deleting the work must not take the picture out of a waiting request.
      const mediaId = await putSource({
        ...original,
        name: original.name || work.prompt.slice(0, 60) || work.modelName,
      });
      draft.sources = [
        ...draft.sources.filter((source) => source.field !== field),
        { field, mediaId },
      ];
    }
  }
  const target = await takeOver(wantedType, draft);
  return { ...target, model: modelInUrl ?? target.model, trouble };
}
