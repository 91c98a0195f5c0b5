import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import type { WorkRow } from '../../db/schema.ts';
import { markAllWorksSeen } from '../../db/intents/unseen.ts';
import type { RatingFilter } from '../../db/works/entries.ts';
import { getWorks } from '../../db/works/works.ts';
import { communityOwner } from '../../domain/community.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useEscape } from '../../ui/useEscape.ts';
import { useOnceVisible } from '../../ui/useOnceVisible.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { EmptyHistory } from './EmptyHistory.tsx';
import { GroupTile } from './GroupTile.tsx';
import { HistoryControls, type HistoryFilter } from './HistoryControls.tsx';
import classes from './HistoryPage.module.css';
import { MoreTile } from './MoreTile.tsx';
import { RefusedDeletions } from './RefusedDeletions.tsx';
import { RequestTile } from './RequestTile.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { wallTiles } from './tiles.ts';
import { Wall } from './Wall.tsx';
import { WorkTile } from './WorkTile.tsx';
import { useHistory } from '../../live/useHistory.ts';
import { useOpenRequests } from '../../live/useOpenRequests.ts';
import { useUnseenEndCount } from '../../live/useQueueCounts.ts';
import { useOwner } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useWorks } from '../../live/useWorks.ts';
import { usePreviewsComing, useWorkCount } from '../../live/useWorkFigures.ts';

/** No tool takes more works at once. */
const togetherMax = 16;
/** The same values for good, so that nothing is read or drawn anew. */
const noWorks: readonly WorkId[] = [];
const noRows: readonly WorkRow[] = [];

/** What the history needs done with works; the route provides it. */
export interface WorkCommands {
  download: (works: readonly WorkRow[], onProgress?: (finished: number) => void) => Promise<void>;
  remove: (works: readonly WorkRow[]) => Promise<void>;
  favourite: (works: readonly WorkRow[], value: 0 | 1) => Promise<void>;
  menu: (work: WorkRow) => MenuAction[];
  /** Tools that go on from these works together. */
  toolActions: (works: readonly WorkRow[]) => MenuAction[];
}

export interface HistoryProps {
  commands: WorkCommands;
  /** Only what this tool made. */
  tool: GeneratorType | null;
  /** Only what the person marked so. */
  marked: RatingFilter;
  onFilter: (filter: HistoryFilter) => void;
}

/** Everything a person has made, and above it what is being made. All of it is on the device. */
export function HistoryPage(props: HistoryProps) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Works', comment: 'Title of the history' }));
  const owner = useOwner();
  const order = useSetting('historyOrder');
  return (
    <Page>
      {owner === undefined || order === undefined ? (
        <>
          <PageHeader title={<Trans comment="Title of the history">Works</Trans>} />
          <WallSkeleton />
        </>
      ) : owner === null ? (
        <SignedOut />
      ) : (
        <History key={owner} {...props} owner={owner} order={order} />
      )}
    </Page>
  );
}

