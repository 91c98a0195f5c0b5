import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type {
  NetworkModel,
  NetworkNewsItem,
  NetworkOf,
  NetworkWorker,
} from '../../domain/worker-network.ts';
import { useModels } from '../../live/useModels.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useNow } from '../../ui/useNow.ts';
import { formatDay } from '../../words/days.ts';
import { formatCompact } from '../../words/amounts.ts';
import { formatDuration, formatNumber } from '../../words/intl.ts';
import classes from './NetworkPage.module.css';
import { compactKudos, type Ranked, type SummedTeam } from './order.ts';

/** What a worker is and does. */
export function WorkerRow({ worker }: { worker: NetworkWorker }) {
  const { i18n } = useLingui();
  const { speed, requests_fulfilled: made, uptime, models, threads } = worker;
  const rate = formatNumber(speed, i18n.locale);
  const done = formatCompact(made, i18n.locale);
  return (
    <>
      <span className={classes.name}>
        {worker.name}{' '}
        {worker.maintenance && (
          <StatusPill tone="warn">
            <Trans comment="Of a worker: it gets nothing to do">Maintenance</Trans>
          </StatusPill>
        )}
        {!worker.online && (
          <StatusPill tone="warn">
            <Trans comment="Of a worker: it is not here">Away</Trans>
          </StatusPill>
        )}
        {worker.info !== '' && <span className={classes.soft}>{worker.info}</span>}
        <span className={classes.soft}>
          {worker.owner !== '' && `${worker.owner} · `}
          <Plural value={threads} one="# at once" other="# at once" /> ·{' '}
          <Trans comment="{0} is a duration: how long a worker has been running in all">
            {formatDuration(uptime, i18n.locale)} up
          </Trans>
        </span>
      </span>
      <span className={classes.numbers}>
        <Trans comment="Speed of a worker in megapixelsteps a second">{rate} MPS/s</Trans>
        <span className={classes.soft}>
          <Trans comment="How many pictures a worker has made">{done} made</Trans>
        </span>
      </span>
      {models.length > 0 && (
        <details className={classes.details}>
          <summary>
            <Plural value={models.length} one="# model" other="# models" />
          </summary>
          <p className={classes.models}>{models.join(' · ')}</p>
        </details>
      )}
    </>
  );
}

export function WorkerRows({ rows }: { rows: readonly NetworkWorker[] }) {
  const { t } = useLingui();
  return (
    <ul className={classes.list} aria-label={t({ message: 'Workers', comment: 'Name of a list' })}>
      {rows.map((worker) => (
        <li key={worker.id} className={classes.row}>
          <WorkerRow worker={worker} />
        </li>
      ))}
    </ul>
  );
}

