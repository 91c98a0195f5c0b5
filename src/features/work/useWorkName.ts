import { useLingui } from '@lingui/react/macro';
import type { WorkRow } from '../../db/schema.ts';
import { useNamedModels } from '../../live/useModels.ts';
import { modelName } from '../../words/model-names.ts';
import { workHeading } from '../../words/work-titles.ts';

/** What a work is called where it is shown: by its prompt, by what made it, or, of files that tell neither, by its tool. */
export function useWorkName(
  work: Pick<WorkRow, 'prompt' | 'jobType' | 'origin' | 'mediaType' | 'model' | 'modelLabel'>,
): string {
  const { t, i18n } = useLingui();
  const madeWith = modelName(work, useNamedModels(), i18n.locale);
  if (work.prompt.trim() !== '') return work.prompt.trim();
  return madeWith === '' ? i18n._(workHeading(work)) : t`Work made with ${madeWith}`;
}
