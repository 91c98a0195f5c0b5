import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EngineState, OverseenJob } from '../../api/contract/oversight.ts';
import { errorCodeOf, isErrorCode, type ErrorCode } from '../../domain/errors.ts';
import { isGeneratorType } from '../../domain/generator-types.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { useAsked } from '../../live/useAsked.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueuePlots } from '../../requests/actions/QueuePlots.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StatusPill, type Tone } from '../../ui/StatusPill.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock, formatDuration, formatNumber, formatPercent } from '../../words/intl.ts';
import { toolWords } from '../../words/tools.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { actOnJob, fetchEngines, fetchHistory, fetchJobs, type JobsWish } from './manage.ts';
import classes from './ManagePage.module.css';
import { Pages } from './Pages.tsx';

/** How often the page looks again by itself. */
const lookEveryMs = 10_000;

/** Spec 2, `/manage/jobs`: what runs and waits, why, and what an operator may do about it. */
export function Jobs({ search }: { search: string }) {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  // Who looks at it wants it as it is now.
  const tick = Math.floor(useNow(lookEveryMs) / lookEveryMs);
  const turn = `${attempt} ${String(online)} ${tick}`;
  return (
    <>
      <History turn={turn} />
      <Engines turn={turn} />
      <JobList search={search} turn={turn} onChanged={() => setAttempt((count) => count + 1)} />
    </>
  );
}

function History({ turn }: { turn: string }) {
  const asked = useAsked(turn, (signal) => fetchHistory(24, signal));
  return asked.state === 'known' ? <QueuePlots spans={asked.value} /> : null;
}

