import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import {
  groupOf,
  toolGroups,
  type ToolEntry,
  type ToolGroup,
} from '../../../domain/tool-entries.ts';
import { entryWords, toolGroupWords } from '../../../words/tools.ts';
import { findTools } from './find-tools.ts';
import classes from './ToolFinder.module.css';
import { ToolLink } from './ToolLink.tsx';

/** All tools in their groups, and a search over them. */
export function ToolFinder({
  entries,
  current,
  spread,
  onFollow,
  onChoose,
}: {
  entries: readonly ToolEntry[];
  current: ToolEntry | null;
  /** Every group is open and every tool says what it does, where there is room; else one group at a time. */
  spread?: boolean;
  onFollow?: () => void;
  /** The tools are buttons instead of links. */
  onChoose?: (entry: ToolEntry) => void;
}) {
  const { t, i18n } = useLingui();
  const [question, setQuestion] = useState('');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const here = current && groupOf(current);
  // A group opened by hand, for as long as one stays in this tool's group.
  const [chosen, setChosen] = useState<{ at: ToolGroup | null; open: ToolGroup | null } | null>(
    null,
  );
  const open = chosen && chosen.at === here ? chosen.open : here;

  const findable = entries.map((entry) => {
    const words = entryWords(entry);
    return { entry, type: entry.type, label: i18n._(words.label), blurb: i18n._(words.blurb) };
  });
  const asked = question.trim() !== '';
  const found = asked ? findTools(findable, question).map(({ entry }) => entry) : [];

  const list = (shown: readonly ToolEntry[]) => (
    <ul className={classes.list} data-spread={spread || undefined}>
      {shown.map((entry) => (
        <li key={`${entry.type} ${entry.mode}`}>
          <ToolLink
            entry={entry}
            active={entry === current}
            withBlurb={spread}
            onChoose={onChoose}
            onFollow={() => {
              setQuestion('');
              onFollow?.();
            }}
          />
        </li>
      ))}
    </ul>
  );

  return (
    <div className={classes.root} ref={root}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // Enter takes the first one found.
            if (asked) root.current?.querySelector<HTMLElement>('ul a, ul button')?.click();
          }}
        >
          <TextInput
            type="search"
            size="md"
            value={question}
            aria-label={t`Find a tool`}
            placeholder={t`Find a tool`}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            classNames={{ input: classes.search }}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || question === '') return;
              // Only the words go; a sheet around it stays.
              event.stopPropagation();
              setQuestion('');
            }}
          />
        </form>
      </search>
      <p className={classes.count} role="status">
        {asked && found.length === 0 && (
          <Trans>
            No tool is called that. Try what you want to make: “logo”, “music”, “larger”.
          </Trans>
        )}
      </p>
      {asked
        ? found.length > 0 && list(found)
        : toolGroups.map((group) => {
            const members = entries.filter((entry) => groupOf(entry) === group);
            if (members.length === 0) return null;
            const name = i18n._(toolGroupWords[group]);
            if (spread) {
              return (
                <section key={group} aria-labelledby={`${id}-${group}`}>
                  <h3 id={`${id}-${group}`} className={classes.heading}>
                    {name}
                  </h3>
                  {list(members)}
                </section>
              );
            }
            const isOpen = open === group;
            return (
              <section key={group}>
                <h2 className={classes.title}>
                  <button
                    type="button"
                    className={classes.toggle}
                    aria-expanded={isOpen}
                    aria-controls={`${id}-${group}`}
                    data-here={(group === here && !isOpen) || undefined}
                    onClick={() => setChosen({ at: here, open: isOpen ? null : group })}
                  >
                    {name}
                    <IconChevronDown size={16} stroke={1.75} aria-hidden />
                  </button>
                </h2>
                <div id={`${id}-${group}`} hidden={!isOpen}>
                  {list(members)}
                </div>
              </section>
            );
          })}
    </div>
  );
}
