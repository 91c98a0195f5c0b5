import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Words to search for, as one writes them. */
export function SearchField({
  label,
  placeholder,
  words,
  maxLength,
  className,
  onWords,
}: {
  label: string;
  placeholder: string;
  words: string;
  maxLength: number;
  className?: string | undefined;
  onWords: (words: string) => void;
}) {
  /** Half of a Chinese word is Latin letters that nobody looks for; null while none is being put together. */
  const [composed, setComposed] = useState<string | null>(null);
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      value={composed ?? words}
      maxLength={maxLength}
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
