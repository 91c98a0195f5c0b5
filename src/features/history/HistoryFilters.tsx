import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { isGeneratorType } from '../../domain/generator-types.ts';
import {
  countCriteria,
  noFilter,
  ratingFilters,
  type HistoryFilter,
} from '../../domain/history-filter.ts';
import type { AlbumId, UserKey } from '../../domain/ids.ts';
import { mediaKinds } from '../../domain/media-kind.ts';
import { isMonth } from '../../domain/months.ts';
import { workOrigins } from '../../domain/work.ts';
import { useHistoryFacets } from '../../live/useHistoryFacets.ts';
import { useNamedModels, useTools } from '../../live/useModels.ts';
import { formatMonth } from '../../words/days.ts';
import { mediaKindWords } from '../../words/media-kinds.ts';
import { modelName } from '../../words/model-names.ts';
import { originWords } from '../../words/origins.ts';
import { ratingFilterWords } from '../../words/rating-filters.ts';
import { toolWords } from '../../words/tools.ts';
import classes from './HistoryPage.module.css';

/** The same value once, the chosen one always: a link may name what there are no works of. */
function withChosen<Value extends string>(values: readonly Value[], chosen: Value | null): Value[] {
  return [...new Set(chosen === null ? values : [...values, chosen])];
}

/** What the history leaves out. */
export function HistoryFilters({
  id,
  owner,
  filter,
  onFilter,
  albums = [],
}: {
  id?: string;
  owner: UserKey;
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
  /** Those that works were put into by hand; a rule asks for none. */
  albums?: readonly { id: AlbumId; name: string }[];
}) {
  const { t, i18n } = useLingui();
  const tools = useTools();
  const named = useNamedModels();
  const facets = useHistoryFacets(owner);
  const { marked, tool, model, kind, month, origin, album, tag } = filter;
  const tags = withChosen(facets?.tags ?? [], tag);
  const change = (next: Partial<HistoryFilter>) => onFilter({ ...filter, ...next });
  const models = withChosen(facets?.models ?? [], model)
    .map((value) => ({
      value,
      label: modelName({ model: value, modelLabel: null }, named, i18n.locale),
    }))
    .toSorted((left, right) => left.label.localeCompare(right.label, i18n.locale));
  return (
    <div id={id} className={classes.filters}>
      <NativeSelect
        label={t({ message: 'Show', comment: 'Label of a filter' })}
        value={marked}
        onChange={({ currentTarget: { value } }) =>
          change({ marked: ratingFilters.find((known) => known === value) ?? noFilter.marked })
        }
        data={ratingFilters.map((value) => ({ value, label: i18n._(ratingFilterWords[value]) }))}
      />
      <NativeSelect
        label={t({
          message: 'Made with',
          comment: 'Label of a filter: the tool that made a picture',
        })}
        value={tool ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ tool: isGeneratorType(value) ? value : null })
        }
        data={[
          { value: '', label: t({ message: 'All tools', comment: 'Filter: nothing left out' }) },
          ...withChosen([...tools, ...(facets?.tools ?? [])], tool).map((type) => ({
            value: type,
            label: i18n._(toolWords[type].label),
          })),
        ]}
      />
      <NativeSelect
        label={t({ message: 'Model', comment: 'Label of a filter: what made a picture' })}
        value={model ?? ''}
        onChange={({ currentTarget: { value } }) => change({ model: value || null })}
        data={[
          { value: '', label: t({ message: 'All models', comment: 'Filter: nothing left out' }) },
          ...models,
        ]}
      />
      <NativeSelect
        label={t({ message: 'Kind', comment: 'Label of a filter: pictures, videos, sounds' })}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: mediaKinds.find((known) => known === value) ?? null })
        }
        data={[
          { value: '', label: t({ message: 'All kinds', comment: 'Filter: nothing left out' }) },
          ...withChosen(facets?.kinds ?? [], kind).map((value) => ({
            value,
            label: i18n._(mediaKindWords[value]),
          })),
        ]}
      />
      <NativeSelect
        label={t({ message: 'From', comment: 'Label of a filter: how a work came to be here' })}
        value={origin ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ origin: workOrigins.find((known) => known === value) ?? null })
        }
        data={[
          {
            value: '',
            label: t({ message: 'Anywhere', comment: 'Filter: nothing left out' }),
          },
          ...withChosen(facets?.origins ?? [], origin).map((value) => ({
            value,
            label: i18n._(originWords[value]),
          })),
        ]}
      />
      <NativeSelect
        label={t({ message: 'Month', comment: 'Label of a filter: when a work was made' })}
        value={month ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ month: isMonth(value) ? value : null })
        }
        data={[
          {
            value: '',
            label: t({ message: 'All months', comment: 'Filter: nothing left out' }),
          },
          ...withChosen(facets?.months ?? [], month).map((value) => ({
            value,
            label: formatMonth(value, i18n.locale),
          })),
        ]}
      />
      {albums.length > 0 && (
        <NativeSelect
          label={t({ message: 'Album', comment: 'Label of a filter' })}
          value={album ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ album: albums.find(({ id: known }) => known === value)?.id ?? null })
          }
          data={[
            {
              value: '',
              label: t({ message: 'All albums', comment: 'Filter: nothing left out' }),
            },
            ...albums.map(({ id: value, name }) => ({ value, label: name })),
          ]}
        />
      )}
      {tags.length > 0 && (
        <NativeSelect
          label={t({ message: 'Tag', comment: 'Label of a filter: a word given to works' })}
          value={tag ?? ''}
          onChange={({ currentTarget: { value } }) => change({ tag: value || null })}
          data={[
            { value: '', label: t({ message: 'All tags', comment: 'Filter: nothing left out' }) },
            ...tags.map((value) => ({ value, label: value })),
          ]}
        />
      )}
      {countCriteria(filter) > 0 && (
        <Button variant="subtle" className={classes.clear} onClick={() => onFilter(noFilter)}>
          <Trans comment="Button: takes all filters away">Clear filters</Trans>
        </Button>
      )}
    </div>
  );
}
