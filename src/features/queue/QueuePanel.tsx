import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { markSeen } from '../../db/intents/intents.ts';
import { setSetting } from '../../db/settings.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { GroupId, IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useSetAtom } from '../../ui/atoms.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showToast } from '../../ui/toast.ts';
import { useEscape } from '../../ui/useEscape.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { removeWithUndo } from '../../requests/actions/pending-removals.ts';
import { canRetry, needsYou } from '../../requests/actions/permitted.ts';
import type { Surroundings } from '../../requests/request-state.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import classes from './QueuePanel.module.css';
import { QueueSelection } from './QueueSelection.tsx';
import { QueueToolbar } from './QueueToolbar.tsx';
import {
  countByFilter,
  linesOf,
  matchesFilter,
  sectionOf,
  toolOf,
  toolsOn,
  type QueueFilter,
  type QueueSection,
} from './shelf.ts';
import { GroupCard } from './GroupCard.tsx';
import { RequestCard } from './RequestCard.tsx';
import { useMakingOwner } from '../../live/useSession.ts';
import { useShelf } from './useShelf.ts';
import { selectingAtom } from './selecting.ts';
import { useReorder } from './useReorder.ts';
import { useRequestActions } from '../../requests/actions/useRequestActions.ts';
import { VirtualRows, type Row } from './VirtualRows.tsx';

/** Height of a card before it is measured. */
const cardEstimatePx = 112;
const headingEstimatePx = 44;

/** Everything a person asked for, with its state and what can be done. The page and the sheet both show it. */
export function QueuePanel({ onLeave }: { onLeave?: () => void }) {
  const owner = useMakingOwner();
  const surroundings = useSurroundings();
  const intents = useShelf(owner ?? null, surroundings?.online ?? true);
  if (owner === undefined || !surroundings || (owner && !intents)) return <QueueSkeleton />;
  if (owner === null) return <SignedOut />;
  return <Requests intents={intents ?? []} surroundings={surroundings} onLeave={onLeave} />;
}

