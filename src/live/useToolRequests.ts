import { useMemo } from 'react';
import { listGenerateIntents } from '../db/intents/lists.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import type { ModelItem } from '../domain/model.ts';
import { modeOf, type ToolMode } from '../domain/tool-entries.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** Enough to fill a strip of `shownMax` also where several tools are used in turn. */
const readMax = 60;
const shownMax = 12;

/**
 * The newest requests of one tool, newest first; undefined until read. Each of a tool's modes has its own: on the way
 * to a model in 3D nobody looks for a poster.
 * @param owner undefined while it is not read yet: that says nothing rather than "nothing there"
 * @param models those that serve the tool
 */
export function useToolRequests(
  owner: UserKey | null | undefined,
  type: GeneratorType,
  models: readonly Pick<ModelItem, 'model' | 'gen_type'>[],
  mode: ToolMode | null,
): GenerateIntent[] | undefined {
  const rows = useThrottledQuery(
    ['intents'],
    async () => {
      if (owner === undefined) return undefined;
      if (owner === null) return [];
      const all = await listGenerateIntents(owner, { limit: readMax });
      return all.filter((row) => row.payload.jobType === type);
    },
    [owner, type],
  );
  return useMemo(() => {
    const isOurs = ({ payload }: GenerateIntent) => {
      const model = models.find((each) => each.model === payload.model);
      return (model ? modeOf(model) : null) === mode;
    };
    return rows?.filter(isOurs).slice(0, shownMax);
  }, [rows, models, mode]);
}
