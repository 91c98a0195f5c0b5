import type { CompareValue } from '../../../domain/compare.ts';
import { numberBounds } from '../../../domain/number-bounds.ts';
import { parameterRange } from '../../../domain/parameters.ts';
import { isSameValue } from '../../../domain/settings-of-forms.ts';
import type { FormField } from '../form-plan.ts';
import type { ComparedField } from './compare-plan.ts';
import type { ValueOption } from './ValueChips.tsx';

/**
 * The values of a setting that any of its fields lists, each once, though engines have names of their own for it.
 * @param selected which keep their names
 */
export function optionsOf(
  setting: ComparedField,
  fields: readonly FormField[],
  selected: readonly CompareValue[],
): ValueOption[] {
  const isSame = (one: CompareValue, other: CompareValue) =>
    setting === 'model' || setting === 'seed' ? one === other : isSameValue(setting, one, other);
  const options: ValueOption[] = [];
  for (const { property } of fields) {
    for (const [index, given] of (property.enum ?? []).entries()) {
      const label = property['x-enum-titles']?.[index] ?? String(given);
      if (options.some(({ value }) => isSame(value, given))) continue;
      options.push({ value: selected.find((value) => isSame(value, given)) ?? given, label });
    }
  }
  return options;
}

/** The range that all fields of a setting share. */
export function rangeOf(fields: readonly FormField[]) {
  const ranges = fields.map(({ name, property }) => {
    const usual = parameterRange(name);
    const step = property.multipleOf ?? usual?.step ?? (property.type === 'integer' ? 1 : 0.05);
    const { min, max } = numberBounds(property, step);
    return {
      min: min ?? usual?.min ?? 0,
      max: max ?? usual?.max ?? Number.MAX_SAFE_INTEGER,
      step,
    };
  });
  return {
    min: Math.min(...ranges.map(({ min }) => min)),
    max: Math.max(...ranges.map(({ max }) => max)),
    step: Math.min(...ranges.map(({ step }) => step)),
  };
}
