import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { albumName, leavesOut, queryOfRule, type AlbumRule } from '../../domain/albums.ts';
import { noFilter, type HistoryFilter } from '../../domain/history-filter.ts';
import { albumNameMaxCharacters, searchWordsMax } from '../../domain/limits.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Albums.module.css';
import { useRuleWords } from './useRuleWords.ts';

/** The history's own choices of what is left out; the route brings them. */
export type FilterFields = (props: {
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
}) => ReactNode;

/** No rule yet: nothing is left out. */
export const blankRule: AlbumRule = {
  words: '',
  marked: 'all',
  tool: null,
  model: null,
  kind: null,
  month: null,
  origin: null,
  tag: null,
};

/** Asks which works an album is to have by itself. */
export function RuleDialog({
  title,
  name,
  rule,
  doLabel,
  Fields,
  onDone,
  onClose,
}: {
  title: ReactNode;
  name: string;
  rule: AlbumRule;
  doLabel: ReactNode;
  Fields: FilterFields;
  onDone: (name: string, rule: AlbumRule) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const ruleWords = useRuleWords();
  const [typed, setTyped] = useState(name);
  const [words, setWords] = useState(rule.words);
  const [filter, setFilter] = useState(() => queryOfRule({ ...rule, words: '' }).filter);
  const { album: _album, ...criteria } = filter;
  const next: AlbumRule = { words: words.trim(), ...criteria };
  const said = ruleWords(next);
  const hasRule = leavesOut(next);
  // Who gives no name means what the rule says.
  const nextName = albumName(typed) || albumName(said);
  return (
    <Dialog opened onClose={onClose} title={title} width={560} typing fullOnPhone>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (hasRule) onDone(nextName, next);
        }}
      >
        <p className={classes.hint}>
          <Trans>It fills by itself, with all works that fit, now and later.</Trans>
        </p>
        <TextInput
          label={t({ message: 'Album name', comment: 'Label' })}
          placeholder={said}
          value={typed}
          maxLength={albumNameMaxCharacters}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <TextInput
          label={t({ message: 'With the words', comment: 'Field: words of prompts, of a rule' })}
          placeholder={t({
            message: 'Words of a prompt',
            comment: 'Placeholder of the search field',
          })}
          value={words}
          maxLength={searchWordsMax}
          onChange={({ currentTarget: { value } }) => setWords(value)}
        />
        <Fields filter={filter} onFilter={(chosen) => setFilter({ ...noFilter, ...chosen })} />
        <p className={classes.hint} role="status">
          {hasRule ? said : <Trans>Choose at least one thing that its works have in common.</Trans>}
        </p>
        <div className={classes.formActions}>
          <Button variant="default" onClick={onClose}>
            {t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })}
          </Button>
          <Button type="submit" disabled={!hasRule}>
            {doLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
