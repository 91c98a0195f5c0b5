import { Trans } from '@lingui/react/macro';
import type { FormProblem } from './form-values.ts';

/** One short reason, in the words of the field it belongs to (spec 1, section 5). */
export function ProblemWords({ entry }: { entry: FormProblem }) {
  const title = entry.field.property.title;
  const limit = 'limit' in entry ? entry.limit : undefined;
  switch (entry.problem) {
    case 'required':
      if (entry.field.role === 'prompt') return <Trans>Write what you'd like first.</Trans>;
      if (entry.field.role === 'source') return <Trans>{title}: choose one first.</Trans>;
      if (entry.field.role === 'mask') return <Trans>Please mark the area to be inpainted.</Trans>;
      return <Trans>Fill in {title}.</Trans>;
    case 'too-long':
      if (entry.field.role === 'prompt')
        return <Trans>The prompt is too long: {limit} characters at most.</Trans>;
      return (
        <Trans>
          {title} is too long: {limit} characters at most.
        </Trans>
      );
    case 'too-short':
      return (
        <Trans>
          {title} is too short: {limit} characters at least.
        </Trans>
      );
    case 'too-small':
      return (
        <Trans>
          {title}: {limit} at least.
        </Trans>
      );
    case 'too-large':
      return (
        <Trans>
          {title}: {limit} at most.
        </Trans>
      );
    case 'not-a-step':
      return (
        <Trans>
          {title} goes in steps of {limit}.
        </Trans>
      );
    case 'not-a-seed':
      return <Trans>A seed is a whole number up to 4294967295.</Trans>;
    case 'not-allowed':
    case 'wrong-type':
      return <Trans>{title} has a value this model doesn't take.</Trans>;
  }
}
