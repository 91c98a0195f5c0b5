import { textIn, type Language } from '../../src/domain/languages.ts';
import { loraStrengths, type LoraItem } from '../../src/domain/loras.ts';
import type { EngineLora } from '../engines/contract/engine.ts';

/** A LoRA of an engine as the platform lists it, its words in one language. */
export function loraItemOf(lora: EngineLora, value: number, language: Language): LoraItem {
  const { name, label, image = null, tags = [], triggers = [], disabled = false } = lora;
  return {
    value,
    id: name,
    name,
    original_name: name,
    label: textIn(label, language),
    name_cn: label.cn,
    name_en: label.en,
    file: name,
    image,
    trigger: triggers.map((words) => textIn(words, language)).join(', '),
    tags: tags.map((words) => textIn(words, language)),
    disabled,
    ...loraStrengths,
  };
}
