import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { inPassing } from '../../db/in-passing.ts';
import type { GroupWithMembers } from '../../db/intents/groups.ts';
import { markSeen } from '../../db/intents/intents.ts';
import { gridPages } from '../../domain/compare.ts';
import type { GroupId, UserKey } from '../../domain/ids.ts';
import { layOutGrid, type GridContent } from '../../domain/pictures/grid-picture.ts';
import { useGroup } from '../../live/useGroup.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { GroupWords } from '../../requests/actions/GroupWords.tsx';
import { groupCells, groupProgress, type GroupCell } from '../../requests/group-state.ts';
import { requestState, type Surroundings } from '../../requests/request-state.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LabelledGrid, type GridLabel } from '../../ui/LabelledGrid.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { useOnceVisible } from '../../ui/useOnceVisible.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { formatNumber } from '../../words/intl.ts';
import type { CompareSearch } from './compare-search.ts';
import classes from './ComparePage.module.css';
import { CompareActions } from './CompareActions.tsx';
import type { ShownCell } from './download-grid.ts';
import { viewOf } from './grid-view.ts';
import { GridCell } from './GridCell.tsx';
import { useGridLabels } from './useGridLabels.ts';

export interface ComparePageProps {
  id: string;
  search: CompareSearch;
  onSearch: (search: CompareSearch) => void;
}

