import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ordersPageSize } from '../../domain/payments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { formatTime } from '../../words/days.ts';
import { formatYuan } from '../../words/amounts.ts';
import { fetchOrders, type OrderView } from './orders.ts';
import { orderStateWords, planWords, wayWords } from '../../words/pay.ts';
import classes from './OrderList.module.css';

interface Listed {
  orders: readonly OrderView[];
  total: number;
}

/** What somebody has bought, newest first. */
export function OrderList({
  version,
  onOpen,
}: {
  /** Rises when one of them may have changed. */
  version: number;
  onOpen: (number: string) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [pages, setPages] = useState(1);
  const [listed, setListed] = useState<Listed | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    async function load() {
      try {
        const orders: OrderView[] = [];
        let total = 0;
        for (let page = 1; page <= pages; page += 1) {
          const found = await fetchOrders(page, leaving.signal);
          orders.push(...found.data);
          total = found.total;
        }
        setListed({ orders, total });
        setFailed(false);
      } catch {
        if (!leaving.signal.aborted) setFailed(true);
      }
    }
    void load();
    return () => leaving.abort();
  }, [pages, attempt, online, version]);

  if (listed === null) {
    if (!hasFailed) return <div className={classes.bone} role="status" aria-label={t`Loading`} />;
    return (
      <Notice
        title={<Trans>Your purchases need a network</Trans>}
        actions={
          <Button size="sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
            <Trans comment="Button">Try again</Trans>
          </Button>
        }
      />
    );
  }
  if (listed.orders.length === 0) {
    return (
      <p className={classes.empty}>
        <Trans>Nothing yet. What you buy is listed here, with what it gave.</Trans>
      </p>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {listed.orders.map((order) => (
          <li key={order.number}>
            <UnstyledButton className={classes.order} onClick={() => onOpen(order.number)}>
              <span className={classes.what}>
                {i18n._(planWords[order.plan])}
                {' · '}
                <Plural value={order.credits} one="# credit" other="# credits" />
              </span>
              <span className={classes.price}>{formatYuan(order.fen, i18n.locale)}</span>
              <span className={classes.when}>
                {formatTime(Date.parse(order.created_at))}
                {' · '}
                {i18n._(wayWords[order.way])}
              </span>
              <span className={classes.state} data-state={order.state}>
                {i18n._(orderStateWords[order.state])}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {listed.total > pages * ordersPageSize && (
        <Button variant="default" onClick={() => setPages(pages + 1)}>
          <Trans comment="Button: shows more of a list">Show more</Trans>
        </Button>
      )}
    </>
  );
}
