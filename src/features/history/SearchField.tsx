import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { searchWordsMax } from '../../domain/limits.ts';
import classes from './HistoryPage.module.css';

/** Finds works by the words of their prompts, as one writes them. */
export function SearchField({
  words,
  onWords,
}: {
  words: string;
  onWords: (words: string) => void;
}) {
  const { t } = useLingui();
  /** Half of a Chinese word is Latin letters that nobody looks for; null while none is being put together. */
  const [composed, setComposed] = useState<string | null>(null);
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={t({ message: 'Search your works', comment: 'Field: words of prompts' })}
      placeholder={t({ message: 'Words of a prompt', comment: 'Placeholder of the search field' })}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      value={composed ?? words}
      maxLength={searchWordsMax}
      enterKeyHint="search"
      onChange={({ currentTarget: { value } }) => {
        if (composed === null) onWords(value);
        else setComposed(value);
      }}
      onCompositionStart={({ currentTarget: { value } }) => setComposed(value)}
      onCompositionEnd={({ currentTarget: { value } }) => {
        setComposed(null);
        onWords(value);
      }}
    />
  );
}
