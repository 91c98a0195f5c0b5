import { useLingui } from '@lingui/react/macro';
import { asLanguage } from '../../domain/languages.ts';
import type { Intent } from '../../domain/intent.ts';
import { useModelSchema } from '../../live/useModelSchema.ts';
import { RefusalWords } from '../../words/RefusalWords.tsx';
import classes from './RequestReasons.module.css';

/** More would hide what can be done about them. */
const mostShown = 4;

/** Which of a request's settings were refused and why, each on a line of its own. */
export function RequestReasons({ intent }: { intent: Intent }) {
  const { i18n } = useLingui();
  const model = intent.kind === 'generate' ? intent.payload.model : null;
  const schema = useModelSchema(model, asLanguage(i18n.locale));
  const reasons = intent.error?.reasons ?? [];
  const titleOf = (field: string | null) => schema?.properties[field ?? '']?.title ?? null;
  return reasons.slice(0, mostShown).map((reason, index) => (
    <span key={`${reason.field} ${reason.reason} ${index}`} className={classes.reason}>
      <RefusalWords reason={reason} title={titleOf(reason.field)} />
    </span>
  ));
}
