import { matchLanguage } from '../../src/domain/languages.ts';
import { schemaOfApp } from '../../src/domain/apps.ts';
import { modelTexts } from '../../src/domain/model.ts';
import * as contract from '../../src/api/contract/models.ts';
import type { Language } from '../../src/domain/languages.ts';
import type { Database } from '../database/connect.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/problem.ts';
import { createQueueView } from '../queue/view.ts';
import type { Catalogue } from './catalogue.ts';
import { loraItemOf } from './lora-item.ts';
import type { ModelNames } from './names.ts';
import { findNamed, listApps } from './people-apps.ts';
import type { PeopleApps } from './people-apps.ts';
import type { Offer } from './offer.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { Caller, FindCaller } from '../http/caller.ts';
import { groupStatus, readModelStatus } from './status.ts';

/** The first of our languages that the caller names; Chinese is the product's default. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return matchLanguage((acceptLanguage ?? '').split(','));
}

/** Of people's apps, the newest: all of them are listed page by page. */
const templatesMost = 100;

export interface ModelOptions {
  catalogue: Catalogue;
  offer: Offer;
  apps: PeopleApps;
  names: ModelNames;
  /** Models that made a person's works. */
  modelsUsedBy: (userId: number) => Promise<string[]>;
  database: Database;
  findCaller: FindCaller;
}

export function mountModels(mount: Mount, options: ModelOptions): void {
  const { catalogue, offer, apps, database, findCaller } = options;
  // Whoever is not signed in, or not any more, sees what everybody sees.
  const caller = (header: (name: string) => string | undefined) =>
    findCaller(header(headerNames.userKey), header(headerNames.userToken));
  const view = createQueueView(database);
  const seldomChanges = { etag: true };
  type Header = (name: string) => string | undefined;

  /** What engines offer to whoever asks, their own apps, and those that they name. */
  async function listWithApps(header: Header, asked: string | undefined, language: Language) {
    const person = await caller(header);
    const models = offer.list(person, language);
    const seen = await apps.seenBy(person, asked?.split(',') ?? []);
    return [...models, ...listApps(models, seen)].map((model, value) => ({ ...model, value }));
  }

  mount(
    contract.listModels,
    async ({ header, query }) =>
      listWithApps(header, query.apps, preferredLanguage(header('Accept-Language'))),
    seldomChanges,
  );

  mount(
    contract.getModelSchema,
    async ({ body }) => {
      const schema = (await findNamed(catalogue, apps, body.model))?.schema(body.lang);
      if (!schema) throw notFound('Model');
      return schema;
    },
    seldomChanges,
  );

  async function schemasOf(
    person: Caller | null,
    { lang, apps: asked }: { lang: Language; apps?: string | undefined },
  ) {
    const models = offer.list(person, lang);
    const seen = await apps.seenBy(person, asked?.split(',') ?? []);
    const ofModels = models.flatMap(({ model }) => {
      const offered = catalogue.find(model);
      const schema = offered && catalogue.schema(offered, lang);
      return schema ? [[model, schema] as const] : [];
    });
    const known = new Map(ofModels);
    const shown = new Set(listApps(models, seen).map(({ model }) => model));
    const ofApps = seen.flatMap((app) => {
      const base = known.get(app.model);
      return base && shown.has(app.id) ? [[app.id, schemaOfApp(base, app.fields)] as const] : [];
    });
    return Object.fromEntries([...ofModels, ...ofApps]);
  }

  mount(
    contract.listModelSchemas,
    async ({ query, header }) => schemasOf(await caller(header), query),
    seldomChanges,
  );

  mount(
    contract.listTemplates,
    async ({ query: { lang }, header }) => {
      const offered = offer.list(await caller(header), lang);
      const models = new Set(offered.map(({ model }) => model));
      const engines = catalogue.engines.flatMap((engine) =>
        (engine.templates?.() ?? []).flatMap(({ model: id, base }) => {
          const found = catalogue.find(id);
          if (found?.engine !== engine || !models.has(id)) return [];
          const { cover, uid } = found.model;
          const { label, description } = modelTexts(found.model, lang);
          return {
            id,
            name: label,
            description,
            cover,
            model: base,
            schema: engine.schema(id, lang),
            schema_base: engine.schema(base, lang),
            uid,
          };
        }),
      );
      const listed = await apps.listed(templatesMost);
      const shown = new Set(listApps(offered, listed).map(({ model }) => model));
      const people = listed.flatMap(({ id, name, description, cover, model, fields, uid }) => {
        const base = catalogue.find(model);
        const schema = base && shown.has(id) && catalogue.schema(base, lang);
        if (!schema) return [];
        const said = { id, name, description, cover, model, uid };
        return { ...said, schema: schemaOfApp(schema, fields), schema_base: schema };
      });
      return [...engines, ...people];
    },
    seldomChanges,
  );

  mount(
    contract.listLoras,
    ({ query, header }) => {
      const language = query.lang ?? preferredLanguage(header('Accept-Language'));
      return catalogue.engines
        .flatMap((engine) => engine.loras?.() ?? [])
        .map((lora, value) => loraItemOf(lora, value, language));
    },
    seldomChanges,
  );
  const promptsIn = (language: Language) =>
    catalogue.engines.flatMap((engine) => engine.prompts?.(language) ?? []);
  mount(contract.listPrompts, () => promptsIn('cn'), seldomChanges);
  mount(contract.listEnglishPrompts, () => promptsIn('en'), seldomChanges);

  mount(
    contract.listModelNames,
    async ({ user }) => options.names.of(await options.modelsUsedBy(user.id)),
    seldomChanges,
  );

  mount(contract.modelStatus, async ({ query, header }) => {
    const language = preferredLanguage(header('Accept-Language'));
    const statuses = await readModelStatus(database, view, catalogue, language);
    if (query.group === '0') return statuses;
    return groupStatus(statuses, (model) => catalogue.find(model)?.model.name ?? model);
  });
}
