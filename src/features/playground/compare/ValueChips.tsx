import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { CompareValue } from '../../../domain/compare.ts';
import { clampToRange } from '../../../domain/parameters.ts';
import { modelNameMaxCharacters, type NumberRange } from '../../../domain/limits.ts';
import { CutName } from '../CutName.tsx';
import classes from './compare.module.css';

export interface ValueOption {
  value: CompareValue;
  label: string;
}

/** So many are shown at once; the rest is found by searching or shown on demand. */
const shownMax = 12;

/** One of a known list of values each, to be selected and given back. */
export function ValueChips({
  label,
  options,
  selected,
  onChange,
}: {
  label: string;
  options: readonly ValueOption[];
  selected: readonly CompareValue[];
  onChange: (selected: CompareValue[]) => void;
}) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(false);
  const isLong = options.length > shownMax;
  const wanted = search.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted));
  // What is selected stays in sight, in whatever place of the list it is.
  const shown =
    isAll || !isLong || wanted !== ''
      ? found
      : found.filter((option, index) => index < shownMax || selected.includes(option.value));

  function toggle(value: CompareValue) {
    const next = new Set(selected);
    if (!next.delete(value)) next.add(value);
    // In the order of the list, whichever was pressed first.
    onChange(options.map((option) => option.value).filter((option) => next.has(option)));
  }

  return (
    <div className={classes.values}>
      {isLong && (
        <TextInput
          aria-label={t({
            message: `Search in ${label}`,
            comment: 'Search field; the name of a setting',
          })}
          placeholder={t({ message: 'Search', comment: 'Placeholder of a search field' })}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.chips} role="group" aria-label={label}>
        {shown.map((option) => {
          const pressed = selected.includes(option.value);
          return (
            <button
              key={String(option.value)}
              type="button"
              className={classes.chip}
              aria-pressed={pressed}
              onClick={() => toggle(option.value)}
            >
              {pressed ? (
                <IconCheck size={16} stroke={2} aria-hidden />
              ) : (
                <IconPlus size={16} stroke={1.75} aria-hidden />
              )}
              <CutName name={option.label} most={modelNameMaxCharacters} />
            </button>
          );
        })}
        {shown.length < found.length && (
          <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
            <Trans comment="Button: shows the rest of a long list">Show all {found.length}</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Values of one's own: typed, several at once if one likes, and taken out again. */
export function TypedValues({
  label,
  hint,
  selected,
  read,
  addLabel,
  onChange,
}: {
  label: string;
  hint: string;
  selected: readonly CompareValue[];
  /** Of one typed word, or of none; null where it means nothing. */
  read: (typed: string) => CompareValue | null;
  addLabel: string;
  onChange: (selected: CompareValue[]) => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState('');

  function add() {
    const words = typed.split(/[\s,，、;；]+/u).filter((word) => word !== '');
    const values = (words.length > 0 ? words : ['']).flatMap((word) => read(word) ?? []);
    const all = [...new Set([...selected, ...values])];
    const isNumbers = all.every((value) => typeof value === 'number');
    onChange(isNumbers ? all.toSorted((left, right) => left - right) : all);
    setTyped('');
  }

  return (
    <div className={classes.values}>
      <div className={classes.chips} role="group" aria-label={label}>
        {selected.map((value) => (
          <button
            key={String(value)}
            type="button"
            className={classes.chip}
            data-chosen
            // One is left for as long as the setting is switched on.
            disabled={selected.length <= 1}
            aria-label={t({
              message: `Take out ${String(value)}`,
              comment: 'Button: one of several values of a setting goes',
            })}
            onClick={() => onChange(selected.filter((other) => other !== value))}
          >
            <span>{String(value)}</span>
            {selected.length > 1 && <IconX size={16} stroke={1.75} aria-hidden />}
          </button>
        ))}
      </div>
      <div className={classes.add}>
        <TextInput
          id={id}
          className={classes.typed}
          aria-label={t({
            message: `More for ${label}`,
            comment: 'Text field; the name of a setting',
          })}
          aria-describedby={`${id}-hint`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" onClick={add}>
          {addLabel}
        </Button>
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {hint}
      </p>
    </div>
  );
}

/** A typed number as the range allows it; null for what is none. */
export function readNumber(typed: string, range: NumberRange): number | null {
  const value = Number(typed.replace(',', '.'));
  return typed === '' || !Number.isFinite(value) ? null : clampToRange(value, range);
}
