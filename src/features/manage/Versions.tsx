import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { useAsked } from '../../live/useAsked.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import { fetchVersion, fetchVersions } from './manage.ts';
import classes from './ManagePage.module.css';
import { Pages } from './Pages.tsx';

/**
 * Every version of the settings. One that is taken stands in the editor, where it is compared with what holds, and
 * saved as a new version.
 */
export function Versions({
  current,
  onTake,
}: {
  current: number;
  onTake: (version: number, text: string) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState<number | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const asked = useAsked(`${current} ${page} ${String(online)}`, (signal) =>
    fetchVersions(page, signal),
  );
  if (asked.state !== 'known' || asked.value.total === 0) return null;
  async function take(version: number) {
    setBusy(version);
    setFailure(null);
    try {
      onTake(version, await fetchVersion(version));
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setBusy(null);
  }
  const rows = [...asked.value.rows, ...(page * 20 >= asked.value.total ? [null] : [])];
  return (
    <Section title={<Trans comment="Heading: of the settings">Versions</Trans>}>
      {failure !== null && (
        <Notice tone="warn" announce title={i18n._(errorWords[failure].title)} />
      )}
      <ul className={classes.list}>
        {rows.map((row) => {
          const version = row?.version ?? 0;
          return (
            <li key={version} className={classes.row}>
              <span className={classes.name}>
                {row ? (
                  <Trans comment="Of the settings">Version {version}</Trans>
                ) : (
                  <Trans comment="Settings as they are without any change">As installed</Trans>
                )}
                {row && (
                  <span className={classes.soft}>
                    {row.uid ?? <Trans comment="Of who changed something">account gone</Trans>} ·{' '}
                    {formatClock(Date.parse(row.created_at), nowMs, i18n.locale)}
                  </span>
                )}
              </span>
              {version === current ? (
                <span className={classes.soft}>
                  <Trans comment="Of a version of the settings">holds now</Trans>
                </span>
              ) : (
                <Button
                  size="sm"
                  variant="default"
                  loading={busy === version}
                  disabled={!online}
                  aria-label={t({
                    message: `Compare: ${version}`,
                    comment: 'Button; after it a version of the settings',
                  })}
                  onClick={() => void take(version)}
                >
                  <Trans comment="Button: shows a version against what holds">Compare</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Pages page={page} total={asked.value.total} onPage={setPage} />
    </Section>
  );
}
