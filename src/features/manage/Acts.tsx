import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isErrorCode } from '../../domain/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { fetchActs } from './manage.ts';
import classes from './ManagePage.module.css';
import { Pages } from './Pages.tsx';
import { useAsked } from '../../live/useAsked.ts';

/** What operators have done; nobody changes it. */
export function Acts() {
  const { i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const asked = useAsked(`${page} ${attempt} ${String(online)}`, (signal) =>
    fetchActs(page, signal),
  );
  if (asked.state === 'asking') return <Coming />;
  if (asked.state === 'failed') {
    return <Failed code={asked.code} onAgain={() => setAttempt((count) => count + 1)} />;
  }
  const { rows, total } = asked.value;
  if (total === 0) {
    return <EmptyState title={<Trans>Nothing was done yet</Trans>} />;
  }
  return (
    <>
      <ul className={classes.list}>
        {rows.map((act) => (
          <li key={act.id} className={classes.row}>
            <span className={classes.name}>
              {act.call}
              {act.refused !== '' && (
                <span className={classes.marks}>
                  <StatusPill tone="danger">
                    {isErrorCode(act.refused) ? i18n._(errorWords[act.refused].title) : act.refused}
                  </StatusPill>
                </span>
              )}
            </span>
            <span className={classes.numbers}>
              {act.uid}
              <span className={classes.soft}>
                {formatClock(Date.parse(act.at), nowMs, i18n.locale)}
              </span>
            </span>
            <details className={classes.details}>
              <summary>
                <Trans comment="Opens what exactly an operator asked for">What was asked</Trans>
              </summary>
              <pre className={classes.asked}>{act.asked}</pre>
            </details>
          </li>
        ))}
      </ul>
      <Pages page={page} total={total} onPage={setPage} />
    </>
  );
}
