import type { OkOf } from '../../src/api/contract/endpoint.ts';
import type { listModelNames } from '../../src/api/contract/models.ts';
import type { Database } from '../database/connect.ts';
import type { EngineModel } from '../engines/contract/engine.ts';
import type { Catalogue } from './catalogue.ts';
import { readNames, writeNames } from './store.ts';

type Called = Pick<EngineModel, 'model' | 'label_cn' | 'label_en'>;

/** What models are called, also those that no engine offers any more. */
export interface ModelNames {
  /** Notes what a model is called now; costs nothing while that is known already. */
  remember(models: readonly Called[]): Promise<void>;
  /** Names of some models; one that was never noted is absent. */
  of(models: readonly string[]): Promise<OkOf<typeof listModelNames>>;
}

export function createModelNames(database: Database, catalogue: Catalogue): ModelNames {
  const noted = new Map<string, string>();
  const namesOf = ({ label_cn, label_en }: Called) => JSON.stringify([label_cn, label_en]);

  async function remember(models: readonly Called[]): Promise<void> {
    const news = models.filter((model) => noted.get(model.model) !== namesOf(model));
    await writeNames(
      database,
      news.map(({ model, label_cn: labelCn, label_en: labelEn }) => ({ model, labelCn, labelEn })),
    );
    for (const model of news) noted.set(model.model, namesOf(model));
  }

  return {
    remember,
    async of(models) {
      // Whoever made something before names were kept has them noted while the model is still there.
      const offered = models.flatMap((model) => catalogue.find(model)?.model ?? []);
      await remember(offered);
      const rows = await readNames(database, models);
      return rows.map(({ model, labelCn: label_cn, labelEn: label_en }) => ({
        model,
        label_cn,
        label_en,
      }));
    },
  };
}