function Engines({ turn }: { turn: string }) {
  const asked = useAsked(turn, fetchEngines);
  if (asked.state !== 'known') return null;
  return (
    <Section
      title={<Trans comment="Heading: programs and services that make pictures">Engines</Trans>}
    >
      <ul className={classes.list}>
        {asked.value.map((engine) => (
          <li key={engine.name} className={classes.row}>
            <Engine engine={engine} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Engine({ engine }: { engine: EngineState }) {
  const { i18n } = useLingui();
  const { running, waiting, concurrency, finished, failed, mean_seconds: mean } = engine;
  const number = (value: number) => formatNumber(value, i18n.locale);
  return (
    <>
      <span className={classes.name}>
        {engine.name}{' '}
        <StatusPill tone={engine.unavailable ? 'warn' : 'success'}>
          {engine.unavailable ? (
            <Trans comment="Of an engine: it can't be used">Away</Trans>
          ) : (
            <Trans comment="Of an engine: it can be used">Ready</Trans>
          )}
        </StatusPill>
        {engine.unavailable && (
          <span className={classes.soft}>
            {textIn(engine.unavailable, asLanguage(i18n.locale))}
          </span>
        )}
        <span className={classes.soft}>
          <Plural value={engine.models} one="# model" other="# models" /> ·{' '}
          {engine.is_shared ? (
            <Plural value={concurrency} one="# job at once" other="# jobs at once" />
          ) : (
            <Plural
              value={concurrency}
              one="# job at once in each process"
              other="# jobs at once in each process"
            />
          )}
          {engine.starts_per_minute !== null && (
            <>
              {' · '}
              <Plural value={engine.starts_per_minute} one="# a minute" other="# a minute" />
            </>
          )}
        </span>
      </span>
      <span className={classes.numbers}>
        <Trans comment="Numbers of jobs at an engine">
          {number(running)} running, {number(waiting)} waiting
        </Trans>
        <span className={classes.soft}>
          <Trans comment="Jobs of an engine in the last hour">
            {number(finished)} done, {number(failed)} failed in the last hour
          </Trans>
          {mean !== null && ` · ${formatDuration(mean, i18n.locale)}`}
        </span>
      </span>
    </>
  );
}

function JobList({
  search,
  turn,
  onChanged,
}: {
  search: string;
  turn: string;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [state, setState] = useState<JobsWish['state']>(null);
  const [page, setPage] = useState(1);
  const asked = useAsked(`${search} ${state} ${page} ${turn}`, (signal) =>
    fetchJobs({ search, state, page }, signal),
  );
  return (
    <Section title={<Trans comment="Heading: what people have asked for">Jobs</Trans>}>
      <div className={classes.filters}>
        <SearchField
          label={t`Search jobs`}
          placeholder={t({
            message: 'Number of a job or person, words, model',
            comment: 'In an empty search field',
          })}
          words={search}
          maxLength={100}
          onWords={(words) => {
            setPage(1);
            void navigate({
              to: '/manage/$section',
              params: { section: 'jobs' },
              search: words === '' ? {} : { q: words },
              replace: true,
            });
          }}
        />
        <NativeSelect
          aria-label={t({ message: 'State of the jobs', comment: 'Label of a choice' })}
          value={state ?? ''}
          onChange={(event) => {
            setPage(1);
            setState((event.currentTarget.value || null) as JobsWish['state']);
          }}
          data={[
            { value: '', label: t({ message: 'All jobs', comment: 'Choice' }) },
            {
              value: 'open',
              label: t({ message: 'Under way', comment: 'Choice: jobs that have not ended' }),
            },
            { value: 'Finished', label: t({ message: 'Done', comment: 'State of a job' }) },
            { value: 'Failed', label: t({ message: 'Failed', comment: 'State of a job' }) },
            { value: 'Cancelled', label: t({ message: 'Cancelled', comment: 'State of a job' }) },
          ]}
        />
      </div>
      {asked.state === 'asking' && <Coming />}
      {asked.state === 'failed' && <Failed code={asked.code} onAgain={onChanged} />}
      {asked.state === 'known' && asked.value.rows.length === 0 && (
        <EmptyState kind="filtered" title={<Trans>No such job</Trans>} />
      )}
      {asked.state === 'known' && (
        <>
          <ul className={classes.list}>
            {asked.value.rows.map((job) => (
              <li key={job.id} className={classes.row}>
                <Job job={job} onChanged={onChanged} />
              </li>
            ))}
          </ul>
          <Pages page={page} total={asked.value.total} onPage={setPage} />
        </>
      )}
    </Section>
  );
}

const tones: Readonly<Record<OverseenJob['state'], Tone>> = {
  Pending: 'quiet',
  Restarted: 'quiet',
  Processing: 'active',
  Finished: 'success',
  Failed: 'danger',
  Cancelled: 'quiet',
};

function StateWords({ job }: { job: OverseenJob }) {
  const { i18n } = useLingui();
  switch (job.state) {
    case 'Processing':
      return job.fraction > 0 ? (
        formatPercent(job.fraction, i18n.locale)
      ) : (
        <Trans comment="State of a job">Running</Trans>
      );
    case 'Finished':
      return <Trans comment="State of a job">Done</Trans>;
    case 'Failed':
      return <Trans comment="State of a job">Failed</Trans>;
    case 'Cancelled':
      return <Trans comment="State of a job">Cancelled</Trans>;
    default:
      return <Trans comment="State of a job">Waiting</Trans>;
  }
}

/** Why a job waits, in a sentence. */
function WaitWords({ waits }: { waits: NonNullable<OverseenJob['waits']> }) {
  const { i18n } = useLingui();
  const nowMs = useNow(10_000);
  switch (waits.reason) {
    case 'turn':
      return waits.ahead ? (
        <Plural value={waits.ahead} one="# job comes before it." other="# jobs come before it." />
      ) : (
        <Trans>It is next.</Trans>
      );
    case 'engine-full':
      return <Trans>It is next; its engine runs as many as it may.</Trans>;
    case 'engine-away':
      return <Trans>Its engine can’t be used right now.</Trans>;
    case 'no-engine':
      return <Trans>Its engine is not part of this platform any more.</Trans>;
    case 'no-space':
      return <Trans>The disk is nearly full, so nothing begins.</Trans>;
    default: {
      const time = formatClock(Date.parse(waits.until ?? ''), nowMs, i18n.locale);
      return <Trans>An attempt failed; the next one is at {time}.</Trans>;
    }
  }
}

function Job({ job, onChanged }: { job: OverseenJob; onChanged: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(10_000);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const tool = isGeneratorType(job.job_type) ? i18n._(toolWords[job.job_type].label) : job.job_type;
  async function act(what: 'cancel' | 'retry') {
    setBusy(true);
    setFailure(null);
    try {
      await actOnJob(what, job.id);
      onChanged();
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setBusy(false);
  }
  return (
    <>
      <span className={classes.name}>
        {job.prompt || tool}{' '}
        <StatusPill tone={tones[job.state]}>
          <StateWords job={job} />
        </StatusPill>
        <span className={classes.soft}>
          {job.nick} ({job.uid}) · {tool} · {job.model}
        </span>
        {job.waits && (
          <span className={classes.soft}>
            <WaitWords waits={job.waits} />
          </span>
        )}
        {job.error_code !== null && (
          <span className={classes.soft}>
            {isErrorCode(job.error_code)
              ? i18n._(errorWords[job.error_code].title)
              : job.error_code}
            {job.error_message !== null && ` · ${job.error_message}`}
          </span>
        )}
        <span className={classes.soft}>{job.id}</span>
      </span>
      <span className={classes.numbers}>
        {formatClock(Date.parse(job.created_at), nowMs, i18n.locale)}
        <span className={classes.soft}>
          <Plural value={job.cost} one="# credit" other="# credits" />
        </span>
      </span>
      {failure !== null && (
        <Notice tone="warn" announce title={i18n._(errorWords[failure].title)} />
      )}
      {(job.may_cancel || job.may_retry) && (
        <div className={classes.rowButtons}>
          {job.may_retry && (
            <Button
              size="sm"
              variant="default"
              loading={busy}
              disabled={!online}
              aria-label={t({
                message: `Try again: ${job.id}`,
                comment: 'Button; after it the number of a job',
              })}
              onClick={() => void act('retry')}
            >
              <Trans comment="Button">Try again</Trans>
            </Button>
          )}
          {job.may_cancel && (
            <Button
              size="sm"
              variant="default"
              loading={busy}
              disabled={!online}
              aria-label={t({
                message: `Cancel: ${job.id}`,
                comment: 'Button; after it the number of a job',
              })}
              onClick={() => void act('cancel')}
            >
              <Trans comment="Button: ends a job">Cancel</Trans>
            </Button>
          )}
        </div>
      )}
    </>
  );
}
