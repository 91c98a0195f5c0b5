import { matchLanguage } from '../../src/domain/languages.ts';
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
import type { Offer } from './offer.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { FindCaller } from '../http/caller.ts';
import { groupStatus, readModelStatus } from './status.ts';

/** The first of our languages that the caller names; Chinese is the product's default. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return matchLanguage((acceptLanguage ?? '').split(','));
}

export interface ModelOptions {
  catalogue: Catalogue;
  offer: Offer;
  names: ModelNames;
  /** Models that made a person's works. */
  modelsUsedBy: (userId: number) => Promise<string[]>;
  database: Database;
  findCaller: FindCaller;
}

export function mountModels(mount: Mount, options: ModelOptions): void {
  const { catalogue, offer, database, findCaller } = options;
  // Whoever is not signed in, or not any more, sees what everybody sees.
  const caller = (header: (name: string) => string | undefined) =>
    findCaller(header(headerNames.userKey), header(headerNames.userToken));
  const view = createQueueView(database);
  const seldomChanges = { etag: true };
  mount(
    contract.listModels,
    async ({ header }) =>
      offer.list(await caller(header), preferredLanguage(header('Accept-Language'))),
    seldomChanges,
  );

  mount(
    contract.getModelSchema,
    ({ body }) => {
      const offered = catalogue.find(body.model);
      const schema = offered && catalogue.schema(offered, body.lang);
      if (!schema) throw notFound('Model');
      return schema;
    },
    seldomChanges,
  );

  mount(
    contract.listModelSchemas,
    async ({ query, header }) =>
      Object.fromEntries(
        offer.list(await caller(header), query.lang).flatMap(({ model }) => {
          const offered = catalogue.find(model);
          const schema = offered && catalogue.schema(offered, query.lang);
          return schema ? [[model, schema] as const] : [];
        }),
      ),
    seldomChanges,
  );

  mount(
    contract.listTemplates,
    async ({ query, header }) => {
      const models = new Set(
        offer.list(await caller(header), query.lang).map(({ model }) => model),
      );
      return catalogue.engines.flatMap((engine) =>
        (engine.templates?.() ?? []).flatMap(({ model: id, base }) => {
          const offered = catalogue.find(id);
          if (offered?.engine !== engine || !models.has(id)) return [];
          const { cover, uid } = offered.model;
          const { label, description } = modelTexts(offered.model, query.lang);
          return {
            id,
            name: label,
            description,
            cover,
            model: base,
            schema: engine.schema(id, query.lang),
            schema_base: engine.schema(base, query.lang),
            uid,
          };
        }),
      );
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
