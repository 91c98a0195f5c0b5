import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  comparedIds,
  comparedMin,
  comparedPair,
  type ComparedSearch,
  type CompareView,
} from '../../../domain/compared-works.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { useMakingOwner } from '../../../live/useSession.ts';
import { useWorks } from '../../../live/useWorks.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page, PageHeader } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { usePageTitle } from '../../../ui/usePageTitle.ts';
import classes from './Compare.module.css';
import { CompareBar } from './CompareBar.tsx';
import type { Compared } from './compared.ts';
import { ComparedTable } from './ComparedTable.tsx';
import { DifferenceView } from './DifferenceView.tsx';
import { LeftOut, type LeftOutWorks } from './LeftOut.tsx';
import { SideBySide } from './SideBySide.tsx';
import { SliderView } from './SliderView.tsx';
import { lookAfterKey, useSharedLook } from './useSharedLook.ts';

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
  const owner = useMakingOwner();
  const ids = comparedIds(search.works ?? '');
  const rows = useWorks(ids);
  if (owner === undefined || rows === undefined) return null;
  const own = rows.filter((work) => work.owner === owner);
  const pictures = own.filter(({ mediaType }) => mediaKind(mediaType) === 'picture');
  const leftOut = { gone: ids.length - own.length, otherKinds: own.length - pictures.length };
  const places = pictures.map(({ id }) => ids.indexOf(id));
  const [first, second] = comparedPair(search, places);
  const works = pictures.map((work): Compared => {
    const place = ids.indexOf(work.id);
    return {
      work,
      number: place + 1,
      letter: place === first ? 'A' : place === second ? 'B' : null,
    };
  });
  return (
    <Page width="full">
      {works.length < comparedMin ? (
        <TooFew {...leftOut} />
      ) : (
        <Comparison
          title={title}
          works={works}
          leftOut={leftOut}
          search={search}
          onSearch={onSearch}
        />
      )}
    </Page>
  );
}

function TooFew(leftOut: LeftOutWorks) {
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
      <LeftOut {...leftOut} />
      <p>
        <Trans>Select two to eight pictures among your works, then “Compare pictures”.</Trans>
      </p>
    </EmptyState>
  );
}

/** Keys belong to what is typed in or chosen from; sliders and radio buttons want only some of them. */
function isTakenByTarget(event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.target.closest('[type="range"], [type="radio"]')) return event.key.startsWith('Arrow');
  return event.target.closest('input, textarea, select, [role="menu"]') !== null;
}

function Comparison({
  title,
  works,
  leftOut,
  search,
  onSearch,
}: {
  title: string;
  works: readonly Compared[];
  leftOut: LeftOutWorks;
  search: ComparedSearch;
  onSearch: (search: ComparedSearch) => void;
}) {
  const { t } = useLingui();
  const stage = useRef<HTMLDivElement>(null);
  const { look, setLook, handlers } = useSharedLook(stage);
  const view: CompareView = search.view ?? 'slider';
  const a = works.find(({ letter }) => letter === 'A')!;
  const b = works.find(({ letter }) => letter === 'B')!;
  const pairKey = `${a.work.id} ${b.work.id}`;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTaken =
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTakenByTarget(event);
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
      {leftOut.gone + leftOut.otherKinds > 0 && (
        <Notice>
          <LeftOut {...leftOut} />
        </Notice>
      )}
      <div ref={stage} className={classes.stage} {...handlers}>
        {view === 'side-by-side' ? (
          <SideBySide works={works} look={look} />
        ) : view === 'difference' ? (
          <DifferenceView key={pairKey} a={a.work} b={b.work} look={look} />
        ) : (
          <SliderView key={pairKey} a={a.work} b={b.work} look={look} />
        )}
      </div>
      <CompareBar
        works={works}
        pair={[a.number, b.number]}
        onPair={([first, second]) => onSearch({ ...search, a: first, b: second })}
        look={look}
        onLook={setLook}
      />
      <ComparedTable works={view === 'side-by-side' ? works : [a, b]} />
    </>
  );
}
