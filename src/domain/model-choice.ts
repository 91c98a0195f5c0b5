import type { GeneratorType } from './generator-types.ts';
import { modelsForType, type ModelItem } from './model.ts';
import { modeOf } from './tool-entries.ts';

/**
 * Spec 1, section 4: tools that may show one model only, with the name of that model (section 9). Where none of this
 * name is there, it is the one that the tool starts with.
 */
const singleModels: Readonly<Partial<Record<GeneratorType, string>>> = {
  Img2Img: 'SDXL Controlnet',
  ProductImg: 'AD Inpaint',
};
const singleModelTypes = Object.keys(singleModels) as GeneratorType[];

const called = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');

/** Models that a list offers: older versions stand within the card of the newest, invisible ones nowhere. */
export function isOffered({ invisible, newest_version }: ModelItem): boolean {
  return !invisible && (newest_version ?? null) === null;
}

/**
 * The models of a device in single-model mode: of the tools that have it, the one that they start with, their modes,
 * and what a link names.
 */
export function inSingleModelMode<Model extends ModelItem>(
  models: readonly Model[],
  named: string | undefined,
): Model[] {
  const firsts = new Map(
    singleModelTypes.map((type) => {
      const plain = modelsForType(models, type).filter(
        (model) => modeOf(model) === null && isOffered(model),
      );
      const there = plain.filter(({ available }) => available);
      const named = there.find(({ name }) => called(name) === called(singleModels[type] ?? ''));
      return [type, named ?? there[0] ?? plain[0]];
    }),
  );
  return models.flatMap((model) => {
    if (model.model === named || modeOf(model) !== null) return [model];
    const types = model.type.split(',') as GeneratorType[];
    const left = types.filter((type) => !firsts.has(type) || firsts.get(type) === model);
    if (left.length === types.length) return [model];
    return left.length === 0 ? [] : [{ ...model, type: left.join(',') }];
  });
}

/** Models that Random picks from: those that can be used now, in the same mode, with the same pictures. */
export function randomCandidates<Model extends ModelItem>(
  models: readonly Model[],
  current: ModelItem,
): Model[] {
  return models.filter(
    (model) =>
      model.available &&
      isOffered(model) &&
      modeOf(model) === modeOf(current) &&
      model.upload === current.upload &&
      model.mask === current.mask,
  );
}

/**
 * The model that Random picks, each as likely as the others.
 * @param random 0 ≤ … < 1
 * @returns null where there is no choice
 */
export function pickAtRandom<Model extends ModelItem>(
  models: readonly Model[],
  current: ModelItem,
  random: () => number = Math.random,
): Model | null {
  const candidates = randomCandidates(models, current);
  if (candidates.length < 2) return null;
  return candidates[Math.floor(random() * candidates.length)] ?? null;
}

/**
 * Spec 1, section 2: the URL's model if it serves the tool, else the one used last here, else the default one. A mode has an entry of
 * its own: without its name in the URL one is in the plain tool, where it has such a model.
 */
export function chooseModel<Model extends ModelItem>(
  models: readonly Model[],
  type: GeneratorType,
  inUrl: string | undefined,
  inDraft: string | null,
): Model | null {
  const candidates = modelsForType(models, type);
  const named = (name: string | null | undefined) =>
    candidates.find((model) => model.model === name);
  const inTool = candidates.filter((model) => modeOf(model) === null);
  const plain = inTool.filter(isOffered);
  return (
    named(inUrl) ??
    (inTool.length === 0 ? candidates : inTool).find((model) => model.model === inDraft) ??
    plain.find((model) => model.available) ??
    plain[0] ??
    candidates.find((model) => model.available) ??
    candidates[0] ??
    null
  );
}