function Requests({
  intents,
  surroundings,
  onLeave,
}: {
  intents: readonly Intent[];
  surroundings: Surroundings;
  onLeave?: () => void;
}) {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();
  const actions = useRequestActions();
  const [filter, setFilter] = useState<QueueFilter>('all');
  const [tool, setTool] = useState<GeneratorType | null>(null);
  const [selection, setSelection] = useState<ReadonlySet<IntentId> | null>(null);
  const setSelecting = useSetAtom(selectingAtom);
  const isSelecting = selection !== null;
  useEffect(() => {
    setSelecting(isSelecting);
    return () => setSelecting(false);
  }, [isSelecting, setSelecting]);
  useEscape(isSelecting, () => setSelection(null));
  const [said, setSaid] = useState('');
  const { paused } = surroundings;
  const ofTool = tool === null ? intents : intents.filter((intent) => toolOf(intent) === tool);
  const retryable = ofTool.filter((intent) => needsYou(intent) && canRetry(intent));
  const shown = ofTool.filter((intent) => matchesFilter(intent, filter));
  const counts = countByFilter(ofTool);
  const lines = useMemo(() => linesOf(intents), [intents]);
  const { drag, begin, step } = useReorder(lines, ({ place, of }) => {
    wakeQueue();
    setSaid(
      t({
        message: `Place ${place} of ${of} in line`,
        comment: 'Said aloud after a request was moved',
      }),
    );
  });
  useMarkSeen(intents);

  async function togglePaused() {
    await setSetting('queuePaused', !paused);
    if (paused) wakeQueue();
  }

  async function clearFinished() {
    const ids = ofTool.filter((intent) => matchesFilter(intent, 'done')).map((intent) => intent.id);
    const { count, bringBack } = await removeWithUndo(ids);
    showToast({
      message: t`${plural(count, { one: 'Cleared # request. What it made stays in your works.', other: 'Cleared # requests. What they made stays in your works.' })}`,
      action: {
        label: t({ message: 'Undo', comment: 'Button' }),
        onAction: () => void bringBack(),
      },
    });
  }

  const toggle = useCallback((id: IntentId) => {
    setSelection((before) => {
      const next = new Set(before ?? []);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);

  if (intents.length === 0) return <NothingHere onLeave={onLeave} />;
  return (
    <div className={classes.panel} data-queue>
      <QueueToolbar
        filter={filter}
        onFilter={setFilter}
        counts={counts}
        tool={tool}
        tools={toolsOn(intents)}
        onTool={setTool}
        paused={paused}
        onPause={() => void togglePaused()}
        onSelect={() => setSelection(selection ? null : new Set())}
        canRetry={retryable.length > 0}
        onRetryAll={() => void actions.retryMany(retryable)}
        onClear={() => void clearFinished()}
      />
      {/* Eyes see it at the button. Where something waits, the line above the page says it to the ears. */}
      <VisuallyHidden>
        <span role="status">
          {paused && ![...lines.values()].some(({ group }) => group === 'here') && (
            <Trans>The queue is paused. No request leaves this device until you resume it.</Trans>
          )}
        </span>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState
          kind="filtered"
          headingLevel={3}
          title={<Trans>Nothing here right now</Trans>}
          actions={
            <Button
              variant="default"
              onClick={() => {
                setFilter('all');
                setTool(null);
              }}
            >
              <Trans comment="Button: takes the filter away">Show all</Trans>
            </Button>
          }
        >
          <p>
            <Plural
              value={intents.length}
              one="# request is elsewhere in the queue."
              other="# requests are elsewhere in the queue."
            />
          </p>
        </EmptyState>
      ) : (
        <VirtualRows label={t`Requests`} rows={shelfRows(shown, filter === 'all', !isSelecting)}>
          {({ intent, opens, group }) => (
            <>
              {opens && <SectionHeading section={opens} seen={filter === 'all'} />}
              {group ? (
                <GroupCard owner={intent.owner} id={group} onLeave={onLeave} />
              ) : (
                <RequestCard
                  intent={intent}
                  surroundings={surroundings}
                  line={lines.get(intent.id) ?? null}
                  dragged={drag?.id === intent.id}
                  drop={drag?.over?.id === intent.id ? drag.over.side : null}
                  selection={selection && { selected: selection.has(intent.id), onToggle: toggle }}
                  onDrag={begin}
                  onStep={step}
                  onLeave={onLeave}
                />
              )}
            </>
          )}
        </VirtualRows>
      )}
      {selection && (
        <QueueSelection
          // What is gone or filtered away meanwhile is no longer selected.
          selected={shown.filter((intent) => selection.has(intent.id))}
          actions={actions}
          onSelectAll={() => setSelection(new Set(shown.map((intent) => intent.id)))}
          onDone={() => setSelection(null)}
        />
      )}
    </div>
  );
}

function NothingHere({ onLeave }: { onLeave?: () => void }) {
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

interface ShelfRow extends Row {
  intent: Intent;
  /** The section whose heading stands above this request; a heading of its own would be no list item. */
  opens: QueueSection | null;
  /** It stands for all requests of this comparison. */
  group: GroupId | null;
}

/** @param asGroups requests of one comparison are one row, where the first of them stands */
function shelfRows(
  intents: readonly Intent[],
  withHeadings: boolean,
  asGroups: boolean,
): ShelfRow[] {
  let last: QueueSection | null = null;
  const groups = new Set<GroupId>();
  return intents.flatMap((intent): ShelfRow[] => {
    const group = (asGroups && intent.kind === 'generate' && intent.group?.id) || null;
    if (group && groups.has(group)) return [];
    if (group) groups.add(group);
    const section = sectionOf(intent);
    const opens = section === last ? null : section;
    last = section;
    return [
      {
        key: group ?? intent.id,
        estimate: cardEstimatePx + (opens && withHeadings ? headingEstimatePx : 0),
        opens,
        intent,
        group,
      },
    ];
  });
}

/** @param seen false where the filter says the same; screen readers still find their way by headings */
function SectionHeading({ section, seen }: { section: QueueSection; seen: boolean }) {
  const heading = (
    <h2 className={classes.heading}>
      {section === 'trouble' && (
        <Trans comment="Heading above requests in trouble">Needs you</Trans>
      )}
      {section === 'running' && (
        <Trans comment="Heading above requests that are being made">In the making</Trans>
      )}
      {section === 'waiting' && (
        <Trans comment="Heading above requests that wait for their turn">Waiting</Trans>
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
      (intent) =>
        intent.kind === 'generate' &&
        !intent.seen &&
        (sectionOf(intent) === 'ended' || sectionOf(intent) === 'trouble'),
    )
    .map((intent) => intent.id);
  const key = unseen.join();
  useEffect(() => {
    if (unseen.length > 0) inPassing(markSeen(unseen));
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