/** A comparison as a labelled grid of works, alive while they are made. */
export function ComparePage({ id, search, onSearch }: ComparePageProps) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Compare', comment: 'Title of a grid of pictures (X/Y plot)' }));
  const owner = useMakingOwner();
  return (
    <Page width="full">
      {owner === undefined ? (
        <Skeleton height="20rem" />
      ) : owner === null ? (
        <NotHere />
      ) : (
        <Found owner={owner} id={id as GroupId} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}

function Found({
  owner,
  id,
  search,
  onSearch,
}: {
  owner: UserKey;
  id: GroupId;
  search: CompareSearch;
  onSearch: (search: CompareSearch) => void;
}) {
  const members = useGroup(owner, id);
  const surroundings = useSurroundings();
  if (members === undefined || !surroundings) return <Skeleton height="20rem" />;
  if (members === null) return <NotHere />;
  return (
    <Comparison members={members} surroundings={surroundings} search={search} onSearch={onSearch} />
  );
}

function NotHere() {
  return (
    <EmptyState
      kind="missing"
      headingLevel={1}
      title={<Trans>This comparison isn't on this device</Trans>}
      actions={
        <ButtonLink to="/history">
          <Trans comment="Button: goes to the works">To the works</Trans>
        </ButtonLink>
      }
    >
      <p>
        <Trans>
          A grid is kept where it was made, for whoever made it. Its pictures are among your works.
        </Trans>
      </p>
    </EmptyState>
  );
}

function Comparison({
  members,
  surroundings,
  search,
  onSearch,
}: {
  members: GroupWithMembers;
  surroundings: Surroundings;
  search: CompareSearch;
  onSearch: (search: CompareSearch) => void;
}) {
  const { t, i18n } = useLingui();
  const { group, requests, works } = members;
  const { axes } = group;
  const sizes = axes.map(({ values }) => values.length);
  const cells = groupCells(members);
  const progress = groupProgress(members);
  const model = requests[0]?.payload.model ?? works[0]?.model ?? null;
  const labels = useGridLabels(group, model);
  const stateWords = useStateWords();
  const view = viewOf(sizes, search);
  const pages = gridPages(sizes, view);
  const pageNumber = Math.min(search.page ?? 0, pages.length - 1);
  const page = pages[pageNumber]!;
  const ratio = group.width > 0 && group.height > 0 ? group.width / group.height : 1;
  const realAxes = axes.flatMap(({ values }, axis) => (values.length > 1 ? [axis] : []));
  const isFixed = (axis: number) => (sizes[axis] ?? 1) < 2;

  // Looking at the grid is seeing what ended.
  const unseen = requests.filter(({ stage, seen }) => stage === 'done' && !seen);
  useOnceVisible(unseen.length === 0 ? null : unseen.map(({ id }) => id).join(), () =>
    inPassing(markSeen(unseen.map(({ id }) => id))),
  );

  const wordsOf = (cell: GroupCell | undefined, isAsked: boolean): string => {
    if (!isAsked) {
      return t({ message: 'Not offered', comment: 'Cell of a preview: the model cannot make it' });
    }
    if (cell?.work) return t`Not on this device`;
    if (!cell?.request || cell.request.stage === 'done') {
      return t({
        message: 'Deleted',
        comment: 'State of a cell: its picture or request was deleted',
      });
    }
    return stateWords(requestState(cell.request, surroundings), surroundings.nowMs).name;
  };

  const labelsOf = (axis: number | null): GridLabel[] =>
    axis === null
      ? [{ key: 0, label: null }]
      : axes[axis]!.values.map((_value, index) => ({
          key: index,
          label: labels.ofValue(axis, index),
        }));
  const textsOf = (axis: number | null) =>
    labelsOf(axis).map(({ label }) => label as string | null);
  const headingOf = (fixed: readonly (number | null)[]) =>
    labels.ofPlace(fixed, (axis) => !isFixed(axis));
  const corner = [view.down, view.across]
    .flatMap((axis) => (axis === null ? [] : labels.ofAxis(axis)))
    .join(' × ');
  const common = [
    labels.ofPlace(
      axes.map(() => 0),
      isFixed,
    ),
    group.seed === null ? '' : t`Seed ${group.seed}`,
  ]
    .filter(Boolean)
    .join(' · ');
  const prompt = group.prompt.trim();
  const title = t({ message: 'Compare', comment: 'Title of a grid of pictures (X/Y plot)' });

  const content: GridContent<ShownCell> = {
    ratio,
    pages: pages.map(({ fixed, rows }) => ({
      heading: pages.length > 1 ? headingOf(fixed) : null,
      columns: textsOf(view.across),
      rows: textsOf(view.down),
      cells: rows.map((row) =>
        row.map((number) => ({
          work: cells.get(number)?.work ?? null,
          words: wordsOf(cells.get(number), group.cells.includes(number)),
        })),
      ),
    })),
  };
  const pageOptions = pages.map(({ fixed }, index) => ({
    value: String(index),
    label: headingOf(fixed),
  }));
  const turn = (axis: 'across' | 'down', value: number) => {
    const other = axis === 'across' ? 'down' : 'across';
    // The two change places where one takes the other's.
    const rest = view[other] === value ? view[axis] : view[other];
    onSearch({ [axis]: value, ...(rest !== null && { [other]: rest }) });
  };

  return (
    <>
      <PageHeader
        title={title}
        description={prompt || undefined}
        actions={
          <CompareActions
            members={members}
            content={content}
            words={{
              title: [prompt, common].filter(Boolean).join('\u2003'),
              corner,
              damaged: t`This preview is damaged`,
            }}
            name={`${title} ${prompt}`}
          />
        }
      />
      <div className={classes.head}>
        <div className={classes.facts}>
          <span role="status">
            <GroupWords progress={progress} />
          </span>
          {common && <span className={classes.common}>{common}</span>}
        </div>
        {progress.underWay > 0 && (
          <ProgressGlow
            value={progress.total === 0 ? undefined : progress.done / progress.total}
            label={t({ message: 'Progress', comment: 'Name of a progress bar' })}
          />
        )}
        {realAxes.length > 0 && (
          <div className={classes.controls}>
            {realAxes.length > 2 &&
              (['across', 'down'] as const).map((place) => (
                <NativeSelect
                  key={place}
                  label={
                    place === 'across' ? (
                      <Trans comment="Label: what the columns of a table are">Columns</Trans>
                    ) : (
                      <Trans comment="Label: what the rows of a table are">Rows</Trans>
                    )
                  }
                  value={String(view[place] ?? '')}
                  onChange={(event) => turn(place, Number(event.currentTarget.value))}
                  data={realAxes.map((axis) => ({
                    value: String(axis),
                    label: labels.ofAxis(axis),
                  }))}
                />
              ))}
            {pages.length > 1 && (
              <NativeSelect
                label={<Trans comment="Label: which of several tables is shown">Page</Trans>}
                value={String(pageNumber)}
                onChange={(event) =>
                  onSearch({ ...search, page: Number(event.currentTarget.value) })
                }
                data={pageOptions}
              />
            )}
            <Button
              variant="default"
              leftSection={<IconArrowsExchange size={20} stroke={1.75} aria-hidden />}
              onClick={() =>
                onSearch({
                  ...(view.down !== null && { across: view.down }),
                  ...(view.across !== null && { down: view.across }),
                  ...(search.page !== undefined && { page: search.page }),
                })
              }
            >
              <Trans comment="Button: rows of a table become columns">Swap rows and columns</Trans>
            </Button>
          </div>
        )}
      </div>
      <LabelledGrid
        caption={[corner, pages.length > 1 ? headingOf(page.fixed) : ''].filter(Boolean).join(', ')}
        corner={corner}
        columns={labelsOf(view.across)}
        rows={labelsOf(view.down)}
      >
        {(row, column) => {
          const number = page.rows[row]![column]!;
          return (
            <GridCell
              cell={cells.get(number)}
              isAsked={group.cells.includes(number)}
              label={labels.ofCell(number)}
              ratio={ratio}
              surroundings={surroundings}
            />
          );
        }}
      </LabelledGrid>
      <DownloadSize content={content} locale={i18n.locale} />
    </>
  );
}

/** How large the picture is that a download would give. */
function DownloadSize({ content, locale }: { content: GridContent<unknown>; locale: string }) {
  const layout = layOutGrid(content);
  const width = formatNumber(layout.width, locale);
  const height = formatNumber(layout.height, locale);
  return (
    <p className={classes.size}>
      <Trans>
        As one picture it has {width} × {height} pixels: the more cells, the smaller each, so that
        every device can open it. Each picture by itself keeps its full size among your works.
      </Trans>
    </p>
  );
}
