import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { isSessionUsable } from '../../db/account/session.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import {
  paySceneOf,
  planMonths,
  type PayScene,
  type PayWay,
  type PlanMonths,
} from '../../domain/payments.ts';
import { useSession } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { errorWords } from '../../words/errors.ts';
import { formatDay } from '../../words/days.ts';
import { formatYuan } from '../../words/amounts.ts';
import { formatNumber } from '../../words/intl.ts';
import { keepStep } from './known-step.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { OrderList } from './OrderList.tsx';
import { fetchPlans, placeOrder, type Plans } from './orders.ts';
import type { PaySearch } from './pay-search.ts';
import { planWords, wayWords } from '../../words/pay.ts';
import classes from './PayPage.module.css';

type Asked =
  | { kind: 'loading' }
  | { kind: 'plans'; plans: Plans }
  | { kind: 'failed'; code: ErrorCode };

/** Where credits and VIP are bought (spec 2, section 2: `/ypay`, `/wpay`). The address says what is chosen and paid. */
export function PayPage({
  search,
  onSearch,
  onBought,
}: {
  search: PaySearch;
  onSearch: (search: PaySearch) => void;
  /** Something was paid: who bought it may be VIP now. */
  onBought: () => void;
}) {
  const { t } = useLingui();
  /** Rises with each order that was looked at: what is on offer and what was bought may be others. */
  const [version, setVersion] = useState(0);
  usePageTitle(t({ message: 'Buy credits', comment: 'Page title and link' }));
  const session = useSession();
  const pays = useSetting('pays');
  const userKey = session?.userKey ?? null;
  // Providers lead back with their own words about the order, which are nobody's business.
  useEffect(() => {
    if (/[?&](sign|trade_no|out_trade_no)=/.test(location.search)) onSearch(search);
  }, [search, onSearch]);
  return (
    <Page>
      <PageHeader
        title={<Trans comment="Page title and link">Buy credits</Trans>}
        description={
          pays ? (
            <Trans>
              Pay once, spend them when you like. What a plan gives is yours until its date.
            </Trans>
          ) : undefined
        }
      />
      {pays === null ? (
        <EmptyState
          kind="missing"
          title={<Trans>Nothing is sold here</Trans>}
          actions={
            <ButtonLink to="/me" variant="default">
              <Trans comment="Link to the page with the free credits of the day">
                See today's free credits
              </Trans>
            </ButtonLink>
          }
        >
          <p>
            <Trans>This studio has free credits only.</Trans>
          </p>
        </EmptyState>
      ) : (
        session !== undefined && (
          <>
            <Shop key={`shop ${userKey}`} version={version} search={search} onSearch={onSearch} />
            {isSessionUsable(session) && (
              <Section title={<Trans comment="Heading of a list of orders">Your purchases</Trans>}>
                <OrderList
                  key={userKey}
                  version={version}
                  onOpen={(order) => onSearch({ ...search, order })}
                />
              </Section>
            )}
          </>
        )
      )}
      <OrderDialog
        number={search.order ?? null}
        scene={paySceneOf(navigator.userAgent)}
        onClose={() => {
          const { order: _left, ...rest } = search;
          setVersion((count) => count + 1);
          onSearch(rest);
        }}
        onPaid={() => {
          setVersion((count) => count + 1);
          onBought();
        }}
        onOrder={(order) => onSearch({ ...search, order })}
      />
    </Page>
  );
}

