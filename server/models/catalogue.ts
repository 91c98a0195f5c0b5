import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import { textIn } from '../../src/domain/languages.ts';
import type { Language } from '../../src/domain/languages.ts';
import { modelStyleNames } from '../../src/domain/model-style-names.ts';
import type { ModelItem, ModelSchema } from '../../src/domain/model.ts';
import { EngineError } from '../engines/contract/engine.ts';
import type { Engine, EngineModel } from '../engines/contract/engine.ts';

export interface OfferedModel {
  engine: Engine;
  model: EngineModel;
}

/** The models of all engines; a name that two engines offer belongs to the first. */
export interface Catalogue {
  engines: readonly Engine[];
  list(language: Language): ModelItem[];
  find(model: string): OfferedModel | null;
  engine(name: string): Engine | null;
  schema(offered: OfferedModel, language: Language): ModelSchema | null;
}

/** @param sizes of models for which the deployment sets them; they hold instead of the model's own */
export function createCatalogue(
  engines: readonly Engine[],
  sizes: () => DeploymentSettings['allow_dimensions'],
): Catalogue {
  const offered = (): Map<string, OfferedModel> => {
    const found = new Map<string, OfferedModel>();
    const chosen = new Map(Object.entries(sizes()));
    for (const engine of engines) {
      for (const model of engine.models()) {
        if (found.has(model.model)) continue;
        const allowed = chosen.get(model.model) ?? model.allow_dimensions;
        found.set(model.model, { engine, model: { ...model, allow_dimensions: allowed } });
      }
    }
    return found;
  };
  return {
    engines,
    list(language) {
      return [...offered().values()].map(({ engine, model }, value) => {
        const reason = engine.unavailableReason(model.model);
        return {
          ...model,
          value,
          label: textIn({ cn: model.label_cn, en: model.label_en }, language),
          dstyle: model.style ? textIn(modelStyleNames[model.style], language) : '',
          engine: engine.name,
          available: reason === null,
          unavailable_reason: reason,
        };
      });
    },
    find: (model) => offered().get(model) ?? null,
    engine: (name) => engines.find((engine) => engine.name === name) ?? null,
    schema({ engine, model }, language) {
      try {
        return engine.schema(model.model, language);
      } catch (error) {
        if (error instanceof EngineError && error.code === 'not-found') return null;
        throw error;
      }
    },
  };
}
