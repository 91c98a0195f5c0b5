import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { useAsked } from '../../live/useAsked.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { showToast } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorAdvice, errorWords } from '../../words/errors.ts';
import { formatYuan } from '../../words/amounts.ts';
import { formatClock } from '../../words/intl.ts';
import { orderEventWords, orderStateWords, planWords, wayWords } from '../../words/pay.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { fetchOrder, fetchOrders, refundOrder, type ListedOrder } from './manage.ts';
import classes from './ManagePage.module.css';
import { Pages } from './Pages.tsx';

/** What people have ordered, and paying it back. */
export function Orders({ search }: { search: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const online = useOnline();
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const again = () => setAttempt((count) => count + 1);
  const asked = useAsked(`${search} ${page} ${attempt} ${String(online)}`, (signal) =>
    fetchOrders(search, page, signal),
  );
  return (
    <>
      <SearchField
        label={t`Search orders`}
        placeholder={t({
          message: 'Number of an order, payment or person',
          comment: 'In an empty search field',
        })}
        words={search}
        maxLength={100}
        onWords={(words) => {
          setPage(1);
          void navigate({
            to: '/manage/$section',
            params: { section: 'orders' },
            search: words === '' ? {} : { q: words },
            replace: true,
          });
        }}
      />
      {asked.state === 'asking' && <Coming />}
      {asked.state === 'failed' && <Failed code={asked.code} onAgain={again} />}
      {asked.state === 'known' && asked.value.rows.length === 0 && (
        <EmptyState
          kind={search === '' ? 'first-use' : 'filtered'}
          title={
            search === '' ? (
              <Trans>Nobody has ordered anything</Trans>
            ) : (
              <Trans>No such order</Trans>
            )
          }
        />
      )}
      {asked.state === 'known' && (
        <>
          <ul className={classes.list}>
            {asked.value.rows.map((order) => (
              <li key={order.number}>
                <UnstyledButton
                  className={classes.row}
                  aria-haspopup="dialog"
                  onClick={() => setOpened(order.number)}
                >
                  <OrderLine order={order} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <Pages page={page} total={asked.value.total} onPage={setPage} />
        </>
      )}
      <Dialog
        opened={opened !== null}
        onClose={() => setOpened(null)}
        width={520}
        title={<Trans comment="Title of a dialog about an order">An order</Trans>}
      >
        {opened !== null && <Order key={opened} number={opened} onChanged={again} />}
      </Dialog>
    </>
  );
}

function OrderLine({ order }: { order: ListedOrder }) {
  const { months: count } = order;
  const { i18n } = useLingui();
  const nowMs = useNow(60_000);
  return (
    <>
      <span className={classes.name}>
        {i18n._(planWords[order.plan])} · <Plural value={count} one="# month" other="# months" />{' '}
        <StatusPill
          tone={order.state === 'paid' ? 'success' : order.state === 'refunding' ? 'warn' : 'quiet'}
        >
          {i18n._(orderStateWords[order.state])}
        </StatusPill>
        <span className={classes.soft}>
          {order.uid ?? <Trans comment="Of an order: its account was deleted">account gone</Trans>}{' '}
          · {i18n._(wayWords[order.way])} · {order.number}
        </span>
      </span>
      <span className={classes.numbers}>
        {formatYuan(order.fen, i18n.locale)}
        <span className={classes.soft}>
          {formatClock(Date.parse(order.created_at), nowMs, i18n.locale)}
        </span>
      </span>
    </>
  );
}

function Order({ number, onChanged }: { number: string; onChanged: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [attempt, setAttempt] = useState(0);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const asked = useAsked(`${number} ${attempt} ${String(online)}`, (signal) =>
    fetchOrder(number, signal),
  );
  if (asked.state === 'asking') return <Coming />;
  if (asked.state === 'failed') {
    return <Failed code={asked.code} onAgain={() => setAttempt((count) => count + 1)} />;
  }
  const order = asked.value;
  async function refund() {
    setBusy(true);
    setFailure(null);
    try {
      await refundOrder(number, reason.trim());
      showToast({ message: t`The money is on its way back.`, tone: 'success' });
      setAttempt((count) => count + 1);
      onChanged();
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setBusy(false);
  }
  return (
    <div className={classes.part}>
      <div className={classes.row}>
        <OrderLine order={order} />
      </div>
      <ul
        className={classes.list}
        aria-label={t({ message: 'What happened', comment: 'Name of a list' })}
      >
        {order.events.map((event, at) => (
          <li key={at} className={classes.row}>
            <span className={classes.name}>
              <EventName kind={event.kind} />
              {event.detail !== '' && <span className={classes.soft}>{event.detail}</span>}
            </span>
            <span className={classes.numbers}>
              <span className={classes.soft}>
                {formatClock(Date.parse(event.at), nowMs, i18n.locale)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {order.state === 'paid' && (
        <section className={classes.part}>
          <h3 className={classes.title}>
            <Trans comment="Heading">Pay back</Trans>
          </h3>
          <TextInput
            label={t({ message: 'Reason', comment: 'Label of a text field' })}
            maxLength={80}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <p className={classes.soft}>
            <Trans>What was not spent goes back, and the VIP time that came with it ends.</Trans>
          </p>
          {failure !== null && (
            <Notice tone="danger" announce title={i18n._(errorWords[failure].title)}>
              {i18n._(errorAdvice(failure, false))}
            </Notice>
          )}
          <div className={classes.buttons}>
            <Button
              color="danger"
              loading={busy}
              disabled={!online || reason.trim() === ''}
              onClick={() => void refund()}
            >
              <Trans comment="Button">Pay it back</Trans>
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

/** What happened, in words; a name that a newer platform gives stays as it is. */
function EventName({ kind }: { kind: string }) {
  const { i18n } = useLingui();
  const words = orderEventWords.get(kind);
  return words ? i18n._(words) : kind;
}
