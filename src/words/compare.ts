import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CompareAxis, CompareAxisKind, CompareSetting } from '../domain/compare.ts';
import type { NamedModel } from '../domain/model.ts';
import { modelName } from './model-names.ts';
import { parameterWords } from './parameters.ts';

/** What can be compared, by its name. */
export const compareWords: Readonly<Record<CompareAxisKind, MessageDescriptor>> = {
  sampler: parameterWords.sampler_name,
  model: parameterWords.model,
  steps: parameterWords.steps,
  guidance: parameterWords.cfg_scale,
  clipSkip: parameterWords.clip_skip,
  hiResFix: parameterWords.hires_fix,
  karras: parameterWords.karras,
  controlType: parameterWords.control_type,
  seed: parameterWords.seed,
  prompt: parameterWords.prompt,
  negativePrompt: parameterWords.negative_prompt,
};

/** Spec 2, section 5: what is said when a setting is switched on and nothing of it is selected. */
export const nothingSelectedWords: Readonly<Record<CompareSetting | 'seed', MessageDescriptor>> = {
  sampler: msg`Failed to generate: No sampler selected.`,
  model: msg`Failed to generate: No model selected.`,
  steps: msg`Failed to generate: No steps selected.`,
  guidance: msg`Failed to generate: No guidance selected.`,
  clipSkip: msg`Failed to generate: No CLIP Skip selected.`,
  hiResFix: msg`Failed to generate: Hi-res fix not selected.`,
  karras: msg`Failed to generate: Karras not selected.`,
  controlType: msg`Failed to generate: Control type not selected.`,
  seed: msg`Failed to generate: No seed selected.`,
};

/** The name of an axis; of several in one text, with its number. */
export function axisName(axis: CompareAxis, axes: readonly CompareAxis[], i18n: I18n): string {
  const name = i18n._(compareWords[axis.kind]);
  const isOneOfSeveral = axes.filter(({ kind }) => kind === axis.kind).length > 1;
  return isOneOfSeveral ? `${name} ${axis.ordinal + 1}` : name;
}

/** What the values of an axis are called in the reader's language. */
export function valueName(
  axis: CompareAxis,
  index: number,
  {
    i18n,
    models,
    titleOf,
  }: {
    i18n: I18n;
    models: readonly NamedModel[] | null | undefined;
    /** What the model's form calls a value; null where it has no word for it. */
    titleOf: (axis: CompareAxis, value: string | number) => string | null;
  },
): string {
  const value = axis.values[index];
  if (value === undefined) return '';
  if (typeof value === 'boolean') {
    return value
      ? i18n._(msg({ message: 'On', comment: 'Value of a setting that is on or off' }))
      : i18n._(msg({ message: 'Off', comment: 'Value of a setting that is on or off' }));
  }
  if (axis.kind === 'model') {
    const model = { model: String(value), modelLabel: axis.names?.[index] ?? null };
    return modelName(model, models, i18n.locale);
  }
  if (axis.kind === 'prompt' || axis.kind === 'negativePrompt') {
    return (
      String(value).trim() ||
      i18n._(msg({ message: '(nothing)', comment: 'Of several words, the one that is empty' }))
    );
  }
  return titleOf(axis, value) ?? String(value);
}
