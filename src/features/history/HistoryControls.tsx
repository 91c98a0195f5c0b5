import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { inPassing } from '../../db/in-passing.ts';
import { setSetting } from '../../db/settings.ts';
import { ratingFilters, type RatingFilter } from '../../db/works/entries.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { ratingFilterWords } from '../../words/rating-filters.ts';
import { toolWords } from '../../words/tools.ts';
import classes from './HistoryPage.module.css';
import { useTools } from '../../live/useModels.ts';

export interface HistoryFilter {
  tool: GeneratorType | null;
  marked: RatingFilter;
}

/** What the history shows, in which order, and the way to select several. */
export function HistoryControls({
  tool,
  marked,
  onFilter,
  order,
  isSelecting,
  onSelect,
}: HistoryFilter & {
  onFilter: (filter: HistoryFilter) => void;
  order: 'newest' | 'oldest';
  isSelecting: boolean;
  onSelect: () => void;
}) {
  const { t, i18n } = useLingui();
  const tools = useTools();
  return (
    <div className={classes.controls}>
      <NativeSelect
        className={classes.filter}
        aria-label={t({ message: 'Show', comment: 'Label of a filter' })}
        value={marked}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ tool, marked: ratingFilters.find((known) => known === value) ?? 'all' })
        }
        data={ratingFilters.map((value) => ({ value, label: i18n._(ratingFilterWords[value]) }))}
      />
      <NativeSelect
        className={classes.filter}
        aria-label={t({
          message: 'Made with',
          comment: 'Label of a filter: the tool that made a picture',
        })}
        value={tool ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ tool: isGeneratorType(value) ? value : null, marked })
        }
        data={[
          { value: '', label: t({ message: 'All tools', comment: 'Filter: nothing left out' }) },
          ...[...new Set([...tools, ...(tool ? [tool] : [])])].map((type) => ({
            value: type,
            label: i18n._(toolWords[type].label),
          })),
        ]}
      />
      <Segmented
        label={t({ message: 'Order', comment: 'Label: how the history is sorted' })}
        hideLabel
        value={order}
        onChange={(next) => inPassing(setSetting('historyOrder', next))}
        options={[
          { value: 'newest', label: t({ message: 'Newest', comment: 'Order of the history' }) },
          { value: 'oldest', label: t({ message: 'Oldest', comment: 'Order of the history' }) },
        ]}
      />
      <Button
        className={classes.select}
        variant="default"
        aria-label={t({ message: 'Select', comment: 'Button: starts selecting several works' })}
        aria-pressed={isSelecting}
        onClick={onSelect}
      >
        <IconCheckbox size={20} stroke={1.75} aria-hidden />
        <span className={classes.selectWord}>
          <Trans comment="Button: starts selecting several works">Select</Trans>
        </span>
      </Button>
    </div>
  );
}
