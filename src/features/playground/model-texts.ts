import { asLanguage } from '../../domain/languages.ts';
import { modelNameMaxCharacters } from '../../domain/limits.ts';
import { modelTexts as fullModelTexts } from '../../domain/model.ts';
import type { ModelItem } from '../../domain/model.ts';

/** Texts of a model in the reader's language, its name short enough for a control. */
export function modelTexts(model: ModelItem, locale: string) {
  const texts = fullModelTexts(model, asLanguage(locale));
  // Spec 1, section 9: model names are cut to 35 characters.
  return { ...texts, label: [...texts.label].slice(0, modelNameMaxCharacters).join('') };
}