export function TeamRows({ rows }: { rows: readonly SummedTeam[] }) {
  const { t, i18n } = useLingui();
  return (
    <ul className={classes.list} aria-label={t({ message: 'Teams', comment: 'Name of a list' })}>
      {rows.map((team) => {
        const made = formatCompact(team.requests_fulfilled, i18n.locale);
        const rate = formatNumber(Math.round(team.speed * 10) / 10, i18n.locale);
        return (
          <li key={team.id} className={classes.row}>
            <span className={classes.name}>
              {team.name}
              {team.info !== '' && <span className={classes.soft}>{team.info}</span>}
              <span className={classes.soft}>
                <Plural value={team.worker_count} one="# worker" other="# workers" /> ·{' '}
                <Plural value={team.model_count} one="# model" other="# models" /> ·{' '}
                <Trans comment="{0} is a duration: how long a worker has been running in all">
                  {formatDuration(team.uptime, i18n.locale)} up
                </Trans>
              </span>
            </span>
            <span className={classes.numbers}>
              <Trans comment="Speed of a worker in megapixelsteps a second">{rate} MPS/s</Trans>
              <span className={classes.soft}>
                <Trans comment="How many pictures a worker has made">{made} made</Trans>
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Checkpoints only, and none that is hidden (spec 2, section 2); a model that the device's list does not have is one. */
function useShown(rows: readonly NetworkModel[], of: NetworkOf): NetworkModel[] {
  const models = useModels();
  const engine = of === 'here' ? 'network' : 'horde';
  const listed = (models ?? []).filter((model) => model.engine === engine);
  return rows.filter(({ name }) => {
    const known = listed.filter((model) => model.name === name);
    return (
      known.length === 0 || known.some(({ mtype, invisible }) => mtype === 'ckpt' && !invisible)
    );
  });
}

export function ModelRows({ rows, of }: { rows: readonly NetworkModel[]; of: NetworkOf }) {
  const { t, i18n } = useLingui();
  return (
    <ul className={classes.list} aria-label={t({ message: 'Models', comment: 'Name of a list' })}>
      {useShown(rows, of).map((model) => {
        const queued = formatNumber(model.queued, i18n.locale);
        return (
          <li key={model.name} className={classes.row}>
            <span className={classes.name}>
              {model.name.replaceAll('_', ' ')}
              <span className={classes.soft}>
                <Plural value={model.count} one="# at once" other="# at once" />
              </span>
            </span>
            <span className={classes.numbers}>
              {model.clear_seconds === null ? (
                <Trans comment="Of a model: nobody has it, and work waits">nobody there</Trans>
              ) : model.jobs === 0 ? (
                <Trans comment="Of a model: nothing waits for it">free</Trans>
              ) : (
                formatDuration(model.clear_seconds, i18n.locale)
              )}
              <span className={classes.soft}>
                <Trans comment="Megapixelsteps that wait for a model">{queued} MPS waiting</Trans>
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function UserRows({ rows }: { rows: readonly Ranked[] }) {
  const { t, i18n } = useLingui();
  return (
    <ol
      className={classes.list}
      aria-label={t({ message: 'Leaderboard', comment: 'Name of a list' })}
    >
      {rows.map(({ username, kudos, megapixelsteps, rank, isMe }) => {
        const made = formatCompact(megapixelsteps, i18n.locale);
        return (
          <li key={username} className={classes.row} data-me={isMe || undefined}>
            <span className={classes.name}>
              <span className={classes.rank}>{rank}</span>
              {username}
              {isMe && (
                <>
                  {' '}
                  <StatusPill tone="active">
                    <Trans comment="Mark of one's own row">You</Trans>
                  </StatusPill>
                </>
              )}
            </span>
            <span className={classes.numbers}>
              <Trans comment="Kudos of somebody, in short">{compactKudos(kudos)} kudos</Trans>
              <span className={classes.soft}>
                <Trans comment="Megapixelsteps that somebody's workers have done">{made} MPS</Trans>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function NewsPieces({ pieces }: { pieces: readonly NetworkNewsItem[] }) {
  const { i18n } = useLingui();
  const nowMs = useNow(60_000);
  const [render, setRender] = useState<((text: string) => string) | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Who reads no news need not have what reads Markdown.
    void import('./markdown.ts').then(({ renderMarkdown }) => {
      if (isWanted) setRender(() => renderMarkdown);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return (
    <div className={classes.news}>
      {pieces.map((piece) => {
        const atMs = Date.parse(piece.date_published);
        return (
          <article key={piece.date_published + piece.title} className={classes.piece}>
            <h2>{piece.title}</h2>
            <span className={classes.soft}>
              {Number.isNaN(atMs) ? piece.date_published : formatDay(atMs, i18n.locale, nowMs)}
            </span>
            {render ? (
              <div
                className={classes.text}
                // oxlint-disable-next-line react/no-danger -- HTML that only our own reader of Markdown makes (markdown.ts)
                dangerouslySetInnerHTML={{ __html: render(piece.newspiece) }}
              />
            ) : (
              <p className={classes.text}>{piece.newspiece}</p>
            )}
          </article>
        );
      })}
    </div>
  );
}
