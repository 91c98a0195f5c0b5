import { modelNameMaxCharacters } from '../../domain/limits.ts';
import type { ModelItem } from '../../domain/model.ts';

/** Texts of a model in the reader's language. */
export function modelTexts(model: ModelItem, locale: string) {
  const cn = locale === 'cn';
  const label = (cn ? model.label_cn : model.label_en) || model.label || model.name;
  return {
    // Spec 1, section 9: model names are cut to 35 characters.
    label: [...label].slice(0, modelNameMaxCharacters).join(''),
    mark: cn ? model.mark : model.mark_en,
    description: cn ? model.description.text : model.description.text_en || model.description.text,
    unavailable: model.unavailable_reason ? model.unavailable_reason[cn ? 'cn' : 'en'] : null,
  };
}
