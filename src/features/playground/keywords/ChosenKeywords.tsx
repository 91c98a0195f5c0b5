import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { PromptLanguage } from '../../../domain/languages.ts';
import classes from './ChosenKeywords.module.css';
import { addKeywords, isInPrompt } from './keyword-prompt.ts';
import { keywordText, storeKeyword, type Keyword } from './keyword.ts';

/** What is chosen, and what puts it into the prompt. */
export function ChosenKeywords({
  chosen,
  text,
  limit,
  language,
  into,
  removed,
  onRemove,
  onEnglish,
  onAdd,
}: {
  chosen: readonly Keyword[];
  /** The prompt. */
  text: string;
  /** Characters the model takes. */
  limit?: number;
  language: PromptLanguage;
  into: PromptLanguage;
  /** What was just taken away: one, or null for all. */
  removed: { keyword: Keyword | null; takeBack: () => void } | null;
  onRemove: (keywords: readonly Keyword[]) => void;
  onEnglish: (on: boolean) => void;
  onAdd: () => void;
}) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const root = useRef<HTMLDivElement>(null);
  /** The place of a chip that was removed by itself: its neighbour gets the focus. */
  const left = useRef<number | null>(null);
  /** How many there were: what is added comes into sight. */
  const before = useRef(chosen.length);
  useEffect(() => {
    if (chosen.length > before.current)
      list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = chosen.length;
    if (left.current === null) return;
    const chips = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = chips[Math.min(left.current, chips.length - 1)] ?? root.current;
    left.current = null;
    next?.focus();
  }, [chosen]);

  const missing = chosen.filter((keyword) => !isInPrompt(text, keyword)).length;
  const next = addKeywords(text, chosen, into);
  const tooMany = limit === undefined ? 0 : [...next].length - limit;
  const removedWords = removed?.keyword && keywordText(removed.keyword, language);

  return (
    <div ref={root} className={classes.root} tabIndex={-1}>
      <div role="status">
        {removed && (
          <p className={classes.removed}>
            <span>
              {removedWords ? (
                <Trans>“{removedWords}” is out of the prompt.</Trans>
              ) : (
                <Trans>All keywords are out of the prompt.</Trans>
              )}
            </span>
            <Button variant="subtle" size="sm" onClick={removed.takeBack}>
              <Trans comment="Button: bring back what was just removed">Undo</Trans>
            </Button>
          </p>
        )}
      </div>
      {chosen.length > 0 && (
        <div className={classes.chosen}>
          <ul ref={list} className={classes.list} aria-label={t`Chosen keywords`}>
            {chosen.map((keyword, index) => {
              const words = keywordText(keyword, language);
              const inside = isInPrompt(text, keyword);
              return (
                <li key={storeKeyword(keyword)}>
                  <button
                    type="button"
                    className={classes.chip}
                    data-inside={inside || undefined}
                    aria-label={
                      inside
                        ? t({
                            message: `Take ${words} out of the prompt`,
                            comment: 'Button on a chosen keyword',
                          })
                        : t({ message: `Remove ${words}`, comment: 'Button on a chosen keyword' })
                    }
                    onClick={() => {
                      left.current = index;
                      onRemove([keyword]);
                    }}
                  >
                    {inside && <IconCheck size={16} stroke={2} aria-hidden />}
                    {words}
                    <IconX size={16} stroke={1.75} aria-hidden />
                  </button>
                </li>
              );
            })}
          </ul>
          {chosen.length > 1 && (
            <Button
              variant="subtle"
              size="sm"
              className={classes.all}
              onClick={() => {
                left.current = 0;
                onRemove(chosen);
              }}
            >
              <Trans comment="Button: takes all chosen keywords away">Remove all</Trans>
            </Button>
          )}
        </div>
      )}
      {tooMany > 0 && missing > 0 && (
        <p className={classes.warning} role="status">
          {t`${plural(tooMany, {
            one: 'With these the prompt is # character too long for this model.',
            other: 'With these the prompt is # characters too long for this model.',
          })}`}
        </p>
      )}
      <div className={classes.foot}>
        <Switch
          classNames={{ label: classes.language }}
          label={t({
            message: 'English in the prompt',
            comment: 'Switch: which language of a keyword goes into the prompt',
          })}
          checked={into === 'en'}
          onChange={(event) => onEnglish(event.currentTarget.checked)}
        />
        <Button className={classes.add} disabled={next === text} onClick={onAdd}>
          {chosen.length > 0 && next === text ? (
            <Trans comment="On the button that adds keywords, when there is nothing to add">
              All added
            </Trans>
          ) : chosen.length > 0 && missing === 0 ? (
            <Trans comment="Button: writes the keywords of the prompt in the other language">
              Change in the prompt
            </Trans>
          ) : (
            <Trans comment="Button: writes the chosen keywords into the prompt">
              Add to prompt
            </Trans>
          )}
        </Button>
      </div>
    </div>
  );
}
