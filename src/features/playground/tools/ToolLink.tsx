import { useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type Ref } from 'react';
import type { ToolEntry } from '../../../domain/tool-entries.ts';
import { entryWords } from '../../../words/tools.ts';
import classes from './ToolLink.module.css';

/** One entry of a list of tools. */
export function ToolLink({
  entry,
  active,
  withBlurb,
  onFollow,
  onChoose,
  ref,
}: {
  entry: ToolEntry;
  active: boolean;
  /** Its line is shown, where there is room for it. */
  withBlurb?: boolean;
  onFollow?: () => void;
  /** A button instead, for where something else than an empty form is to come of it. */
  onChoose?: (entry: ToolEntry) => void;
  ref?: Ref<HTMLAnchorElement>;
}) {
  const { i18n } = useLingui();
  const words = entryWords(entry);
  const id = useId();
  const content = (
    <>
      <words.icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span id={`${id}-label`}>{i18n._(words.label)}</span>
        {withBlurb && (
          <span id={`${id}-blurb`} className={classes.blurb}>
            {i18n._(words.blurb)}
          </span>
        )}
      </span>
    </>
  );
  const shared = {
    className: classes.link,
    'data-tall': withBlurb || undefined,
    'aria-labelledby': withBlurb ? `${id}-label` : undefined,
    'aria-describedby': withBlurb ? `${id}-blurb` : undefined,
    title: withBlurb ? undefined : i18n._(words.blurb),
  };
  if (onChoose) {
    return (
      <UnstyledButton {...shared} onClick={() => onChoose(entry)}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <Link
      ref={ref}
      {...shared}
      to="/generate/{-$type}/{-$model}"
      params={{ type: entry.type, model: entry.model ?? undefined }}
      aria-current={active ? 'page' : undefined}
      // A mode's path begins with its tool's, which is not where one is then.
      activeOptions={{ exact: true }}
      onClick={onFollow}
    >
      {content}
    </Link>
  );
}
