import type { Language, ModelItem, ModelSchema } from '../../src/domain/model.ts';
import { EngineError } from '../engines/engine.ts';
import type { Engine, EngineModel } from '../engines/engine.ts';

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

export function createCatalogue(engines: readonly Engine[]): Catalogue {
  const offered = (): Map<string, OfferedModel> => {
    const found = new Map<string, OfferedModel>();
    for (const engine of engines) {
      for (const model of engine.models()) {
        if (!found.has(model.model)) found.set(model.model, { engine, model });
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
          label: language === 'cn' ? model.label_cn : model.label_en,
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
