import { asLanguage } from '../../domain/languages.ts';
import { modelTexts as fullModelTexts } from '../../domain/model.ts';
import type { ModelItem } from '../../domain/model.ts';

/** Texts of a model in the reader's language; `CutName` makes a name short enough for a card. */
export function modelTexts(model: ModelItem, locale: string) {
  return fullModelTexts(model, asLanguage(locale));
}
