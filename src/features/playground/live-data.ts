import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { calmly } from '../../db/calm.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { MediaId, UserKey, WorkId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { languages, type Language, type ModelItem, type ModelSchema } from '../../domain/model.ts';
import { getBalance, getModels, getModelSchema } from '../../db/caches.ts';
import { listGenerateIntents, listIntentsInStages } from '../../db/intents.ts';
import { getMedia, getOriginal } from '../../db/media.ts';
import type { Balance, MediaRow, Session, ThumbnailRow, WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getThumbnail } from '../../db/thumbnails.ts';
import { getWorks, listWorks } from '../../db/works.ts';

/** Live reads of the device's truth. `undefined` is "not read yet", `null` is "not there". */

export function useModels(): ModelItem[] | null | undefined {
  return useLiveQuery(async () => (await getModels()) ?? null, []);
}

/**
 * A model's schema in a language; until that arrives, in the other one: offline, a form in the wrong language
 * is better than none.
 */
export function useSchema(
  model: string | null,
  language: Language,
): ModelSchema | null | undefined {
  const found = useLiveQuery(async () => {
    if (model === null) return { model, schema: null };
    const wanted = [language, ...languages.filter((other) => other !== language)];
    for (const candidate of wanted) {
      const schema = await getModelSchema(model, candidate);
      if (schema) return { model, schema };
    }
    return { model, schema: null };
  }, [model, language]);
  // Between two models the hook still gives the answer for the one before.
  return found?.model === model ? found.schema : undefined;
}

export function useSession(): Session | null | undefined {
  return useLiveQuery(() => getSession(), []);
}

export function useBalance(): Balance | null {
  return useLiveQuery(async () => (await getBalance())?.value ?? null, []) ?? null;
}

/** Credits of requests that the platform has not counted yet: they will be taken before the next one's. */
export function useHeldCredits(owner: UserKey | null): number {
  return (
    useObservable(
      () =>
        calmly(['intents'], async () => {
          if (owner === null) return 0;
          const rows = await listIntentsInStages(owner, ['saved', 'uploading']);
          return rows.reduce(
            (sum, row) => sum + (row.kind === 'generate' ? row.payload.cost : 0),
            0,
          );
        }),
      [owner],
    ) ?? 0
  );
}

/** The newest requests of one tool, newest first. */
export function useRequests(
  owner: UserKey | null | undefined,
  type: GeneratorType,
): GenerateIntent[] | undefined {
  const read = async () => {
    // Who is signed in is not read yet: say nothing rather than "nothing there".
    if (owner === undefined) return undefined;
    if (owner === null) return [];
    // Enough to fill the strip also where several tools are used in turn.
    const rows = await listGenerateIntents(owner, { limit: 60 });
    return rows.filter((row) => row.payload.jobType === type).slice(0, 12);
  };
  return useObservable(() => calmly(['intents'], read), [owner, type]);
}

/** Seed of the newest work of a tool, for "use the last". */
export function useLastSeed(owner: UserKey | null, type: GeneratorType): string | null {
  return (
    useLiveQuery(async () => {
      if (owner === null) return null;
      const rows = await listWorks({ owner, order: 'newest', limit: 20 });
      return rows.find((work) => work.jobType === type && work.seed !== '')?.seed ?? null;
    }, [owner, type]) ?? null
  );
}

export function useWorks(ids: readonly WorkId[]): WorkRow[] | undefined {
  const key = ids.join(' ');
  return useLiveQuery(() => getWorks(ids), [key]);
}

export function useMedia(id: MediaId | null): MediaRow | null | undefined {
  const found = useLiveQuery(
    async () => ({ id, row: id === null ? null : ((await getMedia(id)) ?? null) }),
    [id],
  );
  return found?.id === id ? found.row : undefined;
}

export function useOriginal(id: WorkId | null): MediaRow | null | undefined {
  const found = useLiveQuery(
    async () => ({ id, row: id === null ? null : ((await getOriginal(id)) ?? null) }),
    [id],
  );
  return found?.id === id ? found.row : undefined;
}

export function useThumbnail(id: WorkId | null): ThumbnailRow | null | undefined {
  const found = useLiveQuery(
    async () => ({ id, row: id === null ? null : ((await getThumbnail(id)) ?? null) }),
    [id],
  );
  return found?.id === id ? found.row : undefined;
}
