import { readOwnApp } from '../../api/apps.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { getModelSchema, getModels } from '../../db/caches.ts';
import { takeLeftApp } from '../../db/left-draft.ts';
import { getThumbnails } from '../../db/media/thumbnails.ts';
import type { KeptAppDraft } from '../../db/schema.ts';
import { getOwnSetting, setOwnSetting } from '../../db/settings.ts';
import { getAsked } from '../../db/works/asked.ts';
import { getWork } from '../../db/works/works.ts';
import type { AppDraft } from '../../domain/app-draft.ts';
import { canBeApp, fieldsOfNewApp } from '../../domain/apps.ts';
import { KilnError } from '../../domain/errors.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { newId } from '../../db/ids.ts';
import { languages, type Language } from '../../domain/languages.ts';
import {
  modelsForType,
  toolsOf,
  type InputValues,
  type ListedModel,
  type ModelSchema,
} from '../../domain/model.ts';
import { isOffered } from '../../domain/model-choice.ts';

/** What an editor begins with. */
export interface Start extends Omit<KeptAppDraft, 'of'> {
  /** The picture of the work that it is made of. */
  workPicture: Blob | null;
  /** It was begun before and not saved. */
  isKept: boolean;
}

/** Why there is nothing to begin with. */
export type StartTrouble = 'missing' | 'no-model' | 'offline' | 'failed';

/** Models that apps can be made of: the platform runs them, and they are no apps themselves. */
export const modelsForApps = (models: readonly ListedModel[]): ListedModel[] =>
  models.filter(({ place }) => place === 'platform');

/** Tools that apps can be made of. */
export const toolsForApps = (models: readonly ListedModel[]): GeneratorType[] =>
  toolsOf(modelsForApps(models)).filter(canBeApp);

/** Of a tool the models that an app can be made of, the usual one first. */
export const modelsForAppTool = (models: readonly ListedModel[], tool: GeneratorType) =>
  modelsForType(modelsForApps(models), tool).filter(isOffered);

/** In a language, else in whichever it is here. */
export async function anySchema(model: string, language: Language): Promise<ModelSchema | null> {
  for (const candidate of [language, ...languages.filter((other) => other !== language)]) {
    const schema = await getModelSchema(model, candidate);
    if (schema) return schema;
  }
  return null;
}

/** A new app of a model. @param given what a work was made with; null for none */
async function newDraft(
  model: ListedModel,
  tool: GeneratorType,
  given: InputValues | null,
  language: Language,
): Promise<AppDraft> {
  const schema = await anySchema(model.model, language);
  return {
    id: newId(Date.now()),
    name: '',
    description: '',
    tool,
    model: model.model,
    fields: schema ? fieldsOfNewApp(schema, model, given) : {},
    cost: null,
    listed: false,
    cover: { kind: 'none' },
  };
}

const asNew = (draft: AppDraft): Start => ({
  draft,
  cover: null,
  workPicture: null,
  isKept: false,
});

async function ofOwnApp(id: string, signal: AbortSignal): Promise<Start | StartTrouble> {
  const session = await getSession();
  if (!isSessionUsable(session)) return 'failed';
  const app = await readOwnApp(id, session, signal);
  if (!app) return 'missing';
  const { name, description, tool, model, fields, cost, listed, cover } = app;
  const kept = { kind: 'kept', address: cover } as const;
  return asNew({ id, name, description, tool, model, fields, cost, listed, cover: kept });
}

async function ofWork(
  id: WorkId,
  models: readonly ListedModel[],
  language: Language,
): Promise<Start | StartTrouble> {
  const work = await getWork(id);
  if (!work) return 'missing';
  const { type, model: name, input } = await getAsked(work);
  const model = modelsForAppTool(models, type).find((one) => one.model === name);
  if (!model || !canBeApp(type)) return 'no-model';
  const draft = await newDraft(model, type, input, language);
  const workPicture = (await getThumbnails([id])).get(id)?.blob ?? null;
  // What the platform doesn't know has its picture here.
  const isKnown = work.place === 'platform';
  const cover = isKnown ? ({ kind: 'work', id } as const) : ({ kind: 'file' } as const);
  if (!workPicture && !isKnown) return asNew(draft);
  return {
    draft: { ...draft, cover },
    cover: isKnown ? null : workPicture,
    workPicture,
    isKept: false,
  };
}

/** What an editor is about: an app of one's own, a work that one is made of, or nothing yet. */
export interface Subject {
  app: string | null;
  work: WorkId | null;
}

export const nameOfSubject = ({ app, work }: Subject): string =>
  app ?? (work ? `of ${work}` : 'new');

/**
 * What an editor begins with: what was left unsaved, else the app as it is, what the work was made with, or the form
 * of the first tool.
 */
export async function loadStart(
  owner: UserKey,
  subject: Subject,
  language: Language,
  signal: AbortSignal,
): Promise<Start | StartTrouble> {
  const stored = await getOwnSetting(owner, 'appDraft');
  // A write that was under way when the page went may have gone with it.
  const left = takeLeftApp(owner);
  const kept: KeptAppDraft | null = left
    ? { ...left, cover: stored?.of === left.of ? stored.cover : null }
    : stored;
  if (left && kept) await setOwnSetting(owner, 'appDraft', kept);
  const models = (await getModels()) ?? [];
  if (kept?.of === nameOfSubject(subject)) {
    const { cover } = kept.draft;
    const picture =
      cover.kind === 'work'
        ? (await getThumbnails([cover.id as WorkId])).get(cover.id as WorkId)?.blob
        : undefined;
    return { draft: kept.draft, cover: kept.cover, workPicture: picture ?? null, isKept: true };
  }
  try {
    if (subject.app !== null) return await ofOwnApp(subject.app, signal);
    if (subject.work !== null) return await ofWork(subject.work, models, language);
  } catch (error) {
    return error instanceof KilnError && error.code === 'network' ? 'offline' : 'failed';
  }
  const tools = toolsForApps(models);
  const tool = tools.includes('Text2Img') ? 'Text2Img' : tools[0];
  const model = tool && modelsForAppTool(models, tool)[0];
  return model ? asNew(await newDraft(model, tool, null, language)) : 'no-model';
}
