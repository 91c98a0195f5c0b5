import { Trans, useLingui } from '@lingui/react/macro';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { errorWords } from '../../words/errors.ts';
import { formatBytes } from '../../words/intl.ts';
import classes from './OriginalNote.module.css';
import type { OriginalState } from './useOriginalState.ts';

/** Over the picture, as long as only its small version is shown: why, and how far the full one is. */
export function OriginalNote({ state }: { state: OriginalState }) {
  const { t, i18n } = useLingui();
  switch (state.kind) {
    case 'loading':
    case 'here':
      return null;
    case 'coming': {
      const { receivedBytes, totalBytes } = state;
      const received = formatBytes(receivedBytes, i18n.locale);
      const total = formatBytes(totalBytes, i18n.locale);
      return (
        <div className={classes.note}>
          {/* The bar speaks for itself; figures that change would be read out again and again. */}
          <span aria-hidden>
            {receivedBytes === 0 ? (
              <Trans comment="A picture's large version is on its way; a size">
                Fetching the full size, {total}
              </Trans>
            ) : (
              <Trans comment="How much of a picture's large version is here; two sizes">
                Fetching the full size, {received} of {total}
              </Trans>
            )}
          </span>
          <ProgressGlow
            value={receivedBytes === 0 ? undefined : receivedBytes / Math.max(1, totalBytes)}
            label={t({ message: 'Fetching the full size', comment: 'Name of a progress bar' })}
          />
        </div>
      );
    }
    case 'waiting':
      return (
        <p className={classes.note} role="status">
          <Trans>This is the small version; the full one needs a network.</Trans>
        </p>
      );
    case 'missing':
      return (
        <p className={classes.note} role="status">
          {state.code === 'result-gone' ? (
            <Trans>This is the small version; the full one is no longer kept.</Trans>
          ) : (
            i18n._(errorWords[state.code].title)
          )}
        </p>
      );
  }
}
