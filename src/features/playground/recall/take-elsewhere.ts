import { loadDraft, saveDraft } from '../../../db/drafts.ts';
import type { UserKey } from '../../../domain/ids.ts';
import { modelsForType, type ModelItem } from '../../../domain/model.ts';
import type { KilnRequest, Recipe } from '../../../domain/recipes/recipe.ts';
import { store } from '../../../ui/atoms.ts';
import { draftOf, emptyDraft, type Draft } from '../draft-keeper.ts';
import { recalledAtom } from './recalled.ts';
import { inputOf, settingsOfRecipe } from './wanted-settings.ts';

/** The model that a picture of Kiln was made with, where that tool still has it. */
export function modelOfRequest<Model extends ModelItem>(
  models: readonly Model[],
  { type, model }: KilnRequest,
): Model | null {
  return modelsForType(models, type).find((listed) => listed.model === model) ?? null;
}

/** Puts a picture's settings into the form of the tool that made it, which is not the open one. */
export async function takeElsewhere(
  owner: UserKey,
  recipe: Recipe,
  { type }: KilnRequest,
  model: ModelItem,
): Promise<void> {
  const row = await loadDraft(owner, type);
  const before: Draft = row ? draftOf(row) : emptyDraft;
  const settings = settingsOfRecipe(recipe, 'all', model, null);
  const draft: Draft = { model: model.model, input: inputOf(settings), sources: before.sources };
  await saveDraft({ owner, type, ...draft });
  store.set(recalledAtom, {
    type,
    model: model.model,
    origin: 'picture',
    part: 'all',
    settings,
    before,
  });
}
