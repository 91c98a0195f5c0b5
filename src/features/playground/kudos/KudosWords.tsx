import { Trans, useLingui } from '@lingui/react/macro';
import type { KudosEstimate } from '../../../domain/kudos.ts';
import { formatNumber } from '../../../words/intl.ts';
import classes from './KudosWords.module.css';
import { useKudosEstimate, type KudosForm } from './useKudosEstimate.ts';

/** What the AI Horde would take for these requests; nothing while nobody can be asked. */
export function KudosWords({ forms }: { forms: readonly KudosForm[] }) {
  const estimate = useKudosEstimate(forms);
  if (!estimate) return null;
  if (estimate === 'unknown') return <Trans>How many kudos it takes isn't known beforehand.</Trans>;
  return (
    <span className={estimate.isShort ? classes.short : undefined}>
      <Words {...estimate} />
    </span>
  );
}

function Words({ kudos: asked, isShort, left: owned }: KudosEstimate) {
  const { i18n } = useLingui();
  const kudos = formatNumber(Math.ceil(asked), i18n.locale);
  if (owned === null) {
    return isShort ? (
      <Trans comment="The account without a key, which everybody shares, has too few of them">
        Wants {kudos} kudos in advance; the shared account has too few.
      </Trans>
    ) : (
      <Trans comment="The account of everybody who has no key of their own">
        About {kudos} kudos, from the shared account.
      </Trans>
    );
  }
  const left = formatNumber(Math.floor(owned), i18n.locale);
  return isShort ? (
    <Trans>
      Wants {kudos} kudos in advance; you have {left}.
    </Trans>
  ) : (
    <Trans>
      About {kudos} of your {left} kudos.
    </Trans>
  );
}
