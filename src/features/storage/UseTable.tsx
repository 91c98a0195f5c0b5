import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OriginalsByFate, TableUse } from '../../db/media/storage-use.ts';
import { mediaKinds } from '../../domain/media-kind.ts';
import type { StorageLevel } from '../../domain/storage.ts';
import { formatBytes, formatNumber, formatPercent } from '../../words/intl.ts';
import { mediaKindWords } from '../../words/media-kinds.ts';
import type { MeasuredEstimate } from './useEstimate.ts';
import classes from './StoragePage.module.css';

interface Line {
  key: 'originals' | 'thumbnails' | 'sources' | 'downloads' | 'models' | 'app' | 'rest';
  label: ReactNode;
  detail: ReactNode;
  bytes: number;
}

/** A bar of what takes how much, and the same in words. */
export function UseTable({
  tables,
  kinds,
  estimate,
  level,
}: {
  tables: TableUse;
  /** The works of who is signed in, by what they are. */
  kinds: OriginalsByFate['kinds'];
  estimate: MeasuredEstimate | null;
  level: StorageLevel;
}) {
  const { i18n, t } = useLingui();
  const known =
    tables.originals.bytes +
    tables.thumbnails.bytes +
    tables.sources.bytes +
    tables.downloads.bytes +
    (estimate?.modelBytes ?? 0) +
    (estimate?.cacheBytes ?? 0);
  const lines: Line[] = [
    {
      key: 'originals',
      label: <Trans comment="What takes room: full-size results">Works in full size</Trans>,
      detail: <Plural value={tables.originals.count} one="# work" other="# works" />,
      bytes: tables.originals.bytes,
    },
    {
      key: 'thumbnails',
      label: <Trans comment="What takes room">Small previews</Trans>,
      detail: <Trans>So that your works show at once</Trans>,
      bytes: tables.thumbnails.bytes,
    },
    {
      key: 'sources',
      label: <Trans comment="What takes room">Files you added</Trans>,
      detail: <Trans>Kept as long as a request or draft needs them</Trans>,
      bytes: tables.sources.bytes,
    },
    {
      key: 'downloads',
      label: <Trans comment="What takes room">Unfinished downloads</Trans>,
      detail: <Trans>They go on where they stopped</Trans>,
      bytes: tables.downloads.bytes,
    },
    {
      key: 'models',
      label: <Trans comment="What takes room">Models</Trans>,
      detail: (
        <Link to="/device-models" className={classes.detail}>
          <Trans>They make pictures on this device</Trans>
        </Link>
      ),
      bytes: estimate?.modelBytes ?? 0,
    },
    {
      key: 'app',
      label: <Trans comment="What takes room">Kiln itself</Trans>,
      detail: <Trans>So that it opens without a network</Trans>,
      bytes: estimate?.cacheBytes ?? 0,
    },
    {
      key: 'rest',
      label: <Trans comment="What takes room">Everything else</Trans>,
      detail: <Trans>Requests, prompts, settings, and what the browser needs for order</Trans>,
      // The browser rounds and cleans up later: never less than nothing.
      bytes: Math.max(0, (estimate?.usedBytes ?? known) - known),
    },
  ];
  // What most people never have is not named before they have it.
  const seldom: readonly Line['key'][] = ['sources', 'downloads', 'models'];
  const shown = lines.filter((line) => line.bytes > 0 || !seldom.includes(line.key));
  const whole = Math.max(estimate?.quotaBytes ?? 0, known, 1);
  const usedBytes = estimate?.usedBytes ?? known;
  const share = estimate ? usedBytes / estimate.quotaBytes : 0;
  return (
    <section className={classes.use} data-level={level}>
      <p className={classes.total}>
        <strong>{formatBytes(usedBytes, i18n.locale)}</strong>
        {estimate && (
          <span>
            <Trans>
              of {formatBytes(estimate.quotaBytes, i18n.locale)},{' '}
              {share > 0 && share < 0.01 ? t`less than 1%` : formatPercent(share, i18n.locale)}
            </Trans>
          </span>
        )}
      </p>
      <div className={classes.bar} aria-hidden>
        {shown.map((line) => (
          <div
            key={line.key}
            data-part={line.key}
            style={{ width: `${(100 * line.bytes) / whole}%` }}
          />
        ))}
      </div>
      <ul className={classes.lines}>
        {shown.map((line) => (
          <li key={line.key} className={classes.line}>
            <span className={classes.dot} data-part={line.key} aria-hidden />
            <span className={classes.words}>
              <span>{line.label}</span>
              <small>{line.detail}</small>
            </span>
            <span className={classes.bytes}>{formatBytes(line.bytes, i18n.locale)}</span>
            {line.key === 'originals' && <Kinds kinds={kinds} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nothing where all works are of one kind: the line above says it already. */
function Kinds({ kinds }: { kinds: OriginalsByFate['kinds'] }) {
  const { i18n, t } = useLingui();
  const there = mediaKinds.flatMap((kind) => {
    const share = kinds[kind];
    return share ? [{ kind, ...share }] : [];
  });
  if (there.length < 2) return null;
  return (
    <ul
      className={classes.kinds}
      aria-label={t({ message: 'By kind', comment: 'Name of a list: pictures, videos, sounds …' })}
    >
      {there.map(({ kind, count, bytes }) => (
        <li key={kind}>
          <span>
            {i18n._(mediaKindWords[kind])} · {formatNumber(count, i18n.locale)}
          </span>
          <span className={classes.bytes}>{formatBytes(bytes, i18n.locale)}</span>
        </li>
      ))}
    </ul>
  );
}
