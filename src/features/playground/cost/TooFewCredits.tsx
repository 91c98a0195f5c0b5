import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { inPassing } from '../../../db/in-passing.ts';
import { saveDailyClaim } from '../../../db/intents/intents.ts';
import type { Balance } from '../../../db/schema.ts';
import { cutName } from '../../../domain/cut-name.ts';
import { modelNameMaxCharacters } from '../../../domain/limits.ts';
import { claimDayHere } from '../../../db/claim-day.ts';
import { sentenceGap } from '../../../domain/languages.ts';
import type { UserKey } from '../../../domain/ids.ts';
import { TextLink } from '../../../ui/ButtonLink.tsx';
import { useAppActions } from '../../../ui/useAppActions.ts';
import { useAsOf } from '../../../words/useAsOf.ts';
import { modelTexts } from '../model-texts.ts';
import type { Workbench } from '../useWorkbench.ts';
import noteClasses from '../RequestNote.module.css';
import classes from './cost.module.css';
import { fittingChange } from './savings.ts';
import { makeSmaller, SmallerWords } from './SmallerWords.tsx';

/** That the credits are not enough, and what can be done about it right here. */
export function TooFewCredits({
  bench,
  left,
  balance,
  userKey,
  online,
  onModel,
}: {
  bench: Pick<
    Workbench,
    'plan' | 'model' | 'models' | 'values' | 'sizes' | 'setValue' | 'setSize'
  > & { cost: number };
  /** Credits that nothing else has been promised to. */
  left: number;
  balance: { value: Balance; fetchedAtMs: number };
  userKey: UserKey;
  online: boolean;
  onModel: (model: string) => void;
}) {
  const { i18n } = useLingui();
  const { wakeQueue } = useAppActions();
  const asOf = useAsOf(balance, online);
  const { plan, model, models, values, sizes, cost } = bench;
  const { dailyAmount, claimedToday } = balance.value;
  const canClaim = !claimedToday && dailyAmount > 0;
  const isClaimEnough = canClaim && left + dailyAmount >= cost;
  const change =
    plan && !isClaimEnough ? fittingChange({ plan, model, models, values, sizes }, left) : null;

  const count = change?.what === 'count' ? change.count : 0;
  const label =
    change?.what === 'model'
      ? cutName(modelTexts(change.model, i18n.locale).label, modelNameMaxCharacters)
      : '';
  const result = change?.what === 'size' || change?.what === 'scale' ? change : null;
  const price = change?.cost ?? 0;

  function apply() {
    if (change?.what === 'model') onModel(change.model.model);
    const field = plan?.fields.find(({ role }) => role === 'count');
    if (change?.what === 'count' && field) bench.setValue(field, change.count);
    if (result) makeSmaller(bench, result);
  }

  return (
    <p className={noteClasses.note} data-tone="warn">
      <Plural
        value={left}
        one="You have # credit left; this needs more."
        other="You have # credits left; this needs more."
      />
      {sentenceGap(i18n.locale)}
      {asOf !== null && (
        <>
          <Trans comment="{asOf} like 14:05; the number of credits is as old as that">
            That was so at {asOf}.
          </Trans>
          {sentenceGap(i18n.locale)}
        </>
      )}
      {canClaim && (
        <Button
          className={classes.inline}
          variant="subtle"
          size="sm"
          onClick={() => {
            inPassing(
              claimDayHere(Date.now())
                .then((day) => saveDailyClaim(userKey, day))
                .then(() => wakeQueue()),
            );
          }}
        >
          <Plural
            value={dailyAmount}
            one="Claim today's # credit"
            other="Claim today's # credits"
          />
        </Button>
      )}
      {change && (
        <Button className={classes.inline} variant="subtle" size="sm" onClick={apply}>
          {change.what === 'count' ? (
            <Plural
              value={price}
              one={`Make ${count} for # credit`}
              other={`Make ${count} for # credits`}
            />
          ) : result ? (
            <SmallerWords result={result} />
          ) : change.cost === 0 ? (
            <Trans comment="Button: choose a model that costs nothing">Take {label}: free</Trans>
          ) : (
            <Plural
              value={price}
              one={`Take ${label}: # credit`}
              other={`Take ${label}: # credits`}
            />
          )}
        </Button>
      )}
      {!canClaim && !change && (
        <>
          <Trans>New ones come tomorrow.</Trans>
          {sentenceGap(i18n.locale)}
          <TextLink to="/me">
            <Trans comment="Link: where credits come from">Where they come from</Trans>
          </TextLink>
        </>
      )}
    </p>
  );
}
