import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FeedbackType } from '../../domain/feedback.ts';
import { useAsked } from '../../live/useAsked.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { formatClock } from '../../words/intl.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { fetchFeedback } from './manage.ts';
import classes from './ManagePage.module.css';
import { Pages } from './Pages.tsx';

/** What people have said. */
export function FeedbackList() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((count) => count + 1);
  const asked = useAsked(`${page} ${attempt} ${String(online)}`, (signal) =>
    fetchFeedback(page, signal),
  );
  const kinds: Record<FeedbackType, string> = {
    fault: t({ message: 'Fault', comment: 'Kind of feedback' }),
    suggestion: t({ message: 'Suggestion', comment: 'Kind of feedback' }),
    complaint: t({ message: 'Complaint', comment: 'Kind of feedback' }),
  };
  if (asked.state === 'asking') return <Coming />;
  if (asked.state === 'failed') return <Failed code={asked.code} onAgain={again} />;
  if (asked.value.rows.length === 0) {
    return <EmptyState title={<Trans>Nobody has said anything yet</Trans>} />;
  }
  return (
    <>
      <ul className={classes.list}>
        {asked.value.rows.map((entry) => (
          <li key={entry.id} className={classes.row}>
            <span className={classes.name}>
              <StatusPill tone={entry.type === 'suggestion' ? 'quiet' : 'warn'}>
                {kinds[entry.type]}
              </StatusPill>{' '}
              {entry.uid ?? (
                <Trans comment="Of feedback: whoever said it was not signed in">a guest</Trans>
              )}
              <span className={classes.said}>{entry.content}</span>
              {entry.mobile !== '' && <span className={classes.soft}>{entry.mobile}</span>}
            </span>
            <span className={classes.numbers}>
              {formatClock(Date.parse(entry.created_at), nowMs, i18n.locale)}
              {entry.sent_at !== null && (
                <span className={classes.soft}>
                  <Trans comment="Of feedback: sent on to where the operator wants it">
                    passed on
                  </Trans>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Pages page={page} total={asked.value.total} onPage={setPage} />
    </>
  );
}
