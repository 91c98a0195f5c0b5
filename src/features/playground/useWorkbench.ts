import { useEffect, useMemo, useRef, useState } from 'react';
import type { CompareChoices } from '../../domain/compare.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { MediaId, UserKey } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import {
  modelsForType,
  trainedStyleField,
  type InputValue,
  type InputValues,
  type ListedModel,
  type ModelItem,
  type ModelSchema,
} from '../../domain/model.ts';
import { hasLarger, withLarger, withoutLarger } from '../../domain/larger-parameters.ts';
import { pickAtRandom, randomCandidates } from '../../domain/model-choice.ts';
import { saveDraft, saveDraftAtOnce } from '../../db/drafts.ts';
import type { MediaSize } from '../../db/media/media.ts';
import type { ChosenKeywords } from '../../db/schema.ts';
import { forgetTyped } from './shell/shell-state.ts';
import { DraftKeeper, type Draft } from './draft-keeper.ts';
import { chooseModel } from '../../domain/model-choice.ts';
import { planForm, type FormField, type FormPlan } from './form-plan.ts';
import {
  effectiveValues,
  fieldDefault,
  formCost,
  filesIn,
  formProblems,
  overridesForOtherModel,
  untouchedValue,
  withValue,
  type FormProblem,
} from './form-values.ts';
import { isLargerForm } from './larger/larger-form.ts';
import { useMediaSizes } from '../../live/useMediaSizes.ts';
import { useModelSchema } from '../../live/useModelSchema.ts';

/** The form of one tool: what is in it, what is missing, and the verbs that change it. */
export interface Workbench {
  /** Whose form it is. */
  owner: UserKey;
  type: GeneratorType;
  model: ListedModel;
  /** Models of this tool, the default first. */
  models: ListedModel[];
  /** Undefined until the device has looked for it, null when it has none. */
  schema: ModelSchema | null | undefined;
  plan: FormPlan | null;
  draft: Draft;
  /** Fields whose file was chosen and is still being made ready. */
  arriving: ReadonlySet<string>;
  values: InputValues;
  problems: FormProblem[];
  cost: number;
  /** Of the files in the form, where they are part of the price. */
  sizes: readonly MediaSize[];
  changed: (field: FormField) => boolean;
  setValue: (field: FormField, value: InputValue) => void;
  setSize: (width: number, height: number) => void;
  reset: (fields: readonly FormField[]) => void;
  setKeywords: (keywords: ChosenKeywords) => void;
  /** Everything at once, as after an undo. */
  takeDraft: (draft: Draft) => void;
  setCompare: (compare: CompareChoices) => void;
  setSource: (field: string, mediaId: MediaId | null) => void;
  /** Changes what files a field has, in their order. */
  setSources: (field: string, update: (mediaIds: MediaId[]) => MediaId[]) => void;
  /**
   * Makes a field's file ready; until that is done, the field counts as filled and a request waits for it.
   * @param work `isNewest` is false where another file was chosen for the field meanwhile; resolves to whether the
   * file could be taken
   */
  takeIn: (field: string, work: (isNewest: () => boolean) => Promise<boolean>) => Promise<void>;
  /** Resolves when no file is being made ready any more, and the form knows them. @returns whether all could be taken */
  untilArrived: () => Promise<boolean>;
  /** Whether a trained style in the form was made for other models than this one. */
  losesStyle: (model: string) => boolean;
  /** Models that Random picks from; fewer than two are no choice. */
  candidates: ListedModel[];
  /**
   * Keeps the draft under another model's name, by the specification's rule of what starts anew.
   * @returns puts what the person had set back into the form; null where nothing of theirs was lost
   */
  takeModel: (model: string) => (() => void) | null;
  /**
   * Lets Random pick the model of the next request, and another one after each.
   * @returns the picked one, and what `takeModel` returns
   */
  takeRandom: () => { model: string; restore: (() => void) | null } | null;
  /** Whether the model has sizes or steps beyond the usual limits, and whether they are switched on. */
  hasLarger: boolean;
  isLarger: boolean;
  setLarger: (isLarger: boolean) => void;
  flush: () => Promise<void>;
  /** What the form would be with other words in its prompt; nothing changes. */
  withPrompt: (text: string) => Pick<Workbench, 'values' | 'problems' | 'cost'>;
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

/** A chosen file that is being made ready. */
interface Take {
  field: string;
}

/** @returns null when no model serves the tool */
export function useWorkbench({
  owner,
  type,
  models,
  modelInUrl,
  language,
  initial,
}: {
  owner: UserKey;
  type: GeneratorType;
  models: readonly ListedModel[];
  modelInUrl: string | undefined;
  language: Language;
  initial: Draft;
}): Workbench | null {
  const [kept, setDraft] = useState<Draft>(initial);
  const model = chooseModel(models, type, modelInUrl, kept.model);
  // Its price grows with them, or the time that this device takes.
  const isSized = model !== null && (model.cost_pixels !== null || model.place === 'device');
  const sizes = useMediaSizes(isSized ? kept.sources.map(({ mediaId }) => mediaId) : []);
  const read = useModelSchema(model?.model ?? null, language);
  const isLarger = read ? isLargerForm(read, kept) : false;
  const schema = useMemo(() => read && withLarger(read, isLarger), [read, isLarger]);
  // Fields that stay the same objects let what shows them stay as it is while somebody types.
  const plan = useMemo(() => (schema && model ? planForm(schema, model) : null), [schema, model]);
  const modelsHere = useMemo(() => modelsForType(models, type), [models, type]);
  const [keeper] = useState(
    () =>
      new DraftKeeper({ owner, type }, async (row) => {
        await saveDraft(row);
        forgetTyped();
      }),
  );

  useEffect(() => {
    // The last moments in which a page may still write. A phone may end a hidden page without a word; a reload
    // hides it only after it has left.
    const leave = () => keeper.leave(saveDraftAtOnce);
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      void keeper.flush();
    };
  }, [keeper]);

