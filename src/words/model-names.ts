import { asLanguage, textIn, type LocalizedText } from '../domain/languages.ts';
import type { NamedModel } from '../domain/model.ts';

/**
 * What a model is called in the reader's language: as the list says today or said last, else as it was called when
 * it was used, else its id without the engine's own prefix.
 */
export function modelName(
  { model, modelLabel }: { model: string; modelLabel: LocalizedText | null },
  models: readonly NamedModel[] | null | undefined,
  locale: string,
): string {
  const language = asLanguage(locale);
  const listed = models?.find((item) => item.model === model);
  const label = listed ? { cn: listed.label_cn, en: listed.label_en } : modelLabel;
  return (label && textIn(label, language)) || model.slice(model.indexOf('/') + 1);
}
