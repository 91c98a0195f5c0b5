import { useRovingIndex } from '@mantine/hooks';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { languageTag, type PromptLanguage } from '../../../domain/languages.ts';
import { keywordText, storeKeyword, type Keyword } from './keyword.ts';
import classes from './KeywordChips.module.css';

/** What is chosen, and how it is said. */
export interface ChipsState {
  /** As they are stored. */
  chosen: ReadonlySet<string>;
  /** What the reader reads. */
  language: PromptLanguage;
  /** What goes into the prompt. */
  into: PromptLanguage;
  onToggle: (keyword: Keyword) => void;
}

/** Keywords to be chosen and given back: one stop of the Tab key, arrows within. */
export function KeywordChips({
  label,
  keywords,
  chosen,
  language,
  into,
  onToggle,
}: ChipsState & {
  /** Which keywords these are, for screen readers. */
  label: string;
  keywords: readonly Keyword[];
}) {
  const { getItemProps } = useRovingIndex({
    total: keywords.length,
    orientation: 'both',
    loop: false,
  });
  return (
    <div className={classes.chips} role="toolbar" aria-label={label}>
      {keywords.map((keyword, index) => {
        const stored = storeKeyword(keyword);
        const pressed = chosen.has(stored);
        const words = keywordText(keyword, language);
        const written = keywordText(keyword, into);
        return (
          <button
            key={stored}
            type="button"
            className={classes.chip}
            aria-pressed={pressed}
            {...getItemProps({ index, onClick: () => onToggle(keyword) })}
          >
            {pressed ? (
              <IconCheck size={16} stroke={2} aria-hidden />
            ) : (
              <IconPlus size={16} stroke={1.75} aria-hidden />
            )}
            <span>
              {words}
              {written !== words && (
                <>
                  {' '}
                  <span className={classes.written} lang={languageTag(into)}>
                    {written}
                  </span>
                </>
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}
