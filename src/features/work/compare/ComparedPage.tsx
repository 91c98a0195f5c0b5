import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsExchange, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { WorkRow } from '../../../db/schema.ts';
import {
  comparedIds,
  comparedMin,
  comparedPair,
  type ComparedSearch,
  type CompareView,
} from '../../../domain/compared-works.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { useOwner } from '../../../live/useSession.ts';
import { useWorks } from '../../../live/useWorks.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Page, PageHeader } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { usePageTitle } from '../../../ui/usePageTitle.ts';
import { toolWords } from '../../../words/tools.ts';
import classes from './Compare.module.css';
import { ComparedTable } from './ComparedTable.tsx';
import { DifferenceView } from './DifferenceView.tsx';
import { SideBySide } from './SideBySide.tsx';
import { SliderView } from './SliderView.tsx';
import { lookAfterKey, scaledAbout, scaleMax, useSharedLook, wholeLook } from './useSharedLook.ts';

/** Pictures against each other. The address says which, how, and which two of them. */
export function ComparedPage({
  search,
  onSearch,
}: {
  search: ComparedSearch;
  onSearch: (search: ComparedSearch) => void;
}) {
  const { t } = useLingui();
  const title = t({ message: 'Compare pictures', comment: 'Title of a page' });
  usePageTitle(title);
  const owner = useOwner();
  const rows = useWorks(comparedIds(search.works ?? ''));
  if (owner === undefined || rows === undefined) return null;
  const works = rows.filter(
    (work) => work.owner === owner && mediaKind(work.mediaType) === 'picture',
  );
  return (
    <Page width="full">
      {works.length < comparedMin ? (
        <TooFew />
      ) : (
        <Compared title={title} works={works} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}

function TooFew() {
  return (
    <EmptyState
      kind="filtered"
      headingLevel={1}
      title={<Trans>There are no two pictures to compare</Trans>}
      actions={
        <ButtonLink to="/history">
          <Trans comment="Button: goes to the works">To the works</Trans>
        </ButtonLink>
      }
    >
      <p>
        <Trans>
          Select two to eight pictures among your works, then “Compare pictures”. One that this link
          names may have been deleted.
        </Trans>
      </p>
    </EmptyState>
  );
}

function Compared({
  title,
  works,
  search,
  onSearch,
}: {
  title: string;
  works: readonly WorkRow[];
  search: ComparedSearch;
  onSearch: (search: ComparedSearch) => void;
}) {
  const { t, i18n } = useLingui();
  const stage = useRef<HTMLDivElement>(null);
  const { look, setLook, handlers } = useSharedLook(stage);
  const view: CompareView = search.view ?? 'slider';
  const [first, second] = comparedPair(search, works.length);
  const [a, b] = [works[first]!, works[second]!];
  const choose = (pair: readonly [number, number]) =>
    onSearch({ ...search, a: pair[0] + 1, b: pair[1] + 1 });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTaken =
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target instanceof Element &&
        event.target.closest('input, textarea, select, [role="menu"]') !== null);
    const next = isTaken ? null : lookAfterKey(look, event.key);
    if (!next) return;
    event.preventDefault();
    setLook(next);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  const options = works.map((work, at) => ({
    value: String(at),
    label: `${at + 1} · ${work.prompt.trim().slice(0, 60) || i18n._(toolWords[work.jobType].label)}`,
  }));
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Segmented<CompareView>
            label={t({ message: 'How they are compared', comment: 'Label of a choice' })}
            hideLabel
            options={[
              { value: 'slider', label: t({ message: 'Divider', comment: 'Way to compare' }) },
              {
                value: 'side-by-side',
                label: t({ message: 'Side by side', comment: 'Way to compare' }),
              },
              {
                value: 'difference',
                label: t({ message: 'Difference', comment: 'Way to compare' }),
              },
            ]}
            value={view}
            onChange={(next) => onSearch({ ...search, view: next === 'slider' ? undefined : next })}
          />
        }
      />
      <div ref={stage} className={classes.stage} {...handlers}>
        {view === 'side-by-side' ? (
          <SideBySide works={works} look={look} />
        ) : view === 'difference' ? (
          <DifferenceView key={`${a.id} ${b.id}`} a={a} b={b} look={look} />
        ) : (
          <SliderView key={`${a.id} ${b.id}`} a={a} b={b} look={look} />
        )}
      </div>
      <div className={classes.bar}>
        {works.length > 2 && (
          <>
            <NativeSelect
              label="A"
              data={options}
              value={String(first)}
              onChange={(event) => {
                const next = Number(event.currentTarget.value);
                choose([next, next === second ? first : second]);
              }}
            />
            <NativeSelect
              label="B"
              data={options}
              value={String(second)}
              onChange={(event) => {
                const next = Number(event.currentTarget.value);
                choose([next === first ? second : first, next]);
              }}
            />
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={20} stroke={1.75} aria-hidden />}
          onClick={() => choose([second, first])}
        >
          <Trans comment="Button: A becomes B and B becomes A">Swap A and B</Trans>
        </Button>
        <div className={classes.zoom}>
          <IconButton
            label={t({ message: 'Smaller', comment: 'Button: zoom out of a picture' })}
            icon={<IconZoomOut size={20} stroke={1.75} aria-hidden />}
            disabled={look.scale <= 1}
            onClick={() => setLook(scaledAbout(look, 1 / 1.5))}
          />
          <IconButton
            label={t({ message: 'Larger', comment: 'Button: zoom into a picture' })}
            icon={<IconZoomIn size={20} stroke={1.75} aria-hidden />}
            disabled={look.scale >= scaleMax}
            onClick={() => setLook(scaledAbout(look, 1.5))}
          />
          <IconButton
            label={t({
              message: 'Show all of it',
              comment: 'Button: a picture or 3D object as at first',
            })}
            icon={<IconZoomReset size={20} stroke={1.75} aria-hidden />}
            disabled={look.scale <= 1}
            onClick={() => setLook(wholeLook)}
          />
        </div>
      </div>
      <ComparedTable a={a} b={b} />
    </>
  );
}
