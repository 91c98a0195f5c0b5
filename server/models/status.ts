import type * as z from 'zod/mini';

import type { modelStatus } from '../../src/api/contract/models.ts';
import type { Language } from '../../src/domain/languages.ts';
import { modelTexts } from '../../src/domain/model.ts';
import type { ModelItem } from '../../src/domain/model.ts';
import type { Database } from '../database/connect.ts';
import { modelLoads } from '../queue/service.ts';
import type { QueueView } from '../queue/view.ts';
import type { Catalogue } from './catalogue.ts';

type Status = z.infer<typeof modelStatus.ok.schema>[number];

/** The AI Horde says this of a model that nobody serves. */
const noneEtaSeconds = 10_000;

/** What a model makes: by what it is listed under, else by its first purpose. */
function kindOf({ type: types, gen_type: listed }: ModelItem): Status['type'] {
  if (listed.toLowerCase() === '3d') return '3d';
  const [first = ''] = types.split(',');
  if (first.endsWith('Video')) return 'video';
  if (/Voice$|Music$/.test(first)) return 'audio';
  return first === 'Train' ? 'model' : 'image';
}

/** How busy each model is, by one query over the jobs that have not ended. */
export async function readModelStatus(
  database: Database,
  view: QueueView,
  catalogue: Catalogue,
  language: Language,
): Promise<Status[]> {
  const busy = await modelLoads(database);
  const statusOf = async (item: ModelItem): Promise<Status> => {
    const load = busy.get(item.model);
    const engine = catalogue.engine(item.engine);
    const slots = item.available ? (engine?.concurrency ?? 0) : 0;
    const estimate = engine?.estimateSeconds({ model: item.model, input: {}, outputs: 1 }) ?? 0;
    const seconds = estimate * (await view.timing(item.engine, item.model));
    return {
      name: item.model,
      type: kindOf(item),
      description: modelTexts(item, language).description,
      performance: slots === 0 || seconds <= 0 ? 0 : Math.round(600 / seconds) / 10,
      count: slots,
      jobs: load?.jobs ?? 0,
      queued: load?.outputs ?? 0,
      eta: slots === 0 ? noneEtaSeconds : Math.round((load?.seconds ?? 0) / slots),
    };
  };
  return Promise.all(catalogue.list(language).map(statusOf));
}

/** Models that are called the same, e.g. one for each of their purposes, as one entry. */
export function groupStatus(
  statuses: readonly Status[],
  nameOf: (model: string) => string,
): Status[] {
  return [...Map.groupBy(statuses, ({ name }) => nameOf(name))].map(([name, group]) => ({
    name,
    type: group[0]?.type ?? 'image',
    description: group[0]?.description ?? '',
    performance: Math.max(...group.map(({ performance }) => performance)),
    count: Math.max(...group.map(({ count }) => count)),
    jobs: group.reduce((sum, { jobs: each }) => sum + each, 0),
    queued: group.reduce((sum, { queued }) => sum + queued, 0),
    eta: Math.min(...group.map(({ eta }) => eta)),
  }));
}
