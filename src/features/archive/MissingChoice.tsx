import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Segmented } from '../../ui/Segmented.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { formatBytes } from '../../words/intl.ts';
import classes from './ExportPanel.module.css';

/** Whether works that are here in small only are fetched for the archive. */
export function MissingChoice({
  count,
  bytes,
  fetchesMissing,
  onFetchesMissing,
}: {
  count: number;
  bytes: number;
  fetchesMissing: boolean;
  onFetchesMissing: (fetches: boolean) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const size = formatBytes(bytes, i18n.locale);
  return (
    <div className={classes.choice}>
      <Segmented<'leave' | 'fetch'>
        full
        label={t`${plural(count, { one: `# more work (${size}) is in full size with the studio only`, other: `# more works (${size}) are in full size with the studio only` })}`}
        value={fetchesMissing ? 'fetch' : 'leave'}
        onChange={(value) => onFetchesMissing(value === 'fetch')}
        options={[
          {
            value: 'leave',
            label: t({ message: 'Leave them out', comment: 'Works that would have to be fetched' }),
          },
          {
            value: 'fetch',
            label: t({ message: 'Fetch them', comment: 'Works that would have to be fetched' }),
          },
        ]}
      />
      <p className={classes.quiet}>
        {!fetchesMissing ? (
          <Trans>The list in the archive names what is left out.</Trans>
        ) : online ? (
          <Trans>They go into the archive and take no room here otherwise.</Trans>
        ) : (
          <Trans>There is no network now: the export stops there, and goes on once there is.</Trans>
        )}
      </p>
    </div>
  );
}
