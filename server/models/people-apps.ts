import { appOfSchema, givenToApp, modelOfApp, schemaOfApp } from '../../src/domain/apps.ts';
import type { AppRecipe } from '../../src/domain/apps.ts';
import type { Language } from '../../src/domain/languages.ts';
import type { InputValues, ModelItem, ModelSchema } from '../../src/domain/model.ts';
import type { EngineModel } from '../engines/contract/engine.ts';
import type { Catalogue, OfferedModel } from './catalogue.ts';

/** Apps that people made, wherever they are kept. */
export interface PeopleApps {
  find(id: string): Promise<AppRecipe | null>;
  /** Somebody's own, and those of these ids that there are. */
  seenBy(person: { id: number } | null, ids: readonly string[]): Promise<AppRecipe[]>;
  /** What everybody is shown, the newest first. */
  listed(most: number): Promise<AppRecipe[]>;
}

/** What a request names: a model of an engine, or an app that somebody made of one. */
export interface NamedModel {
  /** What runs. */
  offered: OfferedModel;
  /** What is asked for: its price, its inputs and its names. */
  model: EngineModel;
  /** Null for a model itself. */
  app: AppRecipe | null;
  schema(language: Language): ModelSchema | null;
  /** What of somebody's values counts. */
  given(schema: ModelSchema, input: InputValues): InputValues;
}

/** Looks a name up among models and apps; an app whose model is gone is gone with it. */
export async function findNamed(
  catalogue: Catalogue,
  apps: PeopleApps,
  name: string,
): Promise<NamedModel | null> {
  const offered = catalogue.find(name);
  if (offered) {
    return {
      offered,
      model: offered.model,
      app: null,
      schema: (language) => catalogue.schema(offered, language),
      given: (_schema, input) => input,
    };
  }
  const id = appOfSchema(name);
  const app = id === null ? null : await apps.find(id);
  const base = app && catalogue.find(app.model);
  if (!base) return null;
  return {
    offered: base,
    model: modelOfApp(base.model, app),
    app,
    schema(language) {
      const schema = catalogue.schema(base, language);
      return schema && schemaOfApp(schema, app.fields);
    },
    given: givenToApp,
  };
}

/** Apps in the list of models; those whose model this person may not use as that tool are left out. */
export function listApps(models: readonly ModelItem[], apps: readonly AppRecipe[]): ModelItem[] {
  const bases = new Map(models.map((model) => [model.model, model]));
  return apps.flatMap((app) => {
    const base = bases.get(app.model);
    return base?.type.split(',').includes(app.tool) ? [modelOfApp(base, app)] : [];
  });
}
