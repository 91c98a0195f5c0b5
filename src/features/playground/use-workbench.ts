import { useEffect, useRef, useState } from 'react';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { MediaId } from '../../domain/ids.ts';
import {
  modelsForType,
  trainedStyleField,
  type InputValue,
  type InputValues,
  type Language,
  type ModelItem,
  type ModelSchema,
} from '../../domain/model.ts';
import { saveDraft } from '../../db/drafts.ts';
import { DraftKeeper, type Draft } from './draft-keeper.ts';
import { chooseModel } from './choose-tool.ts';
import { planForm, type FormField, type FormPlan } from './form-plan.ts';
import {
  effectiveValues,
  fieldDefault,
  formCost,
  formProblems,
  overridesForOtherModel,
  withValue,
  type FormProblem,
} from './form-values.ts';
import { useSchema } from './live-data.ts';

/** The form of one tool: what is in it, what is missing, and the verbs that change it. */
export interface Workbench {
  type: GeneratorType;
  model: ModelItem;
  /** Models of this tool, the default first. */
  models: ModelItem[];
  /** Null until the schema is on the device. */
  schema: ModelSchema | null;
  plan: FormPlan | null;
  draft: Draft;
  values: InputValues;
  problems: FormProblem[];
  cost: number;
  changed: (field: FormField) => boolean;
  setValue: (field: FormField, value: InputValue) => void;
  setSize: (width: number, height: number) => void;
  reset: (fields: readonly FormField[]) => void;
  setSource: (field: string, mediaId: MediaId | null) => void;
  /** Keeps the draft under another model's name, by the specification's rule of what starts anew. */
  takeModel: (model: string) => void;
  flush: () => Promise<void>;
}

/** Element that gets the focus when this field is why one cannot generate. */
export function fieldId(name: string): string {
  return `playground-${name}`;
}

/** A draft without a trained style when it comes from a model that takes others, or none (spec 1, section 4). */
function fitting(draft: Draft, models: readonly ModelItem[], model: ModelItem): Draft {
  const before = models.find((candidate) => candidate.model === draft.model);
  if (!before || (before.lorabase ?? null) === (model.lorabase ?? null)) return draft;
  return { ...draft, sources: draft.sources.filter(({ field }) => field !== trainedStyleField) };
}

/** @returns null when no model serves the tool */
export function useWorkbench({
  type,
  models,
  modelInUrl,
  language,
  initial,
}: {
  type: GeneratorType;
  models: readonly ModelItem[];
  modelInUrl: string | undefined;
  language: Language;
  initial: Draft;
}): Workbench | null {
  const [kept, setDraft] = useState<Draft>(initial);
  const model = chooseModel(models, type, modelInUrl, kept.model);
  const schema = useSchema(model?.model ?? null, language) ?? null;
  const [keeper] = useState(() => new DraftKeeper(type, saveDraft));

  useEffect(() => {
    // The last moments in which a page may still write: hidden comes first, also on phones.
    const leave = () => void keeper.flush();
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [keeper]);

  // An undo or a finished upload comes later than the render that made its callback: always change the newest.
  const newest = useRef(initial);
  function change(update: (draft: Draft) => Draft) {
    newest.current = update(model ? fitting(newest.current, models, model) : newest.current);
    setDraft(newest.current);
    keeper.keep(newest.current);
  }

  if (!model) return null;
  const plan = schema ? planForm(schema, model) : null;
  const draft = fitting(kept, models, model);
  const filled = new Set(draft.sources.map((source) => source.field));
  const styles = new Set(plan?.fields.flatMap(({ name, role }) => (role === 'style' ? name : [])));
  const isPictured = ({ sources }: Draft) => sources.some(({ field }) => !styles.has(field));
  const hasSource = isPictured(draft);
  const values = plan ? effectiveValues(plan, model, draft.input, hasSource, filled) : {};

  return {
    type,
    model,
    models: modelsForType(models, type),
    schema,
    plan,
    draft,
    values,
    problems: schema && plan ? formProblems(schema, plan, values, filled) : [],
    cost: plan ? formCost(plan, model, values) : 0,
    changed: (field) =>
      styles.has(field.name)
        ? filled.has(field.name)
        : Object.hasOwn(draft.input, field.name) &&
          !Object.is(values[field.name], fieldDefault(field, model, hasSource)),
    setValue: (field, value) =>
      change((now) => ({
        ...now,
        model: model.model,
        input: withValue(now.input, field.name, value, fieldDefault(field, model, isPictured(now))),
      })),
    setSize: (width, height) =>
      change((now) => {
        let input = now.input;
        for (const [field, value] of [
          [plan?.width, width],
          [plan?.height, height],
        ] as const) {
          if (field)
            input = withValue(
              input,
              field.name,
              value,
              fieldDefault(field, model, isPictured(now)),
            );
        }
        return { ...now, model: model.model, input };
      }),
    reset: (fields) => {
      const names = new Set(fields.map((field) => field.name));
      change((now) => ({
        ...now,
        model: model.model,
        input: Object.fromEntries(Object.entries(now.input).filter(([name]) => !names.has(name))),
        sources: now.sources.filter(({ field }) => !names.has(field)),
      }));
    },
    setSource: (field, mediaId) => {
      change((now) => {
        const others = now.sources.filter((source) => source.field !== field);
        return {
          ...now,
          model: model.model,
          sources: mediaId === null ? others : [...others, { field, mediaId }],
        };
      });
      // A picture is worth more than the pause after a key.
      void keeper.flush();
    },
    takeModel: (name) => {
      if (name === model.model) return;
      const next = models.find((candidate) => candidate.model === name);
      change((now) => ({
        ...(next ? fitting(now, models, next) : now),
        model: name,
        input: overridesForOtherModel(now.input, plan, isPictured(now)),
      }));
    },
    flush: () => keeper.flush(),
  };
}
