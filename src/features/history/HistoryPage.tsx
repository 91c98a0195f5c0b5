import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { markAllWorksSeen } from '../../db/intents/unseen.ts';
import { listWorkIds } from '../../db/works/entries.ts';
import {
  countCriteria,
  filterKey,
  noFilter,
  type HistoryFilter,
} from '../../domain/history-filter.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { WorkEntry } from '../../domain/work-entry.ts';
import { dragWorks } from '../../requests/actions/drag-works.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useEscape } from '../../ui/useEscape.ts';
import { useOnceVisible } from '../../ui/useOnceVisible.ts';
import { useTypedWords } from '../../ui/useTypedWords.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { EmptyHistory } from './EmptyHistory.tsx';
import { JobTile } from './JobTile.tsx';
import { Pager } from './Pager.tsx';
import { GroupTile } from './GroupTile.tsx';
import { HistoryControls } from './HistoryControls.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import classes from './HistoryPage.module.css';
import { MoreTile } from './MoreTile.tsx';
import { RefusedDeletions } from './RefusedDeletions.tsx';
import { RequestTile } from './RequestTile.tsx';
import { SelectionBar, type SelectionAction } from './SelectionBar.tsx';
import { wallTiles } from './tiles.ts';
import type { WorkCommands } from './work-commands.ts';
import { SignedOut } from './SignedOut.tsx';
import { useSelection } from './useSelection.ts';
import { useSelectionActions } from './useSelectionActions.tsx';
import { Wall } from '../../ui/wall/Wall.tsx';
import { WorkTile, type TileActions } from './WorkTile.tsx';
import { searchOf } from './history-search.ts';
import { searchWorkIds } from '../../../workers/search/client.ts';
import { useSweptBin } from '../../live/useBin.ts';
import { useAlbums } from '../../live/useAlbums.ts';
import { useOpenRequests } from '../../live/useOpenRequests.ts';
import { useUnseenEndCount } from '../../live/useQueueCounts.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useShownHistory, type HistoryView } from './useShownHistory.ts';
import { usePreviewsComing, useWorkCount } from '../../live/useWorkFigures.ts';

/** A part of the works with a page of its own, such as an album. */
export interface HistoryScope {
  title: string;
  description: ReactNode;
  /** What can be done with the part itself, before what can be done with any list of works. */
  actions: ReactNode;
  /** In the place of works while there are none. */
  empty: ReactNode;
  selectionActions: (ids: readonly WorkId[]) => SelectionAction[];
}

export interface HistoryProps {
  /** Null: everything that a person has. */
  scope?: HistoryScope | null;
  /** What leads from all works to other pages of them. */
  places?: ReactNode;
  commands: WorkCommands;
  filter: HistoryFilter;
  /** Words that all have to be in a work's prompt; empty where nobody searches. */
  words: string;
  /** @param keepsPage it is written down only now: whoever has gone on to another page meanwhile stays there */
  onLook: (filter: HistoryFilter, words: string, keepsPage?: boolean) => void;
  /** From 1 on; where the history is paged. */
  page?: number;
  onPage?: (page: number) => void;
}

/** Everything a person has made, and above it what is being made. All of it is on the device. */
export function HistoryPage(props: HistoryProps) {
  const { t } = useLingui();
  const title = props.scope?.title ?? t({ message: 'Works', comment: 'Title of the history' });
  usePageTitle(title);
  const owner = useMakingOwner();
  const { requestSignIn } = useAppActions();
  const order = useSetting('historyOrder');
  const layout = useSetting('historyLayout');
  const paged = useSetting('historyPaged');
  return (
    <Page>
      {owner === undefined || order === undefined || layout === undefined || paged === undefined ? (
        <>
          <PageHeader title={title} />
          <WallSkeleton />
        </>
      ) : owner === null ? (
        <SignedOut onSignIn={() => void requestSignIn()} />
      ) : (
        <History
          key={owner}
          {...props}
          owner={owner}
          order={order}
          view={{ layout, paged, page: props.page ?? 1 }}
        />
      )}
    </Page>
  );
}