function Shop({
  version,
  search,
  onSearch,
}: {
  version: number;
  search: PaySearch;
  onSearch: (search: PaySearch) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [asked, setAsked] = useState<Asked>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    fetchPlans(leaving.signal).then(
      (plans) => setAsked({ kind: 'plans', plans }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        // Prices that are known stay when the network goes.
        setAsked((known) =>
          known.kind === 'plans' ? known : { kind: 'failed', code: errorCodeOf(error) },
        );
      },
    );
    return () => leaving.abort();
  }, [attempt, online, version]);
  if (asked.kind === 'loading') {
    return (
      <div className={classes.bones} role="status" aria-label={t`Loading`}>
        <div />
        <div />
        <div />
      </div>
    );
  }
  if (asked.kind === 'failed') {
    return (
      <Notice
        title={online ? i18n._(errorWords[asked.code].title) : <Trans>Prices need a network</Trans>}
        actions={
          <Button size="sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
            <Trans comment="Button">Try again</Trans>
          </Button>
        }
      >
        <Trans>Your credits are as they were. Nothing is paid without your word.</Trans>
      </Notice>
    );
  }
  return (
    <Offers
      plans={asked.plans}
      search={search}
      onSearch={onSearch}
      onStale={() => setAttempt(attempt + 1)}
    />
  );
}