  const [takes, setTakes] = useState<readonly Take[]>([]);
  const arrivals = useRef<{ isRefused: boolean; told: ((isTaken: boolean) => void)[] }>({
    isRefused: false,
    told: [],
  });
  useEffect(() => {
    if (takes.length > 0) return;
    const { isRefused, told } = arrivals.current;
    arrivals.current = { isRefused: false, told: [] };
    for (const tell of told) tell(!isRefused);
  }, [takes]);
  const newestTakes = useRef(new Map<string, Take>());

  // An undo or a finished upload comes later than the render that made its callback: always change the newest.
  const newest = useRef(initial);
  function keep(next: Draft) {
    newest.current = next;
    setDraft(next);
    keeper.keep(next);
  }
  function change(update: (draft: Draft) => Draft) {
    keep(update(model ? fitting(newest.current, models, model) : newest.current));
  }

  if (!model) return null;
  const draft = fitting(kept, models, model);
  const filled = new Set(draft.sources.map((source) => source.field));
  const arriving = new Set(takes.map(({ field }) => field));
  const styles = new Set(plan?.fields.flatMap(({ name, role }) => (role === 'style' ? name : [])));
  const isPictured = ({ sources }: Draft) => sources.some(({ field }) => !styles.has(field));
  const hasSource = isPictured(draft);
  const valuesOf = (input: InputValues) =>
    plan ? effectiveValues(plan, model, input, hasSource, filled) : {};
  const filledIn = (values: InputValues) => ({
    values,
    problems:
      schema && plan ? formProblems(schema, plan, values, filesIn(draft.sources, arriving)) : [],
    cost: plan ? formCost(plan, model, values, sizes) : 0,
  });
  const values = valuesOf(draft.input);
  const candidates = randomCandidates(modelsHere, model);

