import { Trans } from '@lingui/react/macro';
import { FormReasonWords } from '../../words/FormReasonWords.tsx';
import type { FormProblem } from './form-values.ts';

/** One short reason, in the words of the field it belongs to (spec 1, section 5). */
export function ProblemWords({ entry }: { entry: FormProblem }) {
  const { role, property } = entry.field;
  const { title } = property;
  if (entry.reason === 'required') {
    if (role === 'prompt') return <Trans>Write what you'd like first.</Trans>;
    if (role === 'source') return <Trans>{title}: choose one first.</Trans>;
    if (role === 'mask') return <Trans>Please mark the area to be inpainted.</Trans>;
  }
  if (entry.reason === 'too-long' && role === 'prompt') {
    const limit = entry.values?.[0];
    return <Trans>The prompt is too long: {limit} characters at most.</Trans>;
  }
  return <FormReasonWords entry={entry} title={title} />;
}