function Offers({
  plans: { plans, ways, bonus_until: bonusUntil },
  search,
  onSearch,
  onStale,
}: {
  plans: Plans;
  search: PaySearch;
  onSearch: (search: PaySearch) => void;
  /** The prices are other ones by now. */
  onStale: () => void;
}) {
  const { t, i18n } = useLingui();
  const { requestSignIn } = useAppActions();
  const session = useSession();
  const online = useOnline();
  const [wished, setWay] = useState<PayWay | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  // One key for one press, however often its answer is lost.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const group = useId();

  const scene: PayScene = paySceneOf(navigator.userAgent);
  const open = ways.filter(({ scenes }) => scenes.includes(scene));
  const months = planMonths.filter((count) =>
    plans.some(({ offers }) => offers.some((offer) => offer.months === count)),
  );
  const chosenMonths = months.find((count) => count === search.months) ?? months[0];
  const shown = plans.flatMap((plan) => {
    const offer = plan.offers.find((one) => one.months === chosenMonths);
    return offer ? [{ ...plan, offer }] : [];
  });
  const chosen =
    shown.find(({ name }) => name === search.plan) ??
    shown.find(({ name }) => name === 'standard') ??
    shown[0];
  const way = open.find(({ name }) => name === wished) ?? open[0];

  if (!chosen || !way || chosenMonths === undefined) {
    return (
      <EmptyState
        kind="missing"
        title={
          chosen ? (
            <Trans>You can't pay in this browser</Trans>
          ) : (
            <Trans>Nothing is sold right now</Trans>
          )
        }
      >
        <p>
          {chosen ? (
            <Trans>Open this page in your phone's own browser, or at a computer.</Trans>
          ) : (
            <Trans>Come back later. Today's free credits are on your page.</Trans>
          )}
        </p>
      </EmptyState>
    );
  }

  async function pay(plan: NonNullable<typeof chosen>, by: PayWay, count: PlanMonths) {
    if (!isSessionUsable(session ?? null) && !(await requestSignIn())) return;
    setUnderWay(true);
    setFailure(null);
    try {
      const choice = { plan: plan.name, months: count, way: by, fen: plan.offer.fen };
      const { order, step } = await placeOrder(choice, scene, key);
      setKey(crypto.randomUUID());
      if (step?.kind === 'identify') {
        location.assign(step.address);
        return;
      }
      keepStep(order.number, step);
      onSearch({ ...search, order: order.number });
    } catch (error) {
      const code = errorCodeOf(error);
      setFailure(code);
      if (code === 'conflict') {
        setKey(crypto.randomUUID());
        onStale();
      }
    } finally {
      setUnderWay(false);
    }
  }

  const price = formatYuan(chosen.offer.fen, i18n.locale);
  const wayName = i18n._(wayWords[way.name]);
  return (
    <div className={classes.shop}>
      <Segmented
        label={<Trans comment="Label: how long bought credits can be spent">Good for</Trans>}
        options={months.map((count) => ({
          value: String(count),
          label:
            count === 12 ? (
              <Trans comment="How long bought credits can be spent">1 year</Trans>
            ) : (
              <Plural value={count} one="# month" other="# months" />
            ),
        }))}
        value={String(chosenMonths)}
        onChange={(value) => {
          const count = planMonths.find((one) => String(one) === value);
          if (count) onSearch({ ...search, months: count });
        }}
      />
      <fieldset className={classes.plans}>
        <legend className={classes.legend}>
          <Trans comment="Label: the choice of a plan">Plan</Trans>
        </legend>
        {shown.map(({ name, offer, gives_vip: givesVip }) => {
          const perHundred = formatYuan(
            Math.round(
              (offer.fen * 100) / (offer.credits + offer.first_bonus + offer.limited_bonus),
            ),
            i18n.locale,
          );
          return (
            <label
              key={name}
              className={classes.plan}
              data-checked={name === chosen.name || undefined}
            >
              <input
                className={classes.radio}
                type="radio"
                name={group}
                checked={name === chosen.name}
                onChange={() => onSearch({ ...search, plan: name })}
              />
              <span className={classes.name}>{i18n._(planWords[name])}</span>
              <span className={classes.price}>{formatYuan(offer.fen, i18n.locale)}</span>
              <span className={classes.credits}>
                <Plural value={offer.credits} one="# credit" other="# credits" />
              </span>
              {offer.first_bonus > 0 && (
                <span className={classes.bonus}>
                  <Trans comment="Bonus on a plan">
                    +{formatNumber(offer.first_bonus, i18n.locale)} on your first purchase
                  </Trans>
                </span>
              )}
              {offer.limited_bonus > 0 && bonusUntil && (
                <span className={classes.bonus}>
                  <Trans comment="Bonus on a plan, for a limited time">
                    +{formatNumber(offer.limited_bonus, i18n.locale)} until{' '}
                    {formatDay(Date.parse(bonusUntil), i18n.locale)}
                  </Trans>
                </span>
              )}
              <span className={classes.fine}>
                <Trans comment="What a hundred credits cost in a plan">
                  {perHundred} per 100 credits
                </Trans>
              </span>
              {givesVip && (
                <span className={classes.fine}>
                  <Trans>VIP for as long: more free credits each day</Trans>
                </span>
              )}
            </label>
          );
        })}
      </fieldset>
      <div className={classes.till}>
        {open.length > 1 && (
          <Segmented
            label={<Trans comment="Label: the choice of a payment provider">Pay with</Trans>}
            options={open.map(({ name }) => ({ value: name, label: i18n._(wayWords[name]) }))}
            value={way.name}
            onChange={setWay}
          />
        )}
        <Button
          size="lg"
          className={classes.pay}
          disabled={!online}
          loading={isUnderWay}
          onClick={() => void pay(chosen, way.name, chosenMonths)}
        >
          {open.length > 1 ? (
            <Trans comment="Button with a price">Pay {price}</Trans>
          ) : (
            <Trans comment="Button with a price and a payment provider">
              Pay {price} with {wayName}
            </Trans>
          )}
        </Button>
      </div>
      {!online && (
        <Notice title={<Trans>Paying needs a network</Trans>}>
          <Trans>What you chose stays. Your credits are as they were.</Trans>
        </Notice>
      )}
      {failure !== null && (
        <Notice
          tone="warn"
          announce
          title={
            failure === 'conflict' ? (
              <Trans>The price has changed</Trans>
            ) : failure === 'engine-unavailable' ? (
              <Trans>{wayName} can't be reached right now</Trans>
            ) : (
              i18n._(errorWords[failure].title)
            )
          }
        >
          {failure === 'conflict' ? (
            <Trans>Nothing was paid. Look at the new price and press again if you like it.</Trans>
          ) : (
            <Trans>Nothing was paid. Press again: it stays one order, however often you do.</Trans>
          )}
        </Notice>
      )}
      <p className={classes.rules}>
        <Link to="/$page" params={{ page: 'PayProtection' }}>
          {t({ message: 'Credits and payments', comment: 'Page of text' })}
        </Link>
      </p>
    </div>
  );
}
