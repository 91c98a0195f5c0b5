import { readAlternatives, withChoices } from '../../../domain/alternatives.ts';
import {
  compareSettings,
  combinations,
  countCombinations,
  effortOf,
  emptySettings,
  type CompareAxis,
  type CompareChoices,
  type CompareSetting,
  type CompareValue,
  type Effort,
} from '../../../domain/compare.ts';
import { compareCombinationsMax } from '../../../domain/limits.ts';
import type { Size } from '../../../domain/sizes.ts';
import {
  trainedStyleField,
  type InputValue,
  type InputValues,
  type ListedModel,
  type ModelSchema,
} from '../../../domain/model.ts';
import { fieldOfSetting, ownValue } from '../../../domain/settings-of-forms.ts';
import type { Draft } from '../draft-keeper.ts';
import { schemaOfForm } from '../larger/larger-form.ts';
import { planForm, type FormField, type FormPlan } from '../form-plan.ts';
import {
  allowedCounts,
  effectiveValues,
  filesIn,
  formCost,
  formProblems,
  partedLoras,
  type FormProblem,
} from '../form-values.ts';

/** What the plan is made of: the form as it stands, and what is known of the models. */
export interface CompareForm {
  model: ListedModel;
  models: readonly ListedModel[];
  schemas: ReadonlyMap<string, ModelSchema>;
  draft: Draft;
  /** Fields whose file is still being made ready. */
  arriving: ReadonlySet<string>;
  /** Of the files in the form. */
  sizes: readonly Size[];
  /** Prompt and negative prompt as the form shows them. */
  prompt: string;
  negativePrompt: string;
}

/** One of the models that are compared, with its form and those of the files that it takes. */
export interface ModelForm {
  model: ListedModel;
  schema: ModelSchema;
  plan: FormPlan;
  draft: Draft;
}

/** The settings and seeds of a form that something can be chosen for, in the order of the specification. */
export type ComparedField = CompareSetting | 'seed';
export const comparedFields: readonly ComparedField[] = [...compareSettings, 'seed'];

export interface PlannedCell {
  cell: number;
  at: number[];
  form: ModelForm;
  /** With words whose lists and styles are still to be put in, and without a seed of its own. */
  values: InputValues;
  cost: number;
}

export interface ComparePlan {
  forms: ModelForm[];
  axes: CompareAxis[];
  sizes: number[];
  /** Combinations, whether a model can make them or not. */
  count: number;
  /** Those that are asked for. */
  cells: PlannedCell[];
  cost: number;
  efforts: Effort[];
  /** Switched on with nothing selected. */
  empty: ComparedField[];
  /** What is wrong with the form, whichever combination it is. */
  problems: FormProblem[];
  /** More combinations than one press may ask for. */
  isTooMany: boolean;
  /** Models whose form is not on this device. */
  unknownModels: string[];
  /** LoRAs of the form that one of the models does not take. */
  strangeLoras: string[];
}

/** The schema field of a setting in a form; null where the model does not have it. */
export function fieldOf(plan: FormPlan, setting: ComparedField): FormField | null {
  if (setting === 'model') return null;
  if (setting === 'seed') return plan.fields.find(({ role }) => role === 'seed') ?? null;
  return fieldOfSetting(
    plan.fields.filter(({ property }) => !property['x-readOnly']),
    setting,
  );
}

/** The fields of a setting in all forms that have it. */
export function fieldsOf(forms: readonly ModelForm[], setting: ComparedField): FormField[] {
  return forms.flatMap(({ plan }) => fieldOf(plan, setting) ?? []);
}

function isChosen(choices: CompareChoices, setting: ComparedField): boolean {
  return choices[setting]?.enabled === true;
}

function formsOf(form: CompareForm, choices: CompareChoices): ModelForm[] {
  const { models, schemas, draft, model: current } = form;
  const names = isChosen(choices, 'model') ? (choices.model?.selected ?? []) : [current.model];
  // While none is selected, the settings of the form's own model are still shown.
  return (names.length > 0 ? names : [current.model]).flatMap((name) => {
    const model = models.find((candidate) => candidate.model === name);
    const read = schemas.get(String(name));
    if (!model || !read || !model.available) return [];
    const schema = schemaOfForm(read, draft);
    const fitsStyle = (model.lorabase ?? null) === (current.lorabase ?? null);
    const sources = fitsStyle
      ? draft.sources
      : draft.sources.filter(({ field }) => field !== trainedStyleField);
    return [{ model, schema, plan: planForm(schema, model), draft: { ...draft, sources } }];
  });
}

function axesOf(form: CompareForm, choices: CompareChoices, forms: ModelForm[]): CompareAxis[] {
  const words = (['prompt', 'negativePrompt'] as const).flatMap((kind) =>
    readAlternatives(form[kind], compareCombinationsMax).choices.map(({ values }, ordinal) => ({
      kind,
      ordinal,
      values,
    })),
  );
  const settings = comparedFields.flatMap((setting): CompareAxis[] => {
    const values = choices[setting]?.selected ?? [];
    if (!isChosen(choices, setting) || values.length === 0) return [];
    if (setting !== 'model') {
      return fieldsOf(forms, setting).length > 0 ? [{ kind: setting, ordinal: 0, values }] : [];
    }
    const known = forms.map(({ model }) => model);
    return [
      {
        kind: setting,
        ordinal: 0,
        values: known.map(({ model }) => model),
        names: known.map(({ label_cn: cn, label_en: en }) => ({ cn, en })),
      },
    ];
  });
  return [...words, ...settings].filter(({ values }) => values.length > 0);
}

