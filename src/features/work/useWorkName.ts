import { useLingui } from '@lingui/react/macro';
import type { WorkRow } from '../../db/schema.ts';
import { useNamedModels } from '../../live/useModels.ts';
import { modelName } from '../../words/model-names.ts';
import { toolWords } from '../../words/tools.ts';

/** What a work is called where it is shown: by its prompt, by what made it, or, of files that tell neither, by its tool. */
export function useWorkName(
  work: Pick<WorkRow, 'prompt' | 'jobType' | 'model' | 'modelLabel'>,
): string {
  const { t, i18n } = useLingui();
  const madeWith = modelName(work, useNamedModels(), i18n.locale);
  if (work.prompt.trim() !== '') return work.prompt.trim();
  return madeWith === '' ? i18n._(toolWords[work.jobType].label) : t`Work made with ${madeWith}`;
}
