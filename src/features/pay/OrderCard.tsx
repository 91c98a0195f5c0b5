import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconClockX, IconReceiptRefund } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { isSessionUsable } from '../../db/account/session.ts';
import type { Session } from '../../db/schema.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import type { PayScene } from '../../domain/payments.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatYuan } from '../../words/amounts.ts';
import { formatNumber } from '../../words/intl.ts';
import { followOrder } from '../../../workers/orders/client.ts';
import { keepStep, takeStep } from './known-step.ts';
import {
  askAboutOrder,
  giveUpOrder,
  orderQuestion,
  placeOrder,
  proceedOrder,
  type OrderView,
  type PayStep,
} from './orders.ts';
import { planWords, wayWords } from '../../words/pay.ts';
import { payInWechat } from './wechat-bridge.ts';
import classes from './OrderCard.module.css';

interface Known {
  order: OrderView;
  step: PayStep | null;
}

type Deed = 'completed' | 'again' | 'given-up';

/** An order as somebody sees it who pays it. */
export function OrderCard({
  number,
  scene,
  session,
  onLeave,
  onPaid,
  onOrder,
}: {
  number: string;
  scene: PayScene;
  session: Session | null;
  onLeave: () => void;
  /** It was paid while somebody looked. */
  onPaid: () => void;
  onOrder: (number: string) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { requestSignIn } = useAppActions();
  const [known, setKnown] = useState<Known | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [deed, setDeed] = useState<Deed | null>(null);
  /** They said that they have paid, and nobody has heard of it. */
  const [isUnheard, setUnheard] = useState(false);
  const isSignedIn = isSessionUsable(session);

  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isLeaving = false;
    const here = takeStep(number);
    const asked = here
      ? askAboutOrder(number).then((order) => ({ order, step: here }))
      : proceedOrder(number, scene);
    asked.then(
      (found) => {
        if (isLeaving) return;
        setKnown(found);
        setFailure(null);
      },
      (error: unknown) => {
        if (!isLeaving) setFailure(errorCodeOf(error));
      },
    );
    return () => {
      isLeaving = true;
    };
  }, [number, scene, isSignedIn, attempt, online]);

  const state = known?.order.state ?? null;
  const userKey = session?.userKey;
  const userToken = session?.userToken;
  useEffect(() => {
    if (state !== 'open' || userKey === undefined || userToken === undefined) return undefined;
    return followOrder(orderQuestion(number, { userKey, userToken }), (now) => {
      if (now === 'open') return;
      askAboutOrder(number).then(
        (order) => {
          setKnown({ order, step: null });
        },
        () => undefined,
      );
    });
  }, [number, state, userKey, userToken]);

  const [first, setFirst] = useState(state);
  if (first === null && state !== null) setFirst(state);
  const isPaidNow = state === 'paid' && first !== null && first !== 'paid';
  const tellPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (isPaidNow) tellPaid();
  }, [isPaidNow]);

  async function act(next: Deed, work: () => Promise<void>) {
    setDeed(next);
    setFailure(null);
    setUnheard(false);
    try {
      await work();
    } catch (error) {
      setFailure(errorCodeOf(error));
    } finally {
      setDeed(null);
    }
  }

  const completed = () =>
    act('completed', async () => {
      const order = await askAboutOrder(number);
      setKnown((before) => ({
        order,
        step: order.state === 'open' ? (before?.step ?? null) : null,
      }));
      setUnheard(order.state === 'open');
    });
  const payAgain = () => act('again', async () => setKnown(await proceedOrder(number, scene)));
  const orderAgain = ({ plan, months, way, fen }: OrderView) =>
    act('again', async () => {
      const key = crypto.randomUUID();
      const { order, step } = await placeOrder({ plan, months, way, fen }, scene, key);
      keepStep(order.number, step);
      onOrder(order.number);
    });
  const giveUp = () =>
    act('given-up', async () => {
      const order = await giveUpOrder(number);
      if (order.state === 'closed') onLeave();
      else setKnown({ order, step: null });
    });

  if (!isSignedIn) {
    return (
      <EmptyState
        kind="signed-out"
        title={<Trans>Sign in to see your order</Trans>}
        actions={
          <Button onClick={() => void requestSignIn()}>
            <Trans comment="Button">Sign in</Trans>
          </Button>
        }
      />
    );
  }
  if (known === null) {
    if (failure === null) {
      return <div className={classes.bone} role="status" aria-label={t`Loading`} />;
    }
    return (
      <Notice
        tone="warn"
        announce
        title={
          failure === 'not-found' ? (
            <Trans>This order isn't yours</Trans>
          ) : online ? (
            i18n._(errorWords[failure].title)
          ) : (
            <Trans>This needs a network</Trans>
          )
        }
        actions={
          failure !== 'not-found' && (
            <Button size="sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
              <Trans comment="Button">Try again</Trans>
            </Button>
          )
        }
      >
        {failure === 'not-found' ? (
          <Trans>Another account may have made it.</Trans>
        ) : (
          <Trans>If you have paid, it is known and your credits come by themselves.</Trans>
        )}
      </Notice>
    );
  }
  const { order, step } = known;
  const wayName = i18n._(wayWords[order.way]);
  const problem =
    failure !== null || isUnheard ? (
      <Notice
        tone="warn"
        announce
        title={
          isUnheard ? (
            <Trans>Nothing has arrived yet</Trans>
          ) : failure === 'engine-unavailable' ? (
            <Trans>{wayName} can't be reached right now</Trans>
          ) : online ? (
            i18n._(errorWords[failure ?? 'unknown'].title)
          ) : (
            <Trans>This needs a network</Trans>
          )
        }
      >
        <Trans>If you have paid, your credits come by themselves, even if you close this.</Trans>
      </Notice>
    ) : null;

  switch (order.state) {
    case 'paid':
      return (
        <End
          icon={<KilnLogo size="2.5rem" progress={1} />}
          celebrate
          title={`+${formatNumber(order.credits, i18n.locale)}`}
          actions={
            <ButtonLink to="/generate/{-$type}/{-$model}" onClick={onLeave}>
              <Trans comment="Link to the form">Make something</Trans>
            </ButtonLink>
          }
        >
          <Plural
            value={order.credits}
            one="Paid. # credit is yours."
            other="Paid. # credits are yours."
          />
        </End>
      );
    case 'closed':
      return (
        <End
          icon={<IconClockX size={36} stroke={1.5} aria-hidden />}
          title={<Trans comment="Of an order that was not paid in time">Payment timeout</Trans>}
          actions={
            <>
              <Button loading={deed === 'again'} onClick={() => void orderAgain(order)}>
                <Trans comment="Button of an order">Pay again</Trans>
              </Button>
              <Button
                variant="default"
                loading={deed === 'completed'}
                onClick={() => void completed()}
              >
                <Trans comment="Button of an order: says that one has paid">
                  Payment completed
                </Trans>
              </Button>
            </>
          }
          note={problem}
        >
          <Trans>Nothing was paid with this order, and it can't be paid any more.</Trans>
        </End>
      );
    case 'refunding':
    case 'refunded': {
      const back = formatYuan(order.refunded_fen, i18n.locale);
      return (
        <End
          icon={<IconReceiptRefund size={36} stroke={1.5} aria-hidden />}
          title={back}
          actions={null}
        >
          {order.state === 'refunded' ? (
            <Trans>{back} was paid back for credits that you had not spent.</Trans>
          ) : (
            <Trans>{back} is on its way back for credits that you had not spent.</Trans>
          )}
        </End>
      );
    }
    case 'open':
      return (
        <div className={classes.order}>
          <p className={classes.what}>
            <span>
              {i18n._(planWords[order.plan])}
              {' · '}
              <Plural value={order.credits} one="# credit" other="# credits" />
            </span>
            <strong>{formatYuan(order.fen, i18n.locale)}</strong>
          </p>
          {step && <Step step={step} order={order} />}
          <Countdown untilMs={Date.parse(order.expires_at)} onEnd={() => void completed()} />
          {problem}
          <div className={classes.actions}>
            <Button
              variant={step?.kind === 'code' ? 'filled' : 'default'}
              disabled={!online}
              loading={deed === 'completed'}
              onClick={() => void completed()}
            >
              <Trans comment="Button of an order: says that one has paid">Payment completed</Trans>
            </Button>
            <Button
              variant="default"
              disabled={!online}
              loading={deed === 'again'}
              onClick={() => void payAgain()}
            >
              <Trans comment="Button of an order">Pay again</Trans>
            </Button>
          </div>
          <Button
            variant="subtle"
            color="gray"
            disabled={!online}
            loading={deed === 'given-up'}
            onClick={() => void giveUp()}
          >
            <Trans comment="Button: gives an order up">Don't buy</Trans>
          </Button>
        </div>
      );
  }
}

