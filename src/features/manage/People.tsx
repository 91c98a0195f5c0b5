import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ManagedPerson } from '../../api/contract/people.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { formatClock, formatNumber } from '../../words/intl.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { fetchPeople } from './manage.ts';
import classes from './ManagePage.module.css';
import { Marks } from './Marks.tsx';
import { Pages } from './Pages.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { useAsked } from '../../live/useAsked.ts';

/** People by number or name. @param search of the address, so that a link leads to somebody */
export function People({ search }: { search: string }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<ManagedPerson | null>(null);
  const again = () => setAttempt((count) => count + 1);
  const asked = useAsked(`${search} ${page} ${attempt} ${String(online)}`, (signal) =>
    fetchPeople(search, page, signal),
  );
  return (
    <>
      <SearchField
        label={t`Search people`}
        placeholder={t({ message: 'Number or name', comment: 'In an empty search field' })}
        words={search}
        maxLength={100}
        onWords={(words) => {
          setPage(1);
          void navigate({
            to: '/manage/$section',
            params: { section: 'people' },
            search: words === '' ? {} : { q: words },
            replace: true,
          });
        }}
      />
      {asked.state === 'asking' && <Coming />}
      {asked.state === 'failed' && <Failed code={asked.code} onAgain={again} />}
      {asked.state === 'known' && asked.value.rows.length === 0 && (
        <EmptyState kind="filtered" title={<Trans>Nobody has this number or name</Trans>} />
      )}
      {asked.state === 'known' && (
        <>
          <ul className={classes.list}>
            {asked.value.rows.map((person) => (
              <li key={person.uid}>
                <UnstyledButton
                  className={classes.row}
                  aria-haspopup="dialog"
                  onClick={() => setOpened(person)}
                >
                  <span className={classes.name}>
                    {person.nick}
                    <Marks person={person} />
                    <span className={classes.soft}>
                      {person.uid} · {person.account}
                    </span>
                  </span>
                  <span className={classes.numbers}>
                    {formatNumber(person.balance, i18n.locale)}
                    <span className={classes.soft}>
                      {person.seen_at === null ? (
                        <Trans comment="Of a person: signed in nowhere">not signed in</Trans>
                      ) : (
                        formatClock(Date.parse(person.seen_at), nowMs, i18n.locale)
                      )}
                    </span>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <Pages page={page} total={asked.value.total} onPage={setPage} />
        </>
      )}
      <PersonDialog
        key={opened?.uid}
        person={opened}
        onChanged={(person) => {
          setOpened(person);
          again();
        }}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