/** How many combinations there are, also where a text has more alternatives than are written out. */
function countOf(form: CompareForm, axes: readonly CompareAxis[]): number {
  const words = (['prompt', 'negativePrompt'] as const).flatMap((kind) =>
    readAlternatives(form[kind], compareCombinationsMax).choices.map(({ count }) => count),
  );
  const isWords = ({ kind }: CompareAxis) => kind === 'prompt' || kind === 'negativePrompt';
  const rest = axes.filter((axis) => !isWords(axis)).map(({ values }) => values.length);
  return countCombinations([...words, ...rest]);
}

type Words = 'prompt' | 'negativePrompt';

/** The words of a combination. */
export function wordsAt(
  text: string,
  axes: readonly CompareAxis[],
  at: readonly number[],
  kind: Words,
  resolve: (words: string, place: string) => string = (words) => words,
): string {
  const { fixed } = readAlternatives(text, compareCombinationsMax);
  const chosen = axes.flatMap((axis, index) => {
    if (axis.kind !== kind) return [];
    const value = at[index] ?? 0;
    return [resolve(String(axis.values[value]), `${axis.ordinal}/${value}`)];
  });
  return withChoices(
    fixed.map((words, index) => resolve(words, String(index))),
    chosen,
  );
}

/** A combination as the form of its model has it; null where that model cannot make it. */
function cellAt(
  form: CompareForm,
  forms: readonly ModelForm[],
  axes: readonly CompareAxis[],
  at: readonly number[],
): { form: ModelForm; values: InputValues; problems: FormProblem[] } | null {
  const valueOf = (index: number): CompareValue => axes[index]!.values[at[index]!]!;
  const modelAxis = axes.findIndex(({ kind }) => kind === 'model');
  const own =
    modelAxis < 0 ? forms[0] : forms.find(({ model }) => model.model === valueOf(modelAxis));
  if (!own) return null;
  const { plan, model, draft, schema } = own;
  const overrides: InputValues = { ...draft.input };
  const compared = new Map<string, InputValue>();
  for (const [index, { kind }] of axes.entries()) {
    if (kind === 'model') continue;
    if (kind === 'prompt' || kind === 'negativePrompt') {
      if (!plan[kind]) return null;
      continue;
    }
    const field = fieldOf(plan, kind);
    if (!field) return null;
    // Another engine's word for it, where what is compared was chosen in that one's form.
    const value = kind === 'seed' ? valueOf(index) : ownValue(kind, field.property, valueOf(index));
    compared.set(field.name, value);
    overrides[field.name] = value;
  }
  if (plan.prompt) overrides[plan.prompt.name] = wordsAt(form.prompt, axes, at, 'prompt');
  const { negativePrompt } = plan;
  // Words that the form has by default are each model's own.
  if (negativePrompt && Object.hasOwn(draft.input, negativePrompt.name)) {
    overrides[negativePrompt.name] = wordsAt(form.negativePrompt, axes, at, 'negativePrompt');
  }
  // One picture for each combination: more of them would be other seeds.
  const count = plan.fields.find(({ role }) => role === 'count');
  if (count) overrides[count.name] = Math.min(...allowedCounts(count, model));

  const styles = new Set(plan.fields.flatMap(({ name, role }) => (role === 'style' ? name : [])));
  const filled = new Set(draft.sources.map(({ field }) => field));
  const hasSource = draft.sources.some(({ field }) => !styles.has(field));
  const values = effectiveValues(plan, model, overrides, hasSource, filled);
  for (const [name, value] of compared) if (!Object.is(values[name], value)) return null;
  const problems = formProblems(schema, plan, values, filesIn(draft.sources, form.arriving));
  if (problems.some(({ field }) => compared.has(field.name))) return null;
  return { form: own, values, problems };
}

/** What a press would ask for, as the form and its choices stand. */
export function planComparison(form: CompareForm, choices: CompareChoices): ComparePlan {
  const forms = formsOf(form, choices);
  const axes = axesOf(form, choices, forms);
  const sizes = axes.map(({ values }) => values.length);
  const count = countOf(form, axes);
  const isTooMany = count > compareCombinationsMax;
  const problems = new Map<string, FormProblem>();
  const efforts: Effort[] = [];
  const cells = (isTooMany ? [] : combinations(sizes, compareCombinationsMax)).flatMap(
    (at, cell): PlannedCell[] => {
      const planned = cellAt(form, forms, axes, at);
      if (!planned) return [];
      const { values } = planned;
      for (const problem of planned.problems) problems.set(problem.field.name, problem);
      efforts.push(effortOf(planned.form.model.model, values));
      const cost = formCost(planned.form.plan, planned.form.model, values, form.sizes);
      return [{ cell, at, form: planned.form, values, cost }];
    },
  );
  const offered = (setting: ComparedField) =>
    setting === 'model' || fieldsOf(forms, setting).length > 0;
  const wanted = isChosen(choices, 'model') ? (choices.model?.selected ?? []) : [];
  return {
    forms,
    axes,
    sizes,
    count,
    cells,
    cost: cells.reduce((sum, { cost }) => sum + cost, 0),
    efforts,
    empty: emptySettings(choices).filter(offered),
    problems: [...problems.values()],
    isTooMany,
    unknownModels: wanted.map(String).filter((name) => !form.schemas.has(name)),
    strangeLoras: strangeLorasOf(forms),
  };
}

function strangeLorasOf(forms: readonly ModelForm[]): string[] {
  const names = forms.flatMap(({ plan, draft }) => {
    const chosen = draft.input['loras'];
    const field = plan.fields.find(({ role }) => role === 'loras');
    if (!Array.isArray(chosen)) return [];
    return field ? partedLoras(field, chosen).strange : chosen.map(String);
  });
  return [...new Set(names.map((entry) => entry.split(':')[0] ?? entry))];
}
