import { Plural, useLingui } from '@lingui/react/macro';
import { sentenceGap } from '../../../domain/languages.ts';
import { upfrontReason } from '../../../domain/upfront.ts';
import type { PlannedCell } from '../compare/compare-plan.ts';
import { KudosWords } from './KudosWords.tsx';

/** What the AI Horde would take for all of a comparison that it is asked for, and how many want it in advance. */
export function ComparedKudos({ cells }: { cells: readonly PlannedCell[] }) {
  const { i18n } = useLingui();
  const upfront = cells.filter(({ form, values }) => upfrontReason(form.schema, values)).length;
  const forms = cells.flatMap(({ form, values }) =>
    form.model.place === 'horde' ? [{ ...form, values }] : [],
  );
  return (
    <>
      {upfront > 0 && (
        <>
          <Plural
            value={upfront}
            one="# of them asks for kudos in advance."
            other="# of them ask for kudos in advance."
          />
          {sentenceGap(i18n.locale)}
        </>
      )}
      <KudosWords forms={forms} />
    </>
  );
}
