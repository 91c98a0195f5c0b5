import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCloudOff, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import type { Session } from '../../db/schema.ts';
import { saveDailyClaim } from '../../db/intents/intents.ts';
import { claimDayHere } from '../../db/claim-day.ts';
import { payPageOf } from '../../domain/payments.ts';
import { useSetting } from '../../live/useSetting.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { formatNumber } from '../../words/intl.ts';
import { useAsOf } from '../../words/useAsOf.ts';
import type { ClaimState } from './claim-state.ts';
import classes from './CreditsPanel.module.css';
import { useClaimState } from './useClaimState.ts';
import { useBalance } from '../../live/useBalance.ts';

/** What there is to spend, what is held, and today's free credits. */
export function CreditsPanel({ session, online }: { session: Session; online: boolean }) {
  const { i18n } = useLingui();
  const cached = useBalance();
  const pays = useSetting('pays');
  const balance = cached?.value ?? null;
  const asOf = useAsOf(cached, online);
  const claim = useClaimState(session.userKey);
  const justClaimed = useJustClaimed(claim);
  return (
    <section
      className={classes.panel}
      aria-labelledby="credits-title"
      data-celebrate={justClaimed || undefined}
    >
      <div className={classes.figures}>
        <h2 id="credits-title" className={classes.title}>
          <Trans comment="Heading: credits one can spend">Credits</Trans>
        </h2>
        <p className={classes.balance}>
          {balance ? formatNumber(balance.balance, i18n.locale) : '–'}
        </p>
        {balance && balance.reserved > 0 && (
          <p className={classes.reserved}>
            <Plural
              value={balance.reserved}
              one="# more is held for requests under way."
              other="# more are held for requests under way."
            />
          </p>
        )}
        <AsOf time={asOf} />
      </div>
      <div className={classes.claim} role="status">
        <Claim
          session={session}
          online={online}
          state={claim}
          amount={balance?.dailyAmount ?? null}
          celebrate={justClaimed}
        />
      </div>
      {pays && (
        <ButtonLink to={payPageOf[pays]} variant="default">
          <Trans comment="Page title and link">Buy credits</Trans>
        </ButtonLink>
      )}
    </section>
  );
}

/** True from the moment a claim arrives while one is looking. */
function useJustClaimed(claim: ClaimState): boolean {
  const [last, setLast] = useState(claim);
  const [celebrate, setCelebrate] = useState(false);
  if (claim !== last) {
    setLast(claim);
    setCelebrate(claim === 'claimed' && (last === 'waiting' || last === 'unclaimed'));
  }
  return celebrate;
}

function Claim({
  session,
  online,
  state,
  amount,
  celebrate,
}: {
  session: Session;
  online: boolean;
  state: ClaimState;
  amount: number | null;
  celebrate: boolean;
}) {
  const { wakeQueue } = useAppActions();
  async function claim() {
    await saveDailyClaim(session.userKey, await claimDayHere(Date.now()));
    wakeQueue();
  }
  switch (state) {
    case 'unknown':
    case 'unclaimed':
      return (
        <Button onClick={() => void claim()}>
          {amount === null ? (
            <Trans comment="Button: takes the free daily credits">Claim today's credits</Trans>
          ) : (
            <Plural
              value={amount}
              one="Claim today's free credit"
              other="Claim today's # credits"
            />
          )}
        </Button>
      );
    case 'waiting':
      return online ? (
        <StatusPill tone="active" icon={<IconHourglass stroke={1.75} aria-hidden />}>
          <Trans>On their way</Trans>
        </StatusPill>
      ) : (
        <StatusPill icon={<IconCloudOff stroke={1.75} aria-hidden />}>
          <Trans>Saved, yours once you're back online</Trans>
        </StatusPill>
      );
    case 'claimed':
      return (
        <p className={classes.claimed}>
          <span className={classes.mark}>
            <KilnLogo size="1.75rem" progress={1} />
          </span>
          <span>
            {celebrate && amount !== null ? (
              <Plural
                value={amount}
                one="# credit is yours. Come back tomorrow."
                other="# credits are yours. Come back tomorrow."
              />
            ) : (
              <Trans>Today's are yours. Come back tomorrow.</Trans>
            )}
          </span>
        </p>
      );
  }
}
