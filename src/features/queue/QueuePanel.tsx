import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import {
  IconDots,
  IconEraser,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { markSeen, retryAllIntents } from '../../db/intents.ts';
import { setSetting } from '../../db/settings.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { useAppActions } from '../../ui/app-actions.ts';
import { useAtomValue } from '../../ui/atoms.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useOnline } from '../../ui/online.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { showToast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { hiddenRequestsAtom, removeLater } from './pending-removals.ts';
import classes from './QueuePanel.module.css';
import {
  countByFilter,
  matchesFilter,
  sectionOf,
  type QueueFilter,
  type QueueSection,
} from './request-state.ts';
import { RequestCard } from './RequestCard.tsx';
import { useNow } from './useNow.ts';
import { useOwner, useQueuePaused, useRequests } from './useQueue.ts';
import { VirtualRows, type Row } from './VirtualRows.tsx';

/** Height of a card before it is measured. */
const cardEstimatePx = 112;
const headingEstimatePx = 44;

/** Everything a person asked for, with its state and what can be done. The page and the sheet both show it. */
export function QueuePanel({ onLeave }: { onLeave?: () => void }) {
  const owner = useOwner();
  const online = useOnline();
  const intents = useRequests(owner ?? null, online);
  if (owner === undefined || (owner && !intents)) return <QueueSkeleton />;
  if (owner === null) return <SignedOut />;
  return <Requests owner={owner} intents={intents ?? []} online={online} onLeave={onLeave} />;
}

function Requests({
  owner,
  intents,
  online,
  onLeave,
}: {
  owner: UserKey;
  intents: readonly Intent[];
  online: boolean;
  onLeave?: () => void;
}) {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();
  const [filter, setFilter] = useState<QueueFilter>('all');
  const paused = useQueuePaused();
  const nowMs = useNow(5_000);
  const surroundings = useMemo(() => ({ online, paused, nowMs }), [online, paused, nowMs]);
  const hidden = useAtomValue(hiddenRequestsAtom);
  const listed = intents.filter((intent) => !hidden.has(intent.id));
  const shown = listed.filter((intent) => matchesFilter(intent, filter));
  const counts = countByFilter(listed);
  useMarkSeen(listed);

  async function togglePaused() {
    await setSetting('queuePaused', !paused);
    if (paused) wakeQueue();
  }

  async function retryAll() {
    await retryAllIntents(owner);
    wakeQueue();
  }

  function clearFinished() {
    const ids = listed.filter((intent) => matchesFilter(intent, 'done')).map((intent) => intent.id);
    const bringBack = removeLater(ids);
    showToast({
      message: t`${plural(ids.length, { one: 'Cleared # request. What it made stays in your images.', other: 'Cleared # requests. What they made stays in your images.' })}`,
      action: { label: t({ message: 'Undo', comment: 'Button' }), onAction: bringBack },
    });
  }

  const menu: MenuAction[] = [
    {
      key: 'pause',
      icon: paused ? (
        <IconPlayerPlay stroke={1.75} aria-hidden />
      ) : (
        <IconPlayerPause stroke={1.75} aria-hidden />
      ),
      label: paused
        ? t({ message: 'Resume the queue', comment: 'Menu entry' })
        : t({ message: 'Pause the queue', comment: 'Menu entry: nothing new leaves the device' }),
      onSelect: () => void togglePaused(),
    },
    {
      key: 'retry',
      icon: <IconRefresh stroke={1.75} aria-hidden />,
      label: t({ message: 'Try all failed again', comment: 'Menu entry' }),
      disabled: counts['needs-you'] === 0,
      onSelect: () => void retryAll(),
    },
    {
      key: 'clear',
      icon: <IconEraser stroke={1.75} aria-hidden />,
      label: t({
        message: 'Clear finished',
        comment: 'Menu entry: removes finished requests from the list',
      }),
      disabled: counts.done === 0,
      onSelect: clearFinished,
    },
  ];

  if (listed.length === 0) {
    return (
      <EmptyState
        title={<Trans>Nothing in the kiln</Trans>}
        actions={
          <ButtonLink
            to="/generate/{-$type}/{-$model}"
            params={{ type: undefined, model: undefined }}
            onClick={onLeave}
          >
            <Trans comment="Button: goes to the playground">Make something</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>
            What you ask for waits here, also without a network, and shows up when it is done.
          </Trans>
        </p>
      </EmptyState>
    );
  }
  return (
    <div className={classes.panel} data-queue>
      <div className={classes.bar}>
        <Segmented
          label={t({ message: 'Show', comment: 'Label of a filter' })}
          hideLabel
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: t({ message: 'All', comment: 'Filter: all requests' }) },
            {
              value: 'active',
              label: (
                <Counted
                  word={t({ message: 'Active', comment: 'Filter: requests under way' })}
                  count={counts.active}
                />
              ),
            },
            {
              value: 'needs-you',
              label: (
                <Counted
                  word={t({ message: 'Needs you', comment: 'Filter: requests in trouble' })}
                  count={counts['needs-you']}
                />
              ),
            },
            { value: 'done', label: t({ message: 'Done', comment: 'Filter: finished requests' }) },
          ]}
        />
        <ActionMenu label={t`The whole queue`} actions={menu}>
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t({
                message: 'Actions for the whole queue',
                comment: 'Button that opens a menu',
              })}
              icon={<IconDots size={20} stroke={1.75} aria-hidden />}
            />
          )}
        </ActionMenu>
      </div>
      {paused && (
        <div className={classes.paused} role="status">
          <span>
            <Trans>The queue is paused. Nothing new leaves this device.</Trans>
          </span>
          <Button size="sm" variant="light" onClick={() => void togglePaused()}>
            <Trans comment="Button: lets the queue go on">Resume</Trans>
          </Button>
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState
          kind="filtered"
          headingLevel={3}
          title={<Trans>Nothing here right now</Trans>}
          actions={
            <Button variant="default" onClick={() => setFilter('all')}>
              <Trans comment="Button: takes the filter away">Show all</Trans>
            </Button>
          }
        >
          <p>
            <Plural
              value={listed.length}
              one="# request is elsewhere in the queue."
              other="# requests are elsewhere in the queue."
            />
          </p>
        </EmptyState>
      ) : (
        <VirtualRows label={t`Requests`} rows={shelfRows(shown, filter === 'all')}>
          {(row) => (
            <>
              {row.opens && <SectionHeading section={row.opens} seen={filter === 'all'} />}
              <RequestCard intent={row.intent} surroundings={surroundings} onLeave={onLeave} />
            </>
          )}
        </VirtualRows>
      )}
    </div>
  );
}

