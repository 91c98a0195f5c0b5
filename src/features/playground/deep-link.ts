import { removeShares } from '../../db/shares.ts';
import { fetchSources } from './fetch-sources.ts';
import type { SourceTrouble } from './fetch-sources.ts';
import { modelName } from '../../words/model-names.ts';
import { currentOwner } from '../../db/account/session.ts';
import { bringHere } from '../../db/works/bring-here.ts';
import { getModelSchema, getModels, getNamedModels } from '../../db/caches.ts';
import { loadDraft, saveDraft } from '../../db/drafts.ts';
import { getIntent } from '../../db/intents/lists.ts';
import { getMedia, getOriginal, putSource } from '../../db/media/media.ts';
import type { MediaRow, WorkRow } from '../../db/schema.ts';
import { getOwnSetting } from '../../db/settings.ts';
import { getAsked } from '../../db/works/asked.ts';
import { getWork } from '../../db/works/works.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import type { IntentId, MediaId, ShareId, WorkId, UserKey } from '../../domain/ids.ts';
import { withLarger } from '../../domain/larger-parameters.ts';
import { languages, type Language } from '../../domain/languages.ts';
import { toolsOf, visibleFields, type InputValues, type ModelItem } from '../../domain/model.ts';
import { filesTaken, travellingType } from '../../domain/source-limits.ts';
import { modelForSource, takesSource } from '../../domain/tool-targets.ts';
import { store } from '../../ui/atoms.ts';
import { chooseModel } from '../../domain/model-choice.ts';
import { freshSavedModel } from './choose-tool.ts';
import { draftOf, emptyDraft, type Draft } from './draft-keeper.ts';
import { fieldRole, planForm, type FormPlan } from './form-plan.ts';
import { recalledAtom, type Recalled } from './recall/recalled.ts';
import {
  fieldSetting,
  inputOf,
  modelSetting,
  promptSettings,
  seedSetting,
  sharedSettings,
  sizeSetting,
  type WantedSetting,
} from './recall/wanted-settings.ts';
import type { PlaygroundLink } from './playground-link.ts';
import { openShares } from './shares/open-shares.ts';
import type { SourceRefusal } from './store-source.ts';

export type LinkTrouble =
  | 'gone'
  | 'not-on-device'
  | 'unsupported-media'
  | 'no-picture-field'
  | SourceRefusal
  | SourceTrouble;

/** Told while files come from the platform. */
export type OnFetching = (finished: number, total: number) => void;

export interface LinkTarget {
  type: GeneratorType | undefined;
  model: string | undefined;
  trouble: LinkTrouble | null;
}

/** The upload fields of a model, asked of its schema first. */
async function sourceFieldsOf(
  model: ModelItem,
  language: Language,
): Promise<{ name: string; files: number }[]> {
  const schema = await anySchema(model.model, language);
  const found = schema
    ? visibleFields(schema).filter(
        ([name, property]) =>
          fieldRole(name, property, model) === 'source' && !property['x-readOnly'],
      )
    : [];
  if (found.length > 0)
    return found.map(([name, property]) => ({ name, files: filesTaken(property, model) }));
  const { upload } = model;
  const isFixed = upload !== null && schema?.properties[upload]?.['x-readOnly'];
  return upload === null || isFixed ? [] : [{ name: upload, files: 1 }];
}

type SourceFile = Omit<MediaRow, 'id' | 'role' | 'createdAtMs'>;

/** The files that a link names, and why not all of them are here. */
async function picturesOf(
  owner: UserKey,
  { source, picture }: PlaygroundLink,
  language: Language,
  onFetching: OnFetching,
): Promise<{ files: SourceFile[]; trouble: LinkTrouble | null }> {
  const files: SourceFile[] = [];
  if (picture) {
    const media = await getMedia(picture as MediaId);
    return media ? { files: [media], trouble: null } : { files, trouble: 'gone' };
  }
  const ids = source?.split(',') ?? [];
  const names = await getNamedModels();
  for (const [index, id] of ids.entries()) {
    const work = await getWork(id as WorkId);
    if (work?.owner !== owner) return { files, trouble: 'gone' };
    if (work.onDevice === 0) {
      onFetching(index, ids.length);
      await bringHere(work);
    }
    const original = await getOriginal(work.id);
    if (!original) return { files, trouble: 'not-on-device' };
    const name = original.name || work.prompt.slice(0, 60) || modelName(work, names, language);
    files.push({ ...original, name });
  }
  return { files, trouble: null };
}

/**
 * The sources of a form with these files in its fields, in each as many as it takes.
 */