function History({
  owner,
  order,
  tool,
  marked,
  onFilter,
  commands,
}: HistoryProps & { owner: UserKey; order: 'newest' | 'oldest' }) {
  const { t } = useLingui();
  const history = useHistory({ owner, order, jobType: tool, marked });
  const isFiltered = tool !== null || marked !== 'all';
  const unseen = useUnseenEndCount() ?? 0;
  useOnceVisible(unseen || null, () => inPassing(markAllWorksSeen(owner)));
  const requests = useOpenRequests(owner, tool);
  const count = useWorkCount(owner);
  const [selection, setSelection] = useState<ReadonlySet<WorkId> | null>(null);
  const [confirming, setConfirming] = useState<WorkRow[] | null>(null);
  const [downloaded, setDownloaded] = useState<number | null>(null);
  // The question over it has an Escape of its own.
  useEscape(selection !== null && confirming === null, () => setSelection(null));
  // What was deleted elsewhere meanwhile is no longer selected.
  const selected =
    selection &&
    history.entries.filter((entry) => selection.has(entry.id)).map((entry) => entry.id);
  const few = useWorks(selected && selected.length <= togetherMax ? selected : noWorks);
  // What is being made has no rating yet.
  // Whoever selects, or looks for what they marked, means single works.
  const asGroups = selection === null && marked === 'all';
  const tiles = wallTiles(marked === 'all' ? (requests ?? []) : [], history.entries, asGroups);
  const isLoading = history.state === 'loading' || requests === undefined;

  function toggle(id: WorkId) {
    const next = new Set(selection ?? []);
    if (!next.delete(id)) next.add(id);
    setSelection(next);
  }

  async function downloadSelected() {
    setDownloaded(0);
    await commands.download(await getWorks(selected ?? []), setDownloaded);
    setDownloaded(null);
    setSelection(null);
  }

  /** All get a heart, unless all have one already. */
  async function favouriteSelected() {
    const works = await getWorks(selected ?? []);
    const value = works.every((work) => work.starred === 1) ? 0 : 1;
    await commands.favourite(works, value);
    setSelection(null);
  }

  async function deleteSelected() {
    const works = await getWorks(selected ?? []);
    // One can be brought back; many at once are worth a question.
    if (works.length > 1) {
      setConfirming(works);
      return;
    }
    await commands.remove(works);
    setSelection(null);
  }

  return (
    <>
      <PageHeader
        title={<Trans comment="Title of the history">Works</Trans>}
        description={
          count ? (
            <>
              <Plural value={count} one="# work" other="# works" />
              <PreviewsComing owner={owner} />
            </>
          ) : undefined
        }
        actions={
          (history.entries.length > 0 || isFiltered) && (
            <HistoryControls
              tool={tool}
              marked={marked}
              onFilter={(next) => {
                setSelection(null);
                onFilter(next);
              }}
              order={order}
              isSelecting={selection !== null}
              onSelect={() => setSelection(selection ? null : new Set())}
            />
          )
        }
      />
      <RefusedDeletions owner={owner} />
      {isLoading ? (
        <WallSkeleton />
      ) : tiles.length === 0 ? (
        <EmptyHistory
          failed={history.state === 'failed'}
          tool={tool}
          marked={marked}
          onShowAll={() => onFilter({ tool: null, marked: 'all' })}
        />
      ) : (
        <Wall
          // Another order or filter is another wall: it starts at its top.
          key={`${order} ${tool ?? ''} ${marked}`}
          label={t({ message: 'Works', comment: 'Title of the history' })}
          tiles={tiles}
          onNearEnd={history.loadMore}
        >
          {(tile) =>
            tile.kind === 'request' ? (
              <RequestTile intent={tile.intent} />
            ) : tile.kind === 'group' ? (
              <GroupTile owner={owner} id={tile.id} entry={tile.entry} ratio={tile.ratio} />
            ) : tile.kind === 'more' ? (
              <MoreTile count={tile.count} />
            ) : (
              <WorkTile
                entry={tile.entry}
                ratio={tile.ratio}
                selecting={selection !== null}
                selected={selection?.has(tile.entry.id) ?? false}
                onSelect={toggle}
                menuOf={commands.menu}
                onFavourite={commands.favourite}
              />
            )
          }
        </Wall>
      )}
      {selected && (
        <SelectionBar
          count={selected.length}
          downloaded={downloaded}
          tools={commands.toolActions(few ?? noRows)}
          onSelectAll={() => setSelection(new Set(history.entries.map((entry) => entry.id)))}
          onFavourite={() => void favouriteSelected()}
          onDownload={() => void downloadSelected()}
          onDelete={() => void deleteSelected()}
          onDone={() => setSelection(null)}
        />
      )}
      <ConfirmDialog
        opened={confirming !== null}
        title={
          <Plural value={confirming?.length ?? 0} one="Delete # work?" other="Delete # works?" />
        }
        confirmLabel={<Trans comment="Button, verb">Delete</Trans>}
        onCancel={() => setConfirming(null)}
        onConfirm={() => {
          const works = confirming ?? [];
          setConfirming(null);
          setSelection(null);
          void commands.remove(works);
        }}
      >
        <p>
          {owner === communityOwner ? (
            <Trans>
              They go from this device. For eight seconds you can undo it; then they are gone for
              good.
            </Trans>
          ) : (
            <Trans>
              They go from this device and from the studio. For eight seconds you can undo it; then
              they are gone for good.
            </Trans>
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** A part of its own, because it changes many times a second while a new device fills up. */
function PreviewsComing({ owner }: { owner: UserKey }) {
  const coming = usePreviewsComing(owner) ?? 0;
  if (coming === 0) return null;
  return (
    <>
      {' · '}
      <Plural value={coming} one="# preview is on its way" other="# previews are on their way" />
    </>
  );
}

function WallSkeleton() {
  const { t } = useLingui();
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading`}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}

function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <EmptyState
      kind="signed-out"
      headingLevel={1}
      title={<Trans>Sign in to see your works</Trans>}
      actions={
        <Button onClick={() => void requestSignIn()}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      }
    >
      <p>
        <Trans>What you make is kept on this device and shown only to you.</Trans>
      </p>
    </EmptyState>
  );
}