function Counted({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word}
      {count > 0 && <span className={classes.count}> {count}</span>}
    </>
  );
}

interface ShelfRow extends Row {
  intent: Intent;
  /** The section whose heading stands above this request; a heading of its own would be no list item. */
  opens: QueueSection | null;
}

function shelfRows(intents: readonly Intent[], withHeadings: boolean): ShelfRow[] {
  let last: QueueSection | null = null;
  return intents.map((intent) => {
    const section = sectionOf(intent);
    const opens = section === last ? null : section;
    last = section;
    return {
      key: intent.id,
      estimate: cardEstimatePx + (opens && withHeadings ? headingEstimatePx : 0),
      opens,
      intent,
    };
  });
}

/** @param seen false where the filter says the same; screen readers still find their way by headings */
function SectionHeading({ section, seen }: { section: QueueSection; seen: boolean }) {
  const heading = (
    <h2 className={classes.heading}>
      {section === 'needs-you' && (
        <Trans comment="Heading above requests in trouble">Needs you</Trans>
      )}
      {section === 'active' && (
        <Trans comment="Heading above requests that wait or are being made">Under way</Trans>
      )}
      {section === 'ended' && <Trans comment="Heading above finished requests">Finished</Trans>}
    </h2>
  );
  return seen ? heading : <VisuallyHidden>{heading}</VisuallyHidden>;
}

/** Looking at the queue is seeing what ended; badges elsewhere count what was not seen. */
function useMarkSeen(intents: readonly Intent[]) {
  const unseen = intents
    .filter(
      (intent) => intent.kind === 'generate' && !intent.seen && sectionOf(intent) !== 'active',
    )
    .map((intent) => intent.id);
  const key = unseen.join();
  useEffect(() => {
    if (unseen.length > 0) void markSeen(unseen);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the list
  }, [key]);
}

function QueueSkeleton() {
  const { t } = useLingui();
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading`}>
      <div />
      <div />
      <div />
    </div>
  );
}

function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <EmptyState
      kind="signed-out"
      title={<Trans>Sign in to see your queue</Trans>}
      actions={
        <Button onClick={() => void requestSignIn()}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Requests belong to an account. Those on this device are kept until their owner is back.
        </Trans>
      </p>
    </EmptyState>
  );
}
