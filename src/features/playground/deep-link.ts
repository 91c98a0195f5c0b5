import { fetchSources } from './fetch-sources.ts';
import type { SourceTrouble } from './fetch-sources.ts';
import { modelName } from '../../words/model-names.ts';
import { currentOwner } from '../../db/account/session.ts';
import { bringHere } from '../../db/works/bring-here.ts';
import { getModelSchema, getModels } from '../../db/caches.ts';
import { loadDraft, saveDraft } from '../../db/drafts.ts';
import { getIntent } from '../../db/intents/intents.ts';
import { getOriginal, putSource } from '../../db/media/media.ts';
import { getWork } from '../../db/works/works.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import type { IntentId, WorkId, UserKey } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { InputValues, ModelItem } from '../../domain/model.ts';
import { modelForSource, takesSource } from '../../domain/tool-targets.ts';
import { chooseModel } from './choose-tool.ts';
import { emptyDraft, type Draft } from './draft-keeper.ts';
import { fieldRole } from './form-plan.ts';
import type { PlaygroundLink } from './playground-link.ts';

export type LinkTrouble =
  | 'gone'
  | 'not-on-device'
  | 'unsupported-media'
  | 'no-picture-field'
  | SourceTrouble;

/** Told while files come from the platform. */
export type OnFetching = (finished: number, total: number) => void;

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

async function takeOver(
  owner: UserKey,
  type: GeneratorType,
  draft: Draft,
  trouble: LinkTrouble | null = null,
): Promise<LinkTarget> {
  await saveDraft({ owner, type, ...draft });
  return { type, model: draft.model ?? undefined, trouble };
}

/** What a work was asked for; without its request, what it was really made with, but free in its seed. */
async function draftOfWork(
  owner: UserKey,
  id: WorkId,
  onFetching: OnFetching,
): Promise<{ type: GeneratorType; draft: Draft; trouble: SourceTrouble | null } | null> {
  const work = await getWork(id);
  if (work?.owner !== owner) return null;
  const { sources, trouble } = await fetchSources(work, onFetching);
  const intent = work.intentId ? await getIntent(work.intentId) : undefined;
  if (intent?.kind === 'generate') {
    const { jobType, model, input } = intent.payload;
    return { type: jobType, draft: { model, input, sources }, trouble };
  }
  const models = (await getModels()) ?? [];
  const mappings = models.find((model) => model.model === work.model)?.filed_mappings;
  const input: InputValues = Object.fromEntries(
    Object.entries(work.parameters).filter(([name]) => name !== 'seed'),
  );
  if (work.prompt) input[mappings?.prompt ?? 'prompt'] = work.prompt;
  if (work.negativePrompt)
    input[mappings?.negative_prompt ?? 'negative_prompt'] = work.negativePrompt;
  return { type: work.jobType, draft: { model: work.model, input, sources }, trouble };
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
  onFetching: OnFetching,
): Promise<LinkTarget> {
  const owner = await currentOwner();
  const stay: LinkTarget = { type: undefined, model: undefined, trouble: 'gone' };
  const type = typeInUrl !== undefined && isGeneratorType(typeInUrl) ? typeInUrl : null;

  if (link.intent) {
    const intent = await getIntent(link.intent as IntentId);
    if (intent?.kind !== 'generate' || intent.owner !== owner)
      return { ...stay, type: type ?? undefined };
    const { jobType, model, input, sources } = intent.payload;
    return takeOver(owner, jobType, {
      model,
      input,
      sources: sources.map(({ field, mediaId }) => ({ field, mediaId })),
    });
  }
  if (link.from) {
    const found = await draftOfWork(owner, link.from as WorkId, onFetching);
    if (!found) return { ...stay, type: type ?? undefined };
    return takeOver(owner, found.type, found.draft, found.trouble);
  }

  const models = (await getModels()) ?? [];
  const wantedType = type ?? 'Text2Img';
  const before: Draft = (await loadDraft(owner, wantedType)) ?? emptyDraft;
  const known = link.source ? await getWork(link.source as WorkId) : undefined;
  const work = known?.owner === owner ? known : undefined;
  if (work && work.onDevice === 0) {
    onFetching(0, 1);
    await bringHere(work);
  }
  const original = work ? await getOriginal(work.id) : undefined;
  const chosen = chooseModel(models, wantedType, modelInUrl, before.model);
  // The menu offered the tool because one of its models takes the file, which need not be the chosen one.
  const model = original ? modelForSource(models, wantedType, original.mediaType, chosen) : chosen;
  const draft: Draft = {
    ...emptyDraft,
    model: model === chosen ? before.model : (model?.model ?? null),
    input: before.input,
    sources: before.sources,
    ...(before.keywords && { keywords: before.keywords }),
  };
  if (link.prompt) {
    draft.input = { ...draft.input, [model?.filed_mappings.prompt ?? 'prompt']: link.prompt };
  }
  let trouble: LinkTrouble | null = null;
  if (link.source) {
    const field = model ? await sourceFieldOf(model, language) : null;
    if (!work) trouble = 'gone';
    else if (!original) trouble = 'not-on-device';
    else if (!model || !field) trouble = 'no-picture-field';
    else if (!takesSource(model, original.mediaType)) trouble = 'unsupported-media';
    else {
      // A copy of its own: deleting the work must not take the picture out of a waiting request.
      const mediaId = await putSource({
        ...original,
        name: original.name || work.prompt.slice(0, 60) || modelName(work, models, language),
      });
      draft.sources = [
        ...draft.sources.filter((source) => source.field !== field),
        { field, mediaId },
      ];
    }
  }
  const target = await takeOver(owner, wantedType, draft);
  return {
    ...target,
    model: model === chosen ? (modelInUrl ?? target.model) : target.model,
    trouble,
  };
}
