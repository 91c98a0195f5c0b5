import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
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
import { useSelection, type Selection } from './useSelection.ts';
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
  'use memo';
  const { t } = useLingui();
  const { scope = null, page = 1 } = props;
  const title = scope?.title ?? t({ message: 'Works', comment: 'Title of the history' });
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
          layout={layout}
          paged={paged}
          page={page}
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
  layout,
  paged,
  page,
  scope = null,
  places = null,
}: HistoryProps & HistoryView & { owner: UserKey; order: 'newest' | 'oldest' }) {
  'use memo';
  const { t } = useLingui();
  const [typed, type] = useTypedWords(words, (next) => onLook(filter, next, true));
  const isSearching = typed.trim() !== '';
  const request = isSearching ? { owner, order, filter, words: typed } : null;
  const view = { layout, paged, page };
  const history = useShownHistory({ owner, order, filter }, typed, view);
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
  const requests = useOpenRequests(owner, tool);
  useSweptBin();
  const selection = useSelection(owner, history.entries);
  const { ids: selected, start, stop, toggle, extendTo, select } = selection;
  const isSelecting = selected !== null;
  useEscape(isSelecting, stop);
  // Whoever selects, searches or looks for what they marked means single works.
  const asGroups = !isSelecting && !isFiltered;
  const tiles = wallTiles(withRequests ? (requests ?? []) : [], history.entries, asGroups, layout);
  const hasControls = history.entries.length > 0 || (isFiltered && scope === null);
  const isLoading = history.state === 'loading' || requests === undefined;

  function look(nextFilter: HistoryFilter, nextWords: string) {
    stop();
    type(nextWords);
    onLook(nextFilter, nextWords);
  }

  /** What is selected goes with the one that is dragged, if that is among it. */
  function drag(transfer: DataTransfer, id: WorkId) {
    dragWorks(transfer, selected?.has(id) ? [...selected] : [id]);
  }

  const listSearch = useMemo(() => searchOf(filter, typed), [filter, typed]);
  const tileActions = useSteadyActions({
    onSelect: toggle,
    menuOf: commands.menu,
    onFavourite: commands.favourite,
    onDrag: drag,
  });
  const workTile = (entry: WorkEntry, ratio: number) => (
    <WorkTile
      entry={entry}
      ratio={ratio}
      selecting={isSelecting}
      selected={selected?.has(entry.id) ?? false}
      listSearch={listSearch}
      {...tileActions}
    />
  );

  /** Those too that no page has reached. */
  async function selectAll() {
    const ids = request ? await searchWorkIds(request) : await listWorkIds(owner, filter, order);
    select(ids);
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
          ) : (
            <Counted owner={owner} />
          )
        }
        actions={
          <>
            {places}
            {scope?.actions}
            {hasControls && (
              <HistoryControls
                isFixed={scope !== null}
                filter={filter}
                words={typed}
                onWords={(next) => {
                  stop();
                  if (page > 1) onPage?.(1);
                  type(next);
                }}
                filtersId={filtersId}
                isFiltering={isFiltering}
                onFiltering={() => setIsFiltering((before) => !before)}
                order={order}
                view={view}
                isSelecting={isSelecting}
                onSelect={isSelecting ? stop : start}
              />
            )}
          </>
        }
      />
      {isFiltering && (
        <FiltersWithAlbums
          id={filtersId}
          owner={owner}
          filter={filter}
          onFilter={(next) => look(next, typed)}
        />
      )}
      {scope === null && <RefusedDeletions owner={owner} />}
      <Seen owner={owner} />
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
            onToggle: toggle,
            onExtend: extendTo,
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
      {selected && (
        <Selected
          ids={selected}
          selection={selection}
          commands={commands}
          listPage={() => history.entries.map(({ id }) => id)}
          moreActions={scope?.selectionActions}
          onAll={() => void selectAll()}
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

/*
 * Parts of their own: what each of them asks of the device becomes known after the pictures, and the page with its wall
 * is not drawn anew for it.
 */

/** Whoever looks at the history has seen what came to an end. */
function Seen({ owner }: { owner: UserKey }) {
  const unseen = useUnseenEndCount() ?? 0;
  useOnceVisible(unseen || null, () => inPassing(markAllWorksSeen(owner)));
  return null;
}

function Counted({ owner }: { owner: UserKey }) {
  const count = useWorkCount(owner);
  if (!count) return null;
  return (
    <>
      <Plural value={count} one="# work" other="# works" />
      <PreviewsComing owner={owner} />
    </>
  );
}

function FiltersWithAlbums({
  owner,
  ...given
}: Omit<ComponentProps<typeof HistoryFilters>, 'albums'>) {
  const albums = useAlbums(owner)?.filter(({ rule }) => rule === null);
  return <HistoryFilters owner={owner} albums={albums ?? []} {...given} />;
}

/** The bar that is there while somebody selects. */
function Selected({
  ids,
  selection,
  commands,
  listPage,
  moreActions,
  onAll,
}: {
  ids: ReadonlySet<WorkId>;
  selection: Selection;
  commands: WorkCommands;
  listPage: () => readonly WorkId[];
  moreActions: HistoryScope['selectionActions'] | undefined;
  onAll: () => void;
}) {
  const { actions, done } = useSelectionActions(ids, selection, commands, listPage, moreActions);
  return (
    <SelectionBar
      count={ids.size}
      done={done}
      actions={actions}
      onSelectAll={onAll}
      onDone={selection.stop}
    />
  );
}

/** Changes many times a second while a new device fills up. */
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
