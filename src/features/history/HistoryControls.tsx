import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheckbox } from '@tabler/icons-react';
import { inPassing } from '../../db/in-passing.ts';
import { setSetting } from '../../db/settings.ts';
import { countCriteria, type HistoryFilter } from '../../domain/history-filter.ts';
import { searchWordsMax } from '../../domain/limits.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './HistoryPage.module.css';
import type { HistoryView } from './useShownHistory.ts';
import { ViewMenu } from './ViewMenu.tsx';

/** What the history shows, in which order, and the way to select several. */
export function HistoryControls({
  filter,
  words,
  onWords,
  filtersId,
  isFiltering,
  onFiltering,
  order,
  view,
  isSelecting,
  onSelect,
  isFixed,
}: {
  filter: HistoryFilter;
  /** Of prompts; empty where nobody searches. */
  words: string;
  onWords: (words: string) => void;
  /** The element with the choices of what is left out. */
  filtersId: string;
  /** Whether they are shown. */
  isFiltering: boolean;
  onFiltering: () => void;
  order: 'newest' | 'oldest';
  view: HistoryView;
  isSelecting: boolean;
  onSelect: () => void;
  /** What is shown is decided already: there is nothing to search or to leave out. */
  isFixed: boolean;
}) {
  const { t } = useLingui();
  const criteria = countCriteria(filter);
  return (
    <div className={classes.controls}>
      {!isFixed && (
        <>
          <SearchField
            className={classes.search}
            label={t({ message: 'Search your works', comment: 'Field: words of prompts' })}
            placeholder={t({
              message: 'Words of a prompt',
              comment: 'Placeholder of the search field',
            })}
            words={words}
            maxLength={searchWordsMax}
            onWords={onWords}
          />
          <Button
            className={classes.filter}
            variant={criteria > 0 ? 'light' : 'default'}
            aria-expanded={isFiltering}
            aria-controls={filtersId}
            leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />}
            onClick={onFiltering}
          >
            <Trans comment="Button: shows the choices of what is left out">Filters</Trans>
            {criteria > 0 && (
              <span className={classes.criteria}>
                <span aria-hidden>{criteria}</span>
                <VisuallyHidden>
                  <Plural value={criteria} one="# chosen" other="# chosen" />
                </VisuallyHidden>
              </span>
            )}
          </Button>
        </>
      )}
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
      <ViewMenu view={view} />
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
