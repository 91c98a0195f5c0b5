import * as contract from '../../src/api/contract/models.ts';
import type { Language } from '../../src/domain/model.ts';
import type { Database } from '../database/connect.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/problem.ts';
import type { Catalogue } from './catalogue.ts';
import { groupStatus, readModelStatus } from './status.ts';

/** The first of our languages that the caller names; Chinese is the product's default. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    if (part.trim().startsWith('zh')) return 'cn';
    if (part.trim().startsWith('en')) return 'en';
  }
  return 'cn';
}

export function mountModels(mount: Mount, catalogue: Catalogue, database: Database): void {
  const seldomChanges = { etag: true };
  mount(
    contract.listModels,
    ({ header }) => catalogue.list(preferredLanguage(header('Accept-Language'))),
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
    ({ query }) =>
      Object.fromEntries(
        catalogue.list(query.lang).flatMap(({ model }) => {
          const offered = catalogue.find(model);
          const schema = offered && catalogue.schema(offered, query.lang);
          return schema ? [[model, schema] as const] : [];
        }),
      ),
    seldomChanges,
  );

  mount(
    contract.listTemplates,
    ({ query }) =>
      catalogue.engines.flatMap((engine) =>
        (engine.templates?.() ?? []).flatMap(({ model: id, base }) => {
          const offered = catalogue.find(id);
          if (offered?.engine !== engine) return [];
          const { label_cn: cn, label_en: en, description, cover, uid } = offered.model;
          const isChinese = query.lang === 'cn';
          return {
            id,
            name: isChinese ? cn : en,
            description: isChinese ? description.text : description.text_en,
            cover,
            model: base,
            schema: engine.schema(id, query.lang),
            schema_base: engine.schema(base, query.lang),
            uid,
          };
        }),
      ),
    seldomChanges,
  );

  mount(
    contract.listLoras,
    ({ header }) => {
      const language = preferredLanguage(header('Accept-Language'));
      return catalogue.engines
        .flatMap((engine) => engine.loras?.() ?? [])
        .map(({ name, label }, value) => ({
          value,
          id: name,
          name,
          original_name: name,
          label: label[language],
          image: null,
          // Spec 1, section 3.
          clipStrenth: 1,
          modelStrenth: 0.65,
          tags: [],
          file: name,
        }));
    },
    seldomChanges,
  );
  const promptsIn = (language: Language) =>
    catalogue.engines.flatMap((engine) => engine.prompts?.(language) ?? []);
  mount(contract.listPrompts, () => promptsIn('cn'), seldomChanges);
  mount(contract.listEnglishPrompts, () => promptsIn('en'), seldomChanges);

  mount(contract.modelStatus, async ({ query }) => {
    const statuses = await readModelStatus(database, catalogue);
    if (query.group === '0') return statuses;
    return groupStatus(statuses, (model) => catalogue.find(model)?.model.name ?? model);
  });
}
