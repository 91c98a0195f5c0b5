import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { formatBytes, formatDuration, formatNumber } from '../../words/intl.ts';
import { stopImport, type ImportState } from './importing.ts';
import classes from './ImportPanel.module.css';

/** How far it is; other pages can be looked at meanwhile. */
export function ImportRunning({ state }: { state: Extract<ImportState, { step: 'running' }> }) {
  const { t, i18n } = useLingui();
  const { progress, secondsLeft, found } = state;
  const done = progress?.done ?? 0;
  const of = progress?.of ?? found.works;
  const isDrawing = progress?.phase === 'pictures';
  const number = (value: number) => formatNumber(value, i18n.locale);
  return (
    <div className={classes.box}>
      <h3 className={classes.title}>
        {isDrawing ? (
          <Trans>All works are in. Making their small pictures…</Trans>
        ) : (
          <Trans>Bringing works in…</Trans>
        )}
      </h3>
      <ProgressGlow label={t`Progress of the import`} value={of > 0 ? done / of : 0} />
      <p className={classes.counts}>
        <span>
          <Trans comment="Progress: 120 of 2,000">
            {number(done)} of {number(of)}
          </Trans>
        </span>
        {!isDrawing && progress && (
          <span>
            <Trans comment="Progress in bytes: 12 MB of 400 MB">
              {formatBytes(progress.doneBytes, i18n.locale)} of{' '}
              {formatBytes(progress.ofBytes, i18n.locale)}
            </Trans>
          </span>
        )}
        {secondsLeft !== null && secondsLeft > 0 && (
          <span>
            <Trans comment="Time left, such as 3 min">
              about {formatDuration(secondsLeft, i18n.locale)} left
            </Trans>
          </span>
        )}
      </p>
      {progress && (progress.known > 0 || progress.refused > 0) && (
        <p className={classes.counts}>
          {progress.known > 0 && (
            <span>
              <Plural value={progress.known} one="# was here already" other="# were here already" />
            </span>
          )}
          {progress.refused > 0 && (
            <span>
              <Plural value={progress.refused} one="# was left out" other="# were left out" />
            </span>
          )}
        </p>
      )}
      <p className={classes.quiet}>
        <Trans>You can go on using Kiln; only this tab has to stay open.</Trans>
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={stopImport}>
          <Trans comment="Button: stops the import">Stop</Trans>
        </Button>
      </div>
    </div>
  );
}
