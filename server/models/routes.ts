import * as contract from '../../src/api/contract/models.ts';
import type { Language } from '../../src/domain/model.ts';
import type { App, Mount } from '../http/mount.ts';
import { notFound } from '../http/problem.ts';
import type { Catalogue } from './catalogue.ts';

/** The first of our languages that the caller names; Chinese is the product's default. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    if (part.trim().startsWith('zh')) return 'cn';
    if (part.trim().startsWith('en')) return 'en';
  }
  return 'cn';
}

export function mountModels(app: App, mount: Mount, catalogue: Catalogue): void {
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

  // Nobody can make templates or LoRAs on this platform yet, so there are none.
  mount(contract.listTemplates, () => [], seldomChanges);
  app.get('/lora.json', (context) => context.json([]));
}
