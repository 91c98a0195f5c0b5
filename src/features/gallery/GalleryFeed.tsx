import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useMemo, type RefObject } from 'react';
import { galleryKeywordMaxCharacters } from '../../domain/gallery.ts';
import type { GalleryEntry, GalleryFilter } from '../../domain/gallery.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useTypedWords } from '../../ui/useTypedWords.ts';
import { boxRatio } from '../../ui/wall/boxes.ts';
import { Wall } from '../../ui/wall/Wall.tsx';
import { formatTime } from '../../words/days.ts';
import { toolWords } from '../../words/tools.ts';
import { CategoryTabs } from './CategoryTabs.tsx';
import classes from './Gallery.module.css';
import { GalleryTile } from './GalleryTile.tsx';
import { ModelFilter } from './ModelFilter.tsx';
import type { GalleryPlace } from './gallery-lists.ts';
import { useGallery } from './useGallery.ts';

/** Functions that one looks for examples of (spec 1, section 2: examples dialog). */
const filteredTools = ['Text2Img', 'Img2Img', 'ProductImg', 'Txt2Video'] as const;

/** With the one that is looked for, where that is another. */
const shownTools = (tool: GeneratorType | null): GeneratorType[] =>
  tool === null || (filteredTools as readonly GeneratorType[]).includes(tool)
    ? [...filteredTools]
    : [...filteredTools, tool];

/** What people have published: searched, by category and tool, without an end until there is one. */
export function GalleryFeed({
  place,
  filter,
  onFilter,
  scroller,
  onOpen,
}: {
  place: GalleryPlace;
  filter: GalleryFilter;
  /** @param keepsPage it is written down only now: whoever has gone on to another page meanwhile stays there */
  onFilter: (filter: GalleryFilter, keepsPage?: boolean) => void;
  /** What it scrolls with, where that is not the page. */
  scroller?: RefObject<HTMLElement | null>;
  /** A work is wanted; its page opens where this is left out. */
  onOpen?: (entry: GalleryEntry) => void;
}) {
  const { t, i18n } = useLingui();
  const [typed, type] = useTypedWords(filter.words, (words) =>
    onFilter({ ...filter, words }, true),
  );
  const gallery = useGallery(filter, place);
  const { entries, state, more, asOfMs, loadMore, again } = gallery;
  const tiles = useMemo(
    () =>
      entries.map((entry) => ({
        key: entry.id as string,
        ratio: boxRatio(entry.width, entry.height),
        entry,
      })),
    [entries],
  );
  const isFiltered =
    filter.words !== '' ||
    filter.categoryId !== null ||
    filter.tool !== null ||
    filter.model !== null;

  return (
    <div className={classes.feed}>
      <div className={classes.controls}>
        <SearchField
          className={classes.search}
          label={t({ message: 'Search the gallery', comment: 'Field: words of published works' })}
          placeholder={t({
            message: 'Words of a picture',
            comment: 'Placeholder of a search field',
          })}
          words={typed}
          maxLength={galleryKeywordMaxCharacters}
          onWords={type}
        />
        <NativeSelect
          className={classes.tool}
          aria-label={t({
            message: 'Made with',
            comment: 'Label of a filter: the tool that made a picture',
          })}
          value={filter.tool ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, tool: isGeneratorType(value) ? value : null, model: null })
          }
          data={[
            { value: '', label: t({ message: 'All tools', comment: 'Filter: nothing left out' }) },
            ...shownTools(filter.tool).map((tool) => ({
              value: tool,
              label: i18n._(toolWords[tool].label),
            })),
          ]}
        />
        <ModelFilter
          className={classes.tool}
          tool={filter.tool}
          value={filter.model}
          onChange={(model) => onFilter({ ...filter, model })}
        />
      </div>
      <CategoryTabs
        value={filter.categoryId}
        onChange={(categoryId) => onFilter({ ...filter, categoryId })}
      />
      <AsOf time={asOfMs === null ? null : formatTime(asOfMs)} />
      {entries.length > 0 ? (
        <Wall
          key={JSON.stringify(filter)}
          label={t({ message: 'Gallery', comment: 'Heading: what people have published' })}
          tiles={tiles}
          onNearEnd={more ? loadMore : undefined}
          rowsAhead={3}
          scroller={scroller}
        >
          {({ entry, ratio }) => <GalleryTile entry={entry} ratio={ratio} onOpen={onOpen} />}
        </Wall>
      ) : (
        state === 'loading' && (
          <div className={classes.skeleton} role="status" aria-label={t`Loading`}>
            {Array.from({ length: 8 }, (_, index) => (
              <div key={index} />
            ))}
          </div>
        )
      )}
      {state === 'ready' && entries.length === 0 && (
        <Nothing isFiltered={isFiltered} onShowAll={() => onFilter(everything)} />
      )}
      {(state === 'offline' || state === 'failed') && (
        <Missing isOffline={state === 'offline'} isStart={entries.length === 0} onAgain={again} />
      )}
      {state === 'ready' && entries.length > 0 && !more && (
        <p className={classes.end}>
          <Trans comment="At the end of a list of pictures">No more</Trans>
        </p>
      )}
    </div>
  );
}

const everything: GalleryFilter = { words: '', categoryId: null, tool: null, model: null };

function Nothing({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState title={<Trans>The gallery is still empty</Trans>}>
        <Trans>Publish one of your works from its menu, and it is the first to hang here.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="filtered"
      title={<Trans>Nothing like that hangs here</Trans>}
      actions={
        <Button variant="default" onClick={onShowAll}>
          <Trans comment="Button: takes all filters away">Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Other words or another category may find something.</Trans>
    </EmptyState>
  );
}

/** The first page did not come, or the next one. */
function Missing({
  isOffline,
  isStart,
  onAgain,
}: {
  isOffline: boolean;
  isStart: boolean;
  onAgain: () => void;
}) {
  const retry = (
    <Button variant="default" onClick={onAgain}>
      <Trans comment="Button: once more what failed">Try again</Trans>
    </Button>
  );
  if (!isStart) {
    return (
      <div className={classes.end} role="status">
        <p>
          {isOffline ? (
            <Trans>You are offline. There is more once there is a network again.</Trans>
          ) : (
            <Trans>The next ones did not come.</Trans>
          )}
        </p>
        {retry}
      </div>
    );
  }
  return (
    <EmptyState
      kind={isOffline ? 'offline' : 'failed'}
      title={
        isOffline ? (
          <Trans>The gallery needs a network</Trans>
        ) : (
          <Trans>The gallery can't be shown just now</Trans>
        )
      }
      actions={retry}
    >
      <Trans>What you have looked at before is here without one; your own works always are.</Trans>
    </EmptyState>
  );
}