function End({
  icon,
  title,
  children,
  actions,
  note,
  celebrate,
}: {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  note?: ReactNode;
  celebrate?: boolean;
}) {
  return (
    <section className={classes.end} data-celebrate={celebrate || undefined} aria-live="polite">
      {icon}
      <p className={classes.endTitle}>{title}</p>
      <p className={classes.words}>{children}</p>
      {note && <div className={classes.note}>{note}</div>}
      {actions && <div className={classes.endActions}>{actions}</div>}
    </section>
  );
}

function Step({ step, order }: { step: PayStep; order: OrderView }) {
  const { t, i18n } = useLingui();
  const [isOutside, setOutside] = useState(false);
  const wayName = i18n._(wayWords[order.way]);
  switch (step.kind) {
    case 'code':
      return (
        <div className={classes.code}>
          <QrCode
            text={step.code}
            label={t({ message: `QR code for ${wayName}`, comment: 'What a picture is' })}
          />
          <p className={classes.words}>
            <Trans>Scan it with {wayName} on your phone.</Trans>
          </p>
        </div>
      );
    case 'address':
      return (
        <div className={classes.code}>
          <Button component="a" size="lg" href={step.address} target="_blank" rel="noreferrer">
            <Trans comment="Link to the page of a payment provider">Go to {wayName}</Trans>
          </Button>
          <p className={classes.words}>
            <Trans>It opens beside Kiln. Come back here when you have paid.</Trans>
          </p>
        </div>
      );
    case 'identify':
      return (
        <Button component="a" size="lg" href={step.address}>
          <Trans comment="Link to the page of a payment provider">Go to {wayName}</Trans>
        </Button>
      );
    case 'bridge':
      return (
        <>
          <Button
            size="lg"
            onClick={() => {
              void payInWechat(step.params).then((isInside) => setOutside(!isInside));
            }}
          >
            <Trans comment="Button: opens the window of a payment provider">
              Pay with {wayName}
            </Trans>
          </Button>
          {isOutside && (
            <Notice tone="warn" announce title={<Trans>WeChat didn't open its window</Trans>}>
              <Trans>Open this page inside WeChat and press again.</Trans>
            </Notice>
          )}
        </>
      );
  }
}

/** How long an order can still be paid. @param onEnd called once, when it can't any more */
function Countdown({ untilMs, onEnd }: { untilMs: number; onEnd: () => void }) {
  const nowMs = useNow(1_000);
  const isOver = nowMs >= untilMs;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className={classes.clock} role="timer">
      <Trans comment="How long an order can still be paid, as minutes and seconds">
        {clock} left to pay
      </Trans>
    </p>
  );
}