async function filledWith(
  before: Draft['sources'],
  fields: readonly { name: string; files: number }[],
  files: readonly SourceFile[],
): Promise<Draft['sources']> {
  const added: Draft['sources'] = [];
  const places = fields.flatMap((field) => Array.from({ length: field.files }, () => field.name));
  for (const [index, file] of files.entries()) {
    const field = places[index];
    // A copy of its own: deleting the work must not take the picture out of a waiting request.
    if (field) added.push({ field, mediaId: await putSource(file) });
  }
  const filled = new Set(added.map(({ field }) => field));
  return [...before.filter(({ field }) => !filled.has(field)), ...added];
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

const draftBefore = async (owner: UserKey, type: GeneratorType): Promise<Draft> => {
  const row = await loadDraft(owner, type);
  return row ? draftOf(row) : emptyDraft;
};

/** Puts a draft into its form and remembers what was there, so that the person can have it back. */
async function replaceForm(
  owner: UserKey,
  told: Omit<Recalled, 'before' | 'model'>,
  draft: Draft,
  trouble: LinkTrouble | null = null,
): Promise<LinkTarget> {
  const before = await draftBefore(owner, told.type);
  const target = await takeOver(owner, told.type, draft, trouble);
  store.set(recalledAtom, { ...told, model: draft.model, before });
  return target;
}

/** Values of files and of what no form shows are nothing that a person misses. */
const quietSettings = (input: InputValues): WantedSetting[] =>
  Object.entries(input).map(([name, value]) => fieldSetting(name, value, true));

/** A model that is not here any more is said; another one stands in its place. */
const strangeModel = (models: readonly ModelItem[], name: string | null, shown: string) =>
  name === null || models.some((model) => model.model === name) ? [] : [modelSetting(shown)];

/** The form that a part of a work goes into: the one in use if it has a place for it, else the work's own. */
async function formFor(
  owner: UserKey,
  work: WorkRow,
  part: 'prompt' | 'seed' | 'size',
  models: readonly ModelItem[],
  language: Language,
): Promise<{ type: GeneratorType; model: ModelItem | null; plan: FormPlan | null; before: Draft }> {
  const saved = freshSavedModel((await getOwnSetting(owner, 'currentModel')) ?? null, Date.now());
  const [firstTool] = toolsOf(models);
  const inUse = saved?.type ?? firstTool ?? work.jobType;
  for (const type of [inUse, work.jobType]) {
    const before = await draftBefore(owner, type);
    const inUrl = type === saved?.type ? saved.model : undefined;
    const model = chooseModel(models, type, inUrl, before.model);
    const schema = model ? await anySchema(model.model, language) : null;
    const plan = model && schema ? planForm(withLarger(schema, true), model) : null;
    const hasPlace = plan?.fields.some(
      ({ role }) =>
        role === part || (part === 'size' && (role === 'width' || role === 'dimensions')),
    );
    if (hasPlace || type === work.jobType) return { type, model, plan, before };
  }
  throw new Error('The work has a tool of its own');
}

async function takePart(
  owner: UserKey,
  work: WorkRow,
  part: 'prompt' | 'seed' | 'size',
  language: Language,
): Promise<LinkTarget> {
  const models = (await getModels()) ?? [];
  const { type, model, plan, before } = await formFor(owner, work, part, models, language);
  const mappings = model ?? { filed_mappings: { prompt: null, negative_prompt: null } };
  const settings =
    part === 'prompt'
      ? promptSettings(mappings, work.prompt, work.negativePrompt)
      : part === 'seed'
        ? [seedSetting(work.seed)]
        : [sizeSetting(work.width, work.height, plan)];
  const draft: Draft = {
    ...before,
    model: model?.model ?? before.model,
    input: { ...before.input, ...inputOf(settings) },
  };
  return replaceForm(owner, { type, origin: 'work', part, settings }, draft);
}

/** Fills a form with what somebody shared; its files stay, since no link carries any. */
async function takeSettings(
  owner: UserKey,
  type: GeneratorType,
  modelInUrl: string | undefined,
  given: Readonly<Record<string, unknown>>,
): Promise<LinkTarget> {
  const models = (await getModels()) ?? [];
  const before = await draftBefore(owner, type);
  // Somebody's app need not be known here yet; no other one can stand in its place.
  const isAppAway =
    type === 'Apps' &&
    modelInUrl !== undefined &&
    !models.some(({ model }) => model === modelInUrl);
  const chosen = isAppAway
    ? modelInUrl
    : chooseModel(models, type, modelInUrl, before.model)?.model;
  const shared = sharedSettings(given);
  const strange = isAppAway ? [] : strangeModel(models, modelInUrl ?? null, modelInUrl ?? '');
  const settings = [...strange, ...shared];
  const draft: Draft = {
    model: chosen ?? null,
    input: inputOf(shared),
    sources: before.sources,
  };
  const target = await replaceForm(owner, { type, origin: 'link', part: 'all', settings }, draft);
  return { ...target, model: chosen };
}

/** In the person's language, else in another. */
async function anySchema(model: string, language: Language) {
  const other = languages.find((candidate) => candidate !== language) ?? language;
  return (await getModelSchema(model, language)) ?? (await getModelSchema(model, other)) ?? null;
}

/** What a work was asked for, with its pictures brought here. */
async function draftOfWork(
  work: WorkRow,
  onFetching: OnFetching,
): Promise<{ type: GeneratorType; draft: Draft; trouble: SourceTrouble | null }> {
  const { sources, trouble } = await fetchSources(work, onFetching);
  const { type, model, input } = await getAsked(work);
  return { type, draft: { model, input, sources }, trouble };
}

/** All of it has the very seed that made it; a remix leaves the seed to the engine. */
function draftOfPart(draft: Draft, part: 'all' | 'remix', seed: string): Draft {
  const { seed: _asked, ...input } = draft.input;
  return { ...draft, input: part === 'all' && seed !== '' ? { ...input, seed } : input };
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
  store.set(recalledAtom, null);
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
    const work = await getWork(link.from as WorkId);
    if (work?.owner !== owner) return { ...stay, type: type ?? undefined };
    const { part = 'remix' } = link;
    if (part === 'prompt' || part === 'seed' || part === 'size')
      return takePart(owner, work, part, language);
    const { type: itsType, draft, trouble } = await draftOfWork(work, onFetching);
    const whole = draftOfPart(draft, part, work.seed);
    const models = (await getModels()) ?? [];
    const shown = modelName(work, await getNamedModels(), language);
    const settings = [...strangeModel(models, draft.model, shown), ...quietSettings(whole.input)];
    return replaceForm(owner, { type: itsType, origin: 'work', part, settings }, whole, trouble);
  }
  const wantedType = type ?? 'Text2Img';
  if (link.settings) return takeSettings(owner, wantedType, modelInUrl, link.settings);

  const models = (await getModels()) ?? [];
  const before: Draft = (await loadDraft(owner, wantedType)) ?? emptyDraft;
  const shared = link.shares ? await openShares(owner, link.shares) : null;
  const pictures = shared ?? (await picturesOf(owner, link, language, onFetching));
  // What this device opened itself need not be of a type that the model takes: a copy of it travels.
  const typeOf = ({ mediaType }: SourceFile) =>
    link.source ? mediaType : travellingType(mediaType);
  const original = pictures.files[0];
  const chosen = chooseModel(models, wantedType, modelInUrl, before.model);
  // The menu offered the tool because one of its models takes the file, which need not be the chosen one.
  const model = original ? modelForSource(models, wantedType, typeOf(original), chosen) : chosen;
  const draft: Draft = {
    ...emptyDraft,
    model: model === chosen ? before.model : (model?.model ?? null),
    input: before.input,
    sources: before.sources,
    ...(before.keywords && { keywords: before.keywords }),
  };
  const words = link.prompt ?? shared?.words;
  if (words) {
    draft.input = { ...draft.input, [model?.filed_mappings.prompt ?? 'prompt']: words };
  }
  let trouble: LinkTrouble | null = pictures.trouble;
  if (original && trouble === null) {
    const fields = model ? await sourceFieldsOf(model, language) : [];
    if (!model || fields.length === 0) trouble = 'no-picture-field';
    else if (!pictures.files.every((file) => takesSource(model, typeOf(file))))
      trouble = 'unsupported-media';
    else draft.sources = await filledWith(draft.sources, fields, pictures.files);
  }
  // A share that can't be used waits on, and the form stays as it was.
  if (shared && trouble !== null) return { type: wantedType, model: modelInUrl, trouble };
  const target = shared?.words
    ? await replaceForm(
        owner,
        {
          type: wantedType,
          origin: 'share',
          part: 'prompt',
          settings: model ? promptSettings(model, shared.words, '') : [],
        },
        draft,
      )
    : await takeOver(owner, wantedType, draft);
  // Not before the form has them: the app may be closed at any moment.
  if (link.shares) await removeShares(link.shares.split(',') as ShareId[]);
  return {
    ...target,
    model: model === chosen ? (modelInUrl ?? target.model) : target.model,
    trouble,
  };
}
