import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ErrorCode } from '../../domain/errors.ts';
import { networks, type NetworkOf } from '../../domain/worker-network.ts';
import { useAsked, type Asked } from '../../live/useAsked.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueuePlots } from '../../requests/actions/QueuePlots.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { errorWords } from '../../words/errors.ts';
import { formatNumber } from '../../words/intl.ts';
import { useAsOf } from '../../words/useAsOf.ts';
import * as lists from './lists.ts';
import { ModelRows, NewsPieces, TeamRows, UserRows, WorkerRows } from './Rows.tsx';
import classes from './NetworkPage.module.css';
import {
  leaderboard,
  networkTabs,
  sortKeys,
  sortKeysOf,
  sortModels,
  sortTeams,
  sortWorkers,
  validSort,
  withSums,
  type Direction,
  type NetworkTab,
  type SortKey,
} from './order.ts';
import { OwnWorkers } from './OwnWorkers.tsx';

/** Longer than an answer is kept as fresh (sw/remote-rules.ts). */
const renewedEveryMs = 15_000;

interface NetworkSearch {
  of?: NetworkOf;
  tab?: NetworkTab;
  sort?: SortKey;
  dir?: Direction;
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

/** What an address says of the page; anything else in it is as if it were not there. */
function readSearch(given: Readonly<Record<string, unknown>>): NetworkSearch {
  const of = oneOf(networks, given['of']);
  const tab = oneOf(networkTabs, given['tab']);
  const sort = oneOf(sortKeys, given['sort']);
  const dir = oneOf(['descending', 'ascending'] as const, given['dir']);
  return { ...(of && { of }), ...(tab && { tab }), ...(sort && { sort }), ...(dir && { dir }) };
}

/** Workers that make pictures, their teams and models, who lends most, and news; of this platform or the AI Horde. */
export function NetworkPage({ given }: { given: Readonly<Record<string, unknown>> }) {
  const search = readSearch(given);
  const { t } = useLingui();
  usePageTitle(
    t({ message: 'Workers', comment: 'Title of the page of machines that make pictures' }),
  );
  const online = useOnline();
  const networks = useAsked('networks', () => lists.knownNetworks());
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((count) => count + 1);
  // Who watches sees workers come and go.
  const beat = Math.floor(useNow(renewedEveryMs) / renewedEveryMs);
  const asking = `${attempt} ${beat} ${String(online)}`;
  const navigate = useNavigate();
  if (networks.state !== 'known') return null;
  const known = networks.value;
  const of =
    search.of !== undefined && known.includes(search.of) ? search.of : (known[0] ?? 'here');
  const tab = search.tab ?? 'workers';
  const go = (change: NetworkSearch) =>
    void navigate({ to: '/workers', search: { ...search, ...change }, replace: true });
  return (
    <Page width="wide">
      <div className={classes.head}>
        <PageHeader
          title={<Trans comment="Title of the page of machines that make pictures">Workers</Trans>}
          description={
            of === 'here' ? (
              <Trans>Machines that people lend to this studio, and what they do.</Trans>
            ) : (
              <Trans>The volunteers’ machines of the AI Horde, and what they do.</Trans>
            )
          }
        />
        {known.length > 1 && (
          <Segmented
            label={t({ message: 'Whose workers', comment: 'Label of two choices' })}
            hideLabel
            value={of}
            onChange={(next) => go({ of: next })}
            options={[
              { value: 'here', label: t({ message: 'This studio', comment: 'Choice' }) },
              { value: 'horde', label: 'AI Horde' },
            ]}
          />
        )}
        <Figures key={of} of={of} attempt={asking} />
        <Segmented
          label={t({ message: 'What to look at', comment: 'Label of tabs' })}
          hideLabel
          value={tab}
          onChange={(next) => go({ tab: next })}
          options={[
            { value: 'workers', label: t({ message: 'Workers', comment: 'Tab' }) },
            { value: 'teams', label: t({ message: 'Teams', comment: 'Tab' }) },
            { value: 'models', label: t({ message: 'Models', comment: 'Tab' }) },
            { value: 'users', label: t({ message: 'Leaderboard', comment: 'Tab' }) },
            { value: 'news', label: t({ message: 'News', comment: 'Tab' }) },
          ]}
        />
      </div>
      <div className={classes.tab}>
        <Tab
          key={`${of} ${tab}`}
          of={of}
          tab={tab}
          sort={validSort(tab, search.sort ?? 'default')}
          direction={search.dir ?? 'descending'}
          attempt={asking}
          onGo={go}
          onAgain={again}
        />
      </div>
      {of === 'here' && tab === 'workers' && (
        <div className={classes.history}>
          <History attempt={asking} />
        </div>
      )}
    </Page>
  );
}

/** How this platform's queue has been; the Horde does not tell that of its own. */
function History({ attempt }: { attempt: string }) {
  const asked = useAsked(attempt, (signal) => lists.fetchHistory(signal));
  return asked.state === 'known' ? <QueuePlots spans={asked.value} /> : null;
}

function Figures({ of, attempt }: { of: NetworkOf; attempt: string }) {
  const { t, i18n } = useLingui();
  const asked = useAsked(`${of} ${attempt}`, (signal) => lists.fetchFigures(of, signal));
  if (asked.state === 'asking')
    return <div className={classes.figures} role="status" aria-label={t`Loading`} />;
  if (asked.state === 'failed') {
    return asked.code === 'not-found' ? null : (
      <Failure code={asked.code} title={<Trans>Failed to get server performance</Trans>} />
    );
  }
  const { data } = asked.value;
  const number = (value: number) => formatNumber(Math.round(value * 10) / 10, i18n.locale);
  return (
    <dl className={classes.figures}>
      <Figure label={<Trans comment="Figure: machines that are here">Workers here</Trans>}>
        {number(data.worker_count)}
      </Figure>
      <Figure
        label={<Trans comment="Figure: pictures that workers can make at once">At once</Trans>}
      >
        {number(data.thread_count)}
      </Figure>
      <Figure label={<Trans comment="Figure">Pictures waiting</Trans>}>
        {number(data.queued_requests)}
      </Figure>
      <Figure
        label={
          <Trans comment="Figure: megapixelsteps are a unit of work">Megapixelsteps waiting</Trans>
        }
      >
        {number(data.queued_megapixelsteps)}
      </Figure>
      <Figure label={<Trans comment="Figure">Megapixelsteps in the last minute</Trans>}>
        {number(data.past_minute_megapixelsteps)}
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What could not be asked for, in the words of what was wanted, and the way to ask again. */
function Failure({
  code,
  title,
  onAgain,
}: {
  code: ErrorCode;
  title: ReactNode;
  onAgain?: () => void;
}) {
  const { i18n } = useLingui();
  const online = useOnline();
  return (
    <Notice
      tone="warn"
      announce
      title={title}
      actions={
        onAgain && (
          <Button size="sm" variant="default" onClick={onAgain}>
            <Trans comment="Button">Try again</Trans>
          </Button>
        )
      }
    >
      {online ? i18n._(errorWords[code].title) : <Trans>This needs a network</Trans>}
    </Notice>
  );
}

interface TabProps {
  of: NetworkOf;
  tab: NetworkTab;
  sort: SortKey;
  direction: Direction;
  attempt: string;
  onGo: (change: NetworkSearch) => void;
  onAgain: () => void;
}

function Tab(props: TabProps) {
  switch (props.tab) {
    case 'workers':
      return <Workers {...props} />;
    case 'teams':
      return <Teams {...props} />;
    case 'models':
      return <Models {...props} />;
    case 'users':
      return <Users {...props} />;
    default:
      return <News {...props} />;
  }
}

interface Aged {
  fetchedAtMs: number;
  stale: boolean;
}

/** A list as it was told, or why there is none. */
function Told<Value extends Aged>({
  asked,
  failed,
  onAgain,
  children,
}: {
  asked: Asked<Value>;
  failed: ReactNode;
  onAgain: () => void;
  children: (value: Value) => ReactNode;
}) {
  const online = useOnline();
  const { t } = useLingui();
  const asOf = useAsOf(asked.state === 'known' ? asked.value : null, online);
  if (asked.state === 'asking') {
    return <div className={classes.bones} role="status" aria-label={t`Loading`} />;
  }
  if (asked.state === 'failed') {
    return asked.code === 'not-found' ? (
      <EmptyState title={<Trans>This studio does not ask the AI Horde</Trans>} />
    ) : (
      <Failure code={asked.code} title={failed} onAgain={onAgain} />
    );
  }
  return (
    <>
      {children(asked.value)}
      <AsOf time={asOf} />
    </>
  );
}

function Sorting({ tab, sort, direction, onGo }: TabProps) {
  const { t } = useLingui();
  const words: Record<SortKey, string> = {
    default: t({ message: 'Default', comment: 'Sort order' }),
    name: t({ message: 'Name', comment: 'Sort order' }),
    info: t({ message: 'Info', comment: 'Sort order: what the owner says about it' }),
    uptime: t({ message: 'Uptime', comment: 'Sort order: how long it has been running' }),
    speed: t({ message: 'Speed', comment: 'Sort order' }),
    requests: t({ message: 'Requests', comment: 'Sort order: pictures made' }),
    mps: t({ message: 'MPS', comment: 'Sort order: megapixelsteps' }),
    workers: t({ message: 'Worker Count', comment: 'Sort order' }),
    models: t({ message: 'Model Count', comment: 'Sort order' }),
    queued: t({ message: 'Queued', comment: 'Sort order: work that waits' }),
    clear: t({ message: 'Clear Time', comment: 'Sort order: until all that waits is done' }),
    kudos: t({ message: 'Kudos', comment: 'Sort order' }),
  };
  return (
    <div className={classes.tools}>
      <NativeSelect
        label={t({ message: 'Sort by', comment: 'Label of a choice' })}
        value={sort}
        onChange={(event) => onGo({ sort: event.currentTarget.value as SortKey })}
        data={sortKeysOf[tab].map((value) => ({ value, label: words[value] }))}
      />
      <NativeSelect
        label={t({ message: 'Direction', comment: 'Label of a choice' })}
        value={direction}
        onChange={(event) => onGo({ dir: event.currentTarget.value as Direction })}
        data={[
          { value: 'descending', label: t({ message: 'Descending', comment: 'Sort direction' }) },
          { value: 'ascending', label: t({ message: 'Ascending', comment: 'Sort direction' }) },
        ]}
      />
    </div>
  );
}

const nobody = (
  <EmptyState title={<Trans>No worker is here</Trans>}>
    <Trans>Whoever has one can connect it with a key of theirs.</Trans>
  </EmptyState>
);

function Workers(props: TabProps) {
  const { of, sort, direction, attempt, onAgain } = props;
  const asked = useAsked(`${of} ${attempt}`, (signal) => lists.fetchWorkers(of, signal));
  return (
    <>
      <OwnWorkers of={of} attempt={attempt} onChanged={onAgain} />
      <Told asked={asked} failed={<Trans>Failed to update workers</Trans>} onAgain={onAgain}>
        {({ data }) =>
          data.length === 0 ? (
            nobody
          ) : (
            <>
              <Sorting {...props} />
              <WorkerRows rows={sortWorkers(data, sort, direction)} />
            </>
          )
        }
      </Told>
    </>
  );
}

function Teams(props: TabProps) {
  const { of, sort, direction, attempt, onAgain } = props;
  const asked = useAsked(`${of} ${attempt}`, async (signal) => {
    const [teams, workers] = await Promise.all([
      lists.fetchTeams(of, signal),
      // Without them teams have no speed, and all else.
      lists.fetchWorkers(of, signal).catch(() => null),
    ]);
    return { ...teams, data: withSums(teams.data, workers?.data ?? []) };
  });
  return (
    <Told asked={asked} failed={<Trans>Failed to update teams</Trans>} onAgain={onAgain}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title={
              of === 'here' ? (
                <Trans>A studio of one’s own has no teams</Trans>
              ) : (
                <Trans>There are no teams</Trans>
              )
            }
          />
        ) : (
          <>
            <Sorting {...props} />
            <TeamRows rows={sortTeams(data, sort, direction)} />
          </>
        )
      }
    </Told>
  );
}

function Models(props: TabProps) {
  const { of, sort, direction, attempt, onAgain } = props;
  const asked = useAsked(`${of} ${attempt}`, (signal) => lists.fetchModels(of, signal));
  return (
    <Told asked={asked} failed={<Trans>Failed to update models</Trans>} onAgain={onAgain}>
      {({ data }) =>
        data.length === 0 ? (
          nobody
        ) : (
          <>
            <Sorting {...props} />
            <ModelRows rows={sortModels(data, sort, direction)} of={of} />
          </>
        )
      }
    </Told>
  );
}

function Users(props: TabProps) {
  const { of, sort, direction, attempt, onAgain } = props;
  const asked = useAsked(`${of} ${attempt}`, async (signal) => {
    const [users, mine] = await Promise.all([
      lists.fetchUsers(of, signal),
      lists.fetchMine(of, signal).catch(() => null),
    ]);
    return { ...users, me: mine?.user ?? null };
  });
  return (
    <Told asked={asked} failed={<Trans>Failed to update leaderboard</Trans>} onAgain={onAgain}>
      {({ data, me }) =>
        data.length === 0 ? (
          <EmptyState title={<Trans>Nobody has lent anything yet</Trans>} />
        ) : (
          <>
            <Sorting {...props} />
            <UserRows rows={leaderboard(data, me, sort, direction)} />
          </>
        )
      }
    </Told>
  );
}

function News({ of, attempt, onAgain }: TabProps) {
  const asked = useAsked(`${of} ${attempt}`, (signal) => lists.fetchNews(of, signal));
  return (
    <Told asked={asked} failed={<Trans>Failed to get news</Trans>} onAgain={onAgain}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={<Trans>There is no news</Trans>} />
        ) : (
          <NewsPieces pieces={data} />
        )
      }
    </Told>
  );
}
