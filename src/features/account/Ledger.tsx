import { currentOwner } from '../../db/account/session.ts';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { MessageDescriptor } from '@lingui/core';
import { useEffect, useState } from 'react';
import { getOwnCache } from '../../db/caches.ts';
import { ledgerTypeDetails, ledgerTypes, type LedgerEntry } from '../../domain/credits.ts';
import { isErrorCode, type ErrorCode } from '../../domain/errors.ts';
import { isGeneratorType } from '../../domain/generator-types.ts';
import { ledgerPageSize } from '../../domain/limits.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/useNow.ts';
import { errorAdvice, errorWords } from '../../words/errors.ts';
import { formatTime } from '../../words/days.ts';
import { formatClock, formatNumber } from '../../words/intl.ts';
import { toolWords } from '../../words/tools.ts';
import type { LedgerPage } from './ledger.ts';
import classes from './Ledger.module.css';

const details = ledgerTypeDetails;

/** Spec 2, section 9: what a ledger row was for. */
const detailWords: Readonly<Record<number, MessageDescriptor>> = {
  [details.dailyReward]: msg({
    message: "Today's free credits",
    comment: 'Row of the credit list',
  }),
  [details.vipDailyReward]: msg({
    message: "Today's VIP credits",
    comment: 'Row of the credit list',
  }),
  [details.limitedTimeReward]: msg({
    message: 'Limited-time gift',
    comment: 'Row of the credit list',
  }),
  [details.packagePurchase]: msg({ message: 'Package bought', comment: 'Row of the credit list' }),
  [details.systemReward]: msg({ message: 'Gift from Kiln', comment: 'Row of the credit list' }),
  [details.registrationReward]: msg({ message: 'Welcome gift', comment: 'Row of the credit list' }),
  [details.pointsExpired]: msg({
    message: 'Expired',
    comment: 'Row of the credit list: credits past their date',
  }),
  [details.generationReserved]: msg({
    message: 'Held for a request',
    comment: 'Row of the credit list',
  }),
  [details.generationCharged]: msg({
    message: 'Spent on a request',
    comment: 'Row of the credit list',
  }),
  [details.generationReturned]: msg({
    message: 'Given back',
    comment: 'Row of the credit list: a request failed or was cancelled',
  }),
  [details.purchaseRefunded]: msg({
    message: 'Package given back',
    comment: 'Row of the credit list: it was paid back',
  }),
  [details.refundUndone]: msg({
    message: 'Package returned to you',
    comment: 'Row of the credit list: it could not be paid back',
  }),
};
const otherWords = msg({ message: 'Other', comment: 'Row of the credit list' });

type Shown =
  | { kind: 'loading' }
  | { kind: 'live'; page: LedgerPage }
  /** What was heard last, because nothing newer can be had. */
  | { kind: 'kept'; page: LedgerPage; fetchedAtMs: number }
  | { kind: 'failed'; code: ErrorCode };

/** @param balance whatever changes when a new row is to be expected */
function useLedger(
  pageNumber: number,
  online: boolean,
  balance: number | null,
  attempt: number,
): Shown {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    const show = (next: Shown) => {
      if (!leaving.signal.aborted) setShown(next);
    };
    async function load() {
      const kept = pageNumber === 1 ? await getOwnCache(await currentOwner(), 'ledger') : undefined;
      if (kept) show({ kind: 'kept', page: kept.value, fetchedAtMs: kept.fetchedAtMs });
      try {
        // The contract brings zod along; nobody should wait for it before the list is wanted.
        const { fetchLedger } = await import('./ledger.ts');
        show({ kind: 'live', page: await fetchLedger(pageNumber, leaving.signal) });
      } catch (error) {
        if (kept) return;
        const code =
          error instanceof Error && 'code' in error && isErrorCode(error.code)
            ? error.code
            : 'network';
        show({ kind: 'failed', code });
      }
    }
    void load();
    return () => leaving.abort();
  }, [pageNumber, online, balance, attempt]);
  return shown;
}

