import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { formatTimeOfDay } from '../../words/days.ts';
import { formatDuration, formatNumber } from '../../words/intl.ts';
import { Plot } from '../../ui/Plot.tsx';
import classes from './QueuePlots.module.css';

/** A part of the time that is looked at, as the platform tells it. */
export interface PlottedSpan {
  at: string;
  open: number;
  finished: number;
  failed: number;
  wait_seconds: number | null;
}

/** How long the queue was, how long one waited, and how much was done. */
export function QueuePlots({ spans }: { spans: readonly PlottedSpan[] }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const { times, open, waits, done, number, duration } = useMemo(
    () => ({
      times: spans.map(({ at }) => Date.parse(at)),
      open: spans.map((span) => span.open),
      waits: spans.map((span) => span.wait_seconds),
      done: spans.map((span) => span.finished),
      number: (value: number) => formatNumber(value, locale),
      duration: (value: number) => (value === 0 ? '0' : formatDuration(value, locale)),
    }),
    [spans, locale],
  );
  const most = number(Math.max(0, ...open));
  const now = number(open.at(-1) ?? 0);
  const known = waits.filter((wait) => wait !== null);
  const longest = known.length === 0 ? null : duration(Math.max(...known));
  const made = number(done.reduce((sum, value) => sum + value, 0));
  const failed = number(spans.reduce((sum, span) => sum + span.failed, 0));
  return (
    <section
      className={classes.plots}
      aria-label={t({ message: 'The last day', comment: 'Name of a group of plots' })}
    >
      <Plot
        title={t({ message: 'Jobs in the queue', comment: 'Title of a plot' })}
        summary={t({ message: `${now} now, ${most} at most`, comment: 'Under a plot of numbers' })}
        times={times}
        values={open}
        format={number}
        formatTime={formatTimeOfDay}
      />
      <Plot
        title={t({ message: 'Wait until the start', comment: 'Title of a plot' })}
        summary={
          longest === null
            ? t({ message: 'nothing ended', comment: 'Under a plot of waits' })
            : t({ message: `${longest} at most`, comment: 'Under a plot; {longest} is a duration' })
        }
        times={times}
        values={waits}
        format={duration}
        formatTime={formatTimeOfDay}
      />
      <Plot
        title={t({ message: 'Jobs done', comment: 'Title of a plot' })}
        summary={t({
          message: `${made} done, ${failed} failed`,
          comment: 'Under a plot of jobs in the last day',
        })}
        times={times}
        values={done}
        format={number}
        formatTime={formatTimeOfDay}
      />
      <p className={classes.note}>
        <Trans>The last 24 hours, a quarter of an hour a point.</Trans>
      </p>
    </section>
  );
}