  function take(name: string, isRandom: boolean, startsAnew: boolean): (() => void) | null {
    const next = models.find((candidate) => candidate.model === name) ?? null;
    const before = newest.current.input;
    change((now) => {
      const { isRandom: _, ...kept } = next ? fitting(now, models, next) : now;
      const input = startsAnew
        ? overridesForOtherModel(now.input, plan, isPictured(now), next)
        : now.input;
      return { ...kept, model: name, input, ...(isRandom && { isRandom }) };
    });
    const lost = Object.entries(before).filter(
      ([field]) => !Object.hasOwn(newest.current.input, field),
    );
    if (lost.length === 0) return null;
    return () => {
      const now = newest.current;
      keep({ ...now, input: { ...now.input, ...Object.fromEntries(lost) } });
    };
  }

  const setSources: Workbench['setSources'] = (field, update) => {
    change((now) => {
      const isHere = (source: { field: string }) => source.field === field;
      const here = update(now.sources.filter(isHere).map(({ mediaId }) => mediaId));
      const others = now.sources.filter((source) => !isHere(source));
      const sources = [...others, ...here.map((mediaId) => ({ field, mediaId }))];
      return { ...now, model: model.model, sources };
    });
    // A picture is worth more than the pause after a key.
    void keeper.flush();
  };

  return {
    owner,
    type,
    model,
    models: modelsHere,
    schema,
    plan,
    draft,
    arriving,
    sizes,
    ...filledIn(values),
    withPrompt: (text) =>
      filledIn(valuesOf(plan?.prompt ? { ...draft.input, [plan.prompt.name]: text } : draft.input)),
    changed: (field) =>
      styles.has(field.name)
        ? filled.has(field.name)
        : Object.hasOwn(draft.input, field.name) &&
          !Object.is(values[field.name], untouchedValue(field, model, hasSource)),
    setValue: (field, value) =>
      change((now) => ({
        ...now,
        model: model.model,
        input: withValue(
          now.input,
          field.name,
          value,
          untouchedValue(field, model, isPictured(now)),
        ),
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
    takeDraft: (next) => {
      change(() => next);
      void keeper.flush();
    },
    hasLarger: read ? hasLarger(read) : false,
    isLarger,
    setLarger: (wanted) =>
      change((draft) => {
        const { isLarger: _, ...now } = draft;
        // What was beyond the usual limits would switch it on again.
        const input = wanted || !read ? now.input : withoutLarger(read, now.input);
        return { ...now, model: model.model, input, ...(wanted && { isLarger: true }) };
      }),
    setKeywords: (keywords) => change((now) => ({ ...now, model: model.model, keywords })),
    setCompare: (compare) => change((now) => ({ ...now, model: model.model, compare })),
    setSource: (field, mediaId) => setSources(field, () => (mediaId === null ? [] : [mediaId])),
    setSources,
    takeIn: async (field, work) => {
      const take = { field };
      newestTakes.current.set(field, take);
      setTakes((now) => [...now, take]);
      try {
        const isTaken = await work(() => newestTakes.current.get(field) === take);
        if (!isTaken) arrivals.current.isRefused = true;
      } finally {
        setTakes((now) => now.filter((other) => other !== take));
      }
    },
    untilArrived: () =>
      new Promise((resolve) => {
        arrivals.current.told.push(resolve);
      }),
    losesStyle: (name) => {
      const next = models.find((candidate) => candidate.model === name);
      return (
        next !== undefined && fitting(draft, models, next).sources.length < draft.sources.length
      );
    },
    candidates,
    takeModel: (name) => {
      const isNew = name !== model.model;
      if (!isNew && !draft.isRandom) return null;
      return take(name, false, isNew);
    },
    takeRandom: () => {
      const picked = pickAtRandom(candidates, model);
      if (!picked) return null;
      // What the person sets while Random picks is meant for all that it picks.
      const isNew = !draft.isRandom && picked !== model;
      return { model: picked.model, restore: take(picked.model, true, isNew) };
    },
    flush: () => keeper.flush(),
  };
}
