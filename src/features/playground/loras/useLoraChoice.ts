import { asLanguage } from '../../../domain/languages.ts';
import { useLingui } from '@lingui/react/macro';
import { lorasMax } from '../../../domain/limits.ts';
import {
  loraKey,
  offeredLoras,
  readLora,
  triggerWords,
  unlistedLora,
  usualStrengths,
  writeLora,
  type LoraItem,
  type NamedLora,
  type StrengthRange,
} from '../../../domain/loras.ts';
import { useLoras } from '../../../live/useLoras.ts';
import type { FormField } from '../form-plan.ts';
import { partedLoras, strangeLoras } from '../form-values.ts';
import type { Workbench } from '../useWorkbench.ts';

/** A LoRA in the form. */
export interface ChosenLora {
  named: NamedLora;
  item: LoraItem;
  triggers: string[];
}

export interface LoraChoice {
  /** The public list, as far as this field takes it. */
  offered: LoraItem[];
  chosen: ChosenLora[];
  /** Names that were in the form and that this model does not take. */
  strange: string[];
  /** Any name may be typed, since nobody lists them. */
  takesAnyName: boolean;
  range: StrengthRange;
  /** How many may be chosen. */
  most: number;
  add: (name: string, strength: number) => void;
  remove: (name: string) => void;
  setStrength: (name: string, strength: number) => void;
  /** Lets go of the strange ones for good. */
  forgetStrange: () => void;
}

/** The named LoRAs of a form. The value is a list of texts, as requests, drafts and works carry it. */
export function useLoraChoice(bench: Workbench, field: FormField): LoraChoice | undefined {
  const { i18n } = useLingui();
  const list = useLoras(asLanguage(i18n.locale));
  if (!list) return undefined;
  const { 'x-names': names, 'x-strength': range = usualStrengths, maxItems } = field.property;
  const offered = offeredLoras(names, list);
  const byKey = new Map(list.map((item) => [item.name.toLowerCase(), item]));
  const entries = partedLoras(field, bench.values[field.name]).taken;
  const chosen = entries.map((entry): ChosenLora => {
    const named = readLora(entry);
    // A name that anybody may have typed need not be the listed one of that name.
    const item = names ? byKey.get(loraKey(entry)) : undefined;
    return {
      named,
      item: item ?? unlistedLora(named.name),
      triggers: triggerWords(item?.trigger ?? ''),
    };
  });
  const keep = (next: string[]) => {
    if (next.length === 0) bench.reset([field]);
    else bench.setValue(field, next);
  };
  return {
    offered,
    chosen,
    strange: strangeLoras(bench),
    takesAnyName: names === undefined && !bench.model.civit_lora_not_supported,
    range,
    most: maxItems ?? lorasMax,
    add: (name, strength) =>
      keep([
        ...entries.filter((entry) => loraKey(entry) !== loraKey(name)),
        writeLora({ name, strength, textStrength: null }),
      ]),
    remove: (name) => keep(entries.filter((entry) => readLora(entry).name !== name)),
    setStrength: (name, strength) =>
      keep(
        entries.map((entry) => {
          const named = readLora(entry);
          return named.name === name ? writeLora({ ...named, strength }) : entry;
        }),
      ),
    forgetStrange: () => keep(entries),
  };
}