function History({
  owner,
  order,
  filter,
  words,
  onLook,
  onPage,
  commands,
  view,
  scope = null,
  places = null,
}: HistoryProps & { owner: UserKey; order: 'newest' | 'oldest'; view: HistoryView }) {
  const { t } = useLingui();
  const [typed, type] = useTypedWords(words, (next) => onLook(filter, next, true));
  const isSearching = typed.trim() !== '';
  const request = isSearching ? { owner, order, filter, words: typed } : null;
  const history = useShownHistory({ owner, order, filter }, typed, view);
  const { layout } = view;
  const criteria = countCriteria(filter);
  // A link with filters shows what it leaves out.
  const [isFiltering, setIsFiltering] = useState(criteria > 0 && scope === null);
  const filtersId = useId();
  const isFiltered = criteria > 0 || isSearching;
  const { tool } = filter;
  // What is being made has no rating, no month and no kind yet.
  const isFirstPage = history.pages === null || history.pages.page === 1;
  const withRequests =
    scope === null && !isSearching && isFirstPage && countCriteria({ ...filter, tool: null }) === 0;
  const albums = useAlbums(owner)?.filter(({ rule }) => rule === null);
  const unseen = useUnseenEndCount() ?? 0;
  useOnceVisible(unseen || null, () => inPassing(markAllWorksSeen(owner)));
  const requests = useOpenRequests(owner, tool);
  const count = useWorkCount(owner);
  useSweptBin();
  const selection = useSelection(owner, history.entries);
  const isSelecting = selection.ids !== null;
  useEscape(isSelecting, selection.stop);
  const { actions, done } = useSelectionActions(
    selection,
    commands,
    () => history.entries.map(({ id }) => id),
    scope?.selectionActions,
  );
  // Whoever selects, searches or looks for what they marked means single works.
  const asGroups = !isSelecting && !isFiltered;
  const tiles = wallTiles(withRequests ? (requests ?? []) : [], history.entries, asGroups, layout);
  const isLoading = history.state === 'loading' || requests === undefined;

  function look(nextFilter: HistoryFilter, nextWords: string) {
    selection.stop();
    type(nextWords);
    onLook(nextFilter, nextWords);
  }

  /** What is selected goes with the one that is dragged, if that is among it. */
  function drag(transfer: DataTransfer, id: WorkId) {
    dragWorks(transfer, selection.ids?.has(id) ? [...selection.ids] : [id]);
  }

  const listSearch = useMemo(() => searchOf(filter, typed), [filter, typed]);
  const tileActions = useSteadyActions({
    onSelect: selection.toggle,
    menuOf: commands.menu,
    onFavourite: commands.favourite,
    onDrag: drag,
  });
  const workTile = (entry: WorkEntry, ratio: number) => (
    <WorkTile
      entry={entry}
      ratio={ratio}
      selecting={isSelecting}
      selected={selection.ids?.has(entry.id) ?? false}
      listSearch={listSearch}
      {...tileActions}
    />
  );

  /** Those too that no page has reached. */
  async function selectAll() {
    const ids = request ? await searchWorkIds(request) : await listWorkIds(owner, filter, order);
    selection.select(ids);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInField =
      event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || isInField) return;
    event.preventDefault();
    void selectAll();
  });
  useEffect(() => {
    if (!isSelecting) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [isSelecting]);

  return (
    <>
      <PageHeader
        title={scope?.title ?? <Trans comment="Title of the history">Works</Trans>}
        description={
          scope ? (
            scope.description
          ) : history.found !== null ? (
            <Plural value={history.found} one="# work found" other="# works found" />
          ) : count ? (
            <>
              <Plural value={count} one="# work" other="# works" />
              <PreviewsComing owner={owner} />
            </>
          ) : undefined
        }
        actions={
          <>
            {places}
            {scope?.actions}
            {(history.entries.length > 0 || (isFiltered && scope === null)) && (
              <HistoryControls
                isFixed={scope !== null}
                filter={filter}
                words={typed}
                onWords={(next) => {
                  selection.stop();
                  if (view.page > 1) onPage?.(1);
                  type(next);
                }}
                filtersId={filtersId}
                isFiltering={isFiltering}
                onFiltering={() => setIsFiltering((before) => !before)}
                order={order}
                view={view}
                isSelecting={isSelecting}
                onSelect={isSelecting ? selection.stop : selection.start}
              />
            )}
          </>
        }
      />
      {isFiltering && (
        <HistoryFilters
          id={filtersId}
          owner={owner}
          filter={filter}
          albums={albums ?? []}
          onFilter={(next) => look(next, typed)}
        />
      )}
      {scope === null && <RefusedDeletions owner={owner} />}
      {isLoading ? (
        <WallSkeleton />
      ) : tiles.length === 0 && scope && history.state === 'ready' ? (
        scope.empty
      ) : tiles.length === 0 ? (
        <EmptyHistory
          failed={history.state === 'failed'}
          filter={filter}
          words={isSearching ? typed : ''}
          onShowAll={() => look(noFilter, '')}
        />
      ) : (
        <Wall
          // Another order or filter is another wall: it starts at its top.
          key={`${order} ${filterKey(filter)} ${isSearching} ${layout} ${history.pages?.page}`}
          label={scope?.title ?? t({ message: 'Works', comment: 'Title of the history' })}
          tiles={tiles}
          onNearEnd={history.loadMore}
          selection={{
            isSelecting,
            onToggle: selection.toggle,
            onExtend: selection.extendTo,
            onAll: () => void selectAll(),
          }}
        >
          {(tile) =>
            tile.kind === 'request' ? (
              <RequestTile intent={tile.intent} />
            ) : tile.kind === 'group' ? (
              <GroupTile owner={owner} id={tile.id} entry={tile.entry} ratio={tile.ratio} />
            ) : tile.kind === 'more' ? (
              <MoreTile count={tile.count} />
            ) : tile.kind === 'job' ? (
              <JobTile entries={tile.entries} ratio={tile.ratio}>
                {workTile}
              </JobTile>
            ) : (
              workTile(tile.entry, tile.ratio)
            )
          }
        </Wall>
      )}
      {history.pages !== null && history.pages.count > 1 && (
        <Pager
          page={history.pages.page}
          pages={history.pages.count}
          onPage={(page) => onPage?.(page)}
        />
      )}
      {selection.ids && (
        <SelectionBar
          count={selection.ids.size}
          done={done}
          actions={actions}
          onSelectAll={() => void selectAll()}
          onDone={selection.stop}
        />
      )}
    </>
  );
}

/** What tiles call; it stays the same while the wall grows, so that a tile is not drawn anew for each stretch of works. */
function useSteadyActions(actions: TileActions): TileActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [steady] = useState<TileActions>(() => ({
    onSelect: (...given) => latest.current.onSelect(...given),
    menuOf: (...given) => latest.current.menuOf(...given),
    onFavourite: (...given) => latest.current.onFavourite(...given),
    onDrag: (...given) => latest.current.onDrag(...given),
  }));
  return steady;
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
