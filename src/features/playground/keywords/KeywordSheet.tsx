import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { asLanguage, promptLanguage, type PromptLanguage } from '../../../domain/languages.ts';
import { atom, store, useSetAtom } from '../../../ui/atoms.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { formatNumber } from '../../../words/intl.ts';
import type { PromptToolProps } from '../prompt/prompt-tool.ts';
import { keywordCount } from './catalogue.ts';
import { ChosenKeywords } from './ChosenKeywords.tsx';
import { KeywordBrowser, placeAtom } from './KeywordBrowser.tsx';
import { addKeywords, removeKeyword } from './keyword-prompt.ts';
import { KeywordResults } from './KeywordResults.tsx';
import classes from './KeywordSheet.module.css';
import { readKeyword, storeKeyword, type Keyword } from './keyword.ts';

/** What a removal took away. */
interface Removal {
  /** The one keyword, or null for all. */
  keyword: Keyword | null;
  stored: string[];
  text: string;
}

/** What brings back the prompt as it was before keywords came into it. */
const offerAtom = atom<{ close: () => void } | null>(null);

/** Keywords to look through, to choose, and to add to the prompt. */
export function KeywordSheet({ bench, field, onUse, onClose }: PromptToolProps) {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useState('');
  const [removal, setRemoval] = useState<Removal | null>(null);
  const setPlace = useSetAtom(placeAtom);
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    // Here the chips themselves take words out again: soon the offer would not say what is so.
    store.get(offerAtom)?.close();
    store.set(offerAtom, null);
  }, []);
  const language = promptLanguage(asLanguage(i18n.locale));
  const { chosen: stored, english } = bench.draft.keywords ?? { chosen: [] };
  const isEnglish = english ?? (language === 'en' || !bench.model.disable_translate);
  const into: PromptLanguage = isEnglish ? 'en' : 'cn';
  const chosen = stored.flatMap((text) => readKeyword(text) ?? []);
  const count = formatNumber(keywordCount, i18n.locale);
  const text = String(bench.values[field.name] ?? '');

  function choose(next: string[]) {
    bench.setKeywords({ ...bench.draft.keywords, chosen: next });
  }

  function remove(keywords: readonly Keyword[]) {
    const gone = new Set(keywords.map(storeKeyword));
    const left = keywords.reduce(removeKeyword, text);
    const [only = null] = keywords.length === 1 ? keywords : [];
    // A chip that was never in the prompt comes back with one press.
    setRemoval(only === null || left !== text ? { keyword: only, stored, text } : null);
    choose(stored.filter((entry) => !gone.has(entry)));
    if (left !== text) bench.setValue(field, left);
  }

  function toggle(keyword: Keyword) {
    if (stored.includes(storeKeyword(keyword))) {
      remove([keyword]);
      return;
    }
    setRemoval(null);
    choose([...stored, storeKeyword(keyword)]);
  }

  function takeBack({ stored: before, text: words }: Removal) {
    setRemoval(null);
    choose(before);
    if (words !== text) bench.setValue(field, words);
  }

  function add() {
    const close = onUse(addKeywords(text, chosen, into), t`The keywords are in your prompt.`);
    store.set(offerAtom, { close });
  }

  const chips = { chosen: new Set(stored), language, into, onToggle: toggle };
  return (
    <Sheet
      opened
      onClose={onClose}
      title={<Trans comment="Heading: a catalogue of words for the prompt">Keywords</Trans>}
      width={760}
      closeOnEscape={query === ''}
      footer={
        <ChosenKeywords
          chosen={chosen}
          text={text}
          limit={field.property.maxLength}
          language={language}
          into={into}
          removed={removal && { keyword: removal.keyword, takeBack: () => takeBack(removal) }}
          onRemove={remove}
          onEnglish={(on) => bench.setKeywords({ chosen: stored, english: on })}
          onAdd={add}
        />
      }
    >
      <div className={classes.root}>
        <div className={classes.search} data-active={query !== '' || undefined}>
          <TextInput
            type="search"
            data-autofocus={wide || undefined}
            aria-label={t`Search keywords`}
            placeholder={t({
              message: `Search ${count} keywords`,
              comment: 'In an empty search field',
            })}
            leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              // While Chinese is composed, Escape ends only that.
              if (event.key === 'Escape' && !event.nativeEvent.isComposing) setQuery('');
            }}
          />
        </div>
        {query.trim() === '' ? (
          <KeywordBrowser {...chips} />
        ) : (
          <KeywordResults
            query={query}
            onOpen={(place) => {
              setPlace(place);
              setQuery('');
            }}
            {...chips}
          />
        )}
      </div>
    </Sheet>
  );
}