/** Where credits came from and where they went, newest first. */
export function Ledger({ online, balance }: { online: boolean; balance: number | null }) {
  const { t, i18n } = useLingui();
  const [pageNumber, setPageNumber] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const shown = useLedger(pageNumber, online, balance, attempt);
  // Rows are told in the studio's time; when they were heard is a matter of this device's clock, as in `useAsOf`.
  const nowMs = useNow(60_000);

  if (shown.kind === 'loading') {
    return (
      <div className={classes.bones} role="status" aria-label={t`Loading`}>
        <div />
        <div />
        <div />
      </div>
    );
  }
  if (shown.kind === 'failed') {
    return (
      <Notice
        title={
          online ? (
            i18n._(errorWords[shown.code].title)
          ) : (
            <Trans>The credit list needs a network</Trans>
          )
        }
        actions={
          <>
            <Button size="sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
              <Trans comment="Button">Try again</Trans>
            </Button>
            {pageNumber > 1 && (
              <Button size="sm" variant="default" onClick={() => setPageNumber(1)}>
                <Trans comment="Button: first page of a list">Back to the newest</Trans>
              </Button>
            )}
          </>
        }
      >
        {shown.code === 'login-required' ? (
          i18n._(errorAdvice(shown.code, true))
        ) : (
          <Trans>
            Your credits are safe with the studio. The list comes back with the network.
          </Trans>
        )}
      </Notice>
    );
  }
  const { entries, total } = shown.page;
  const pages = Math.max(1, Math.ceil(total / ledgerPageSize));
  if (entries.length === 0) {
    return (
      <p className={classes.empty}>
        <Trans>Nothing yet. Claim today's credits and they show up here.</Trans>
      </p>
    );
  }
  return (
    <div>
      <ul className={classes.rows}>
        {entries.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={classes.foot}>
        {shown.kind === 'kept' && !online ? (
          <span>
            <Trans>As of {formatClock(shown.fetchedAtMs, nowMs, i18n.locale)}</Trans>
          </span>
        ) : (
          <span>
            <Plural value={total} one="# entry" other="# entries" />
          </span>
        )}
        {pages > 1 && (
          <span className={classes.pager}>
            <IconButton
              label={t({
                message: 'Newer entries',
                comment: 'Button: previous page of the credit list',
              })}
              icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
              disabled={pageNumber <= 1}
              onClick={() => setPageNumber(pageNumber - 1)}
            />
            <span className={classes.pageNumber}>
              {formatNumber(pageNumber, i18n.locale)} / {formatNumber(pages, i18n.locale)}
            </span>
            <IconButton
              label={t({
                message: 'Older entries',
                comment: 'Button: next page of the credit list',
              })}
              icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
              disabled={pageNumber >= pages}
              onClick={() => setPageNumber(pageNumber + 1)}
            />
          </span>
        )}
      </div>
    </div>
  );
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { i18n } = useLingui();
  const income = entry.type === ledgerTypes.income;
  const amount = formatNumber(Math.abs(entry.amount), i18n.locale);
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        {i18n._(detailWords[entry.typeDetail] ?? otherWords)}
        {entry.jobType && isGeneratorType(entry.jobType) && (
          <span className={classes.tool}> · {i18n._(toolWords[entry.jobType].label)}</span>
        )}
      </span>
      <span className={classes.amount} data-income={income || undefined}>
        {entry.amount === 0 ? amount : income ? `+${amount}` : `−${amount}`}
      </span>
      <time className={classes.when} dateTime={new Date(entry.createdAtMs).toISOString()}>
        {formatTime(entry.createdAtMs)}
      </time>
      <span className={classes.after}>
        <Trans comment="Row of the credit list: the balance after it">
          {formatNumber(entry.balanceAfter, i18n.locale)} left
        </Trans>
      </span>
    </li>
  );
}
