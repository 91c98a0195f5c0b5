import { useLingui } from '@lingui/react/macro';
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
  ref,
}: {
  entry: ToolEntry;
  active: boolean;
  /** Its line is shown, where there is room for it. */
  withBlurb?: boolean;
  onFollow?: () => void;
  ref?: Ref<HTMLAnchorElement>;
}) {
  const { i18n } = useLingui();
  const words = entryWords(entry);
  const id = useId();
  return (
    <Link
      ref={ref}
      to="/generate/{-$type}/{-$model}"
      params={{ type: entry.type, model: entry.model ?? undefined }}
      className={classes.link}
      data-tall={withBlurb || undefined}
      aria-current={active ? 'page' : undefined}
      aria-labelledby={withBlurb ? `${id}-label` : undefined}
      aria-describedby={withBlurb ? `${id}-blurb` : undefined}
      // A mode's path begins with its tool's, which is not where one is then.
      activeOptions={{ exact: true }}
      title={withBlurb ? undefined : i18n._(words.blurb)}
      onClick={onFollow}
    >
      <words.icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span id={`${id}-label`}>{i18n._(words.label)}</span>
        {withBlurb && (
          <span id={`${id}-blurb`} className={classes.blurb}>
            {i18n._(words.blurb)}
          </span>
        )}
      </span>
    </Link>
  );
}
