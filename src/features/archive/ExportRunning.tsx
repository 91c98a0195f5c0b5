import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { formatBytes, formatBytesPart, formatDuration, formatNumber } from '../../words/intl.ts';
import classes from './ExportPanel.module.css';
import { stopExporting, type ExportState } from './exporting.ts';

type Running = ExportState & { step: 'running' };

/** Before that, a rate says little. */
const rateKnownAfterMs = 1_500;

function secondsLeft({ progress, from }: Running): number | null {
  if (!progress || !from) return null;
  const tookMs = Date.now() - from.atMs;
  const bytes = progress.bytes - from.bytes;
  if (tookMs < rateKnownAfterMs || bytes <= 0) return null;
  return ((progress.ofBytes - progress.bytes) * tookMs) / bytes / 1_000;
}

/** How far it is, for how long yet, and the ways to stop it. */
export function ExportRunning({ state }: { state: Running }) {
  const { t, i18n } = useLingui();
  const { progress, isResumable } = state;
  const share = progress && progress.ofBytes > 0 ? progress.bytes / progress.ofBytes : undefined;
  const left = secondsLeft(state);
  return (
    <div className={classes.box}>
      <h3 className={classes.title}>
        <Trans>Writing the archive…</Trans>
      </h3>
      <ProgressGlow label={t`Writing the archive…`} value={share} />
      <p className={classes.figures}>
        {progress && (
          <>
            <span>
              <Trans comment="Progress of an export: 412 of 1,204 works">
                {formatNumber(progress.works, i18n.locale)} of{' '}
                {formatNumber(progress.ofWorks, i18n.locale)} works
              </Trans>
            </span>
            <span>
              <Trans comment="Progress in bytes: 1.2 of 8.4 MB">
                {formatBytesPart(progress.bytes, progress.ofBytes, i18n.locale)} of{' '}
                {formatBytes(progress.ofBytes, i18n.locale)}
              </Trans>
            </span>
          </>
        )}
        {left !== null && (
          <span>
            <Trans comment="Time until an export is done">
              about {formatDuration(left, i18n.locale)} left
            </Trans>
          </span>
        )}
      </p>
      <div className={classes.actions}>
        {isResumable && (
          <Button variant="default" onClick={() => void stopExporting(true)}>
            <Trans comment="Button: an export can go on later">Pause</Trans>
          </Button>
        )}
        <Button variant="subtle" onClick={() => void stopExporting(false)}>
          <Trans comment="Button: stops">Cancel</Trans>
        </Button>
      </div>
      <p className={classes.quiet}>
        {isResumable ? (
          <Trans>You can use Kiln meanwhile. If this tab is closed, what is done stays here.</Trans>
        ) : (
          <Trans>You can use Kiln meanwhile, but leave this tab open until it is done.</Trans>
        )}
      </p>
    </div>
  );
}
