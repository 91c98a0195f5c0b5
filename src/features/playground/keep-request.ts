import { saveGenerateIntent, type NewGenerate } from '../../db/intents/intents.ts';
import { getMedia, getMediaSizes } from '../../db/media/media.ts';
import type { Session } from '../../db/schema.ts';
import { getOwnSetting } from '../../db/settings.ts';
import { isSessionUsable } from '../../db/account/session.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { IntentId, UserKey } from '../../domain/ids.ts';
import type { InputValues, ListedModel } from '../../domain/model.ts';
import type { Draft } from './draft-keeper.ts';
import { isFileField, type FormPlan } from './form-plan.ts';
import { formCost, resultShape } from './form-values.ts';
import { shownTranslation } from './prompt/shown-translations.ts';

/** Whether this person may send, as far as the device knows. Offline the platform's word has to wait. */
export function mayGoOn(session: Session | null): session is Session {
  return isSessionUsable(session) || (session !== null && !navigator.onLine);
}

/** What a form says at the moment of the press. */
interface FilledForm {
  type: GeneratorType;
  model: ListedModel;
  draft: Draft;
  values: InputValues;
  /** What leaves the device. */
  input: InputValues;
}

/** What of a form goes into its request. */
export async function requestOf(
  form: FilledForm,
  plan: FormPlan,
  owner: UserKey,
): Promise<Pick<NewGenerate, 'payload' | 'sources'>> {
  const { type, model, draft, values, input } = form;
  // What the form no longer shows must not travel: another model may have other picture fields.
  const fields = new Map(plan.fields.filter(isFileField).map((field) => [field.name, field]));
  const places = new Map<string, number>();
  const sources = draft.sources.filter(({ field }) => {
    const place = places.get(field) ?? 0;
    places.set(field, place + 1);
    return place < (fields.get(field)?.files ?? 0);
  });
  // By a list in its place the queue knows that the field takes one, also for a single file.
  const lists: InputValues = {};
  for (const { field } of sources)
    if (fields.get(field)?.property.type === 'array') lists[field] = [];
  const first = sources.find(({ field }) => field === model.upload) ?? sources[0];
  const picture = first ? await getMedia(first.mediaId) : undefined;
  const isAsWritten = await getOwnSetting(owner, 'sendsAsWritten');
  const sizes = await getMediaSizes(sources.map(({ mediaId }) => mediaId));
  const translation = shownTranslation(model, input);
  const shape = resultShape(plan, values, picture ?? null);
  return {
    payload: {
      jobType: type,
      model: model.model,
      place: model.place,
      modelLabel: { cn: model.label_cn, en: model.label_en },
      input: { ...input, ...lists },
      ...(isAsWritten ? { disabledTranslate: true } : translation && { translation }),
      cost: formCost(plan, model, values, sizes),
      width: shape?.width ?? null,
      height: shape?.height ?? null,
    },
    sources,
  };
}

/**
 * Writes the request that a form stands for; from here on the queue owns it.
 * @param id of the request, where the press already had one: repeated, it is still that one
 * @throws KilnError `source-missing`, `storage-full`
 */
export async function keepRequest(
  form: FilledForm,
  plan: FormPlan,
  owner: UserKey,
  id?: IntentId,
): Promise<void> {
  const { type, model, draft } = form;
  await saveGenerateIntent({
    ...(id && { id }),
    owner,
    ...(await requestOf(form, plan, owner)),
    draft: { type, ...draft, model: model.model },
  });
}
