import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { diffWords } from './word-diff.ts';
import classes from './WordDiff.module.css';

/** What goes and what comes, word by word. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <p className={classes.text}>
      {parts.map(({ kind, text }, index) =>
        kind === 'same' ? (
          <span key={index}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={index} className={classes.removed}>
            <VisuallyHidden>
              <Trans comment="Read aloud before words that a suggestion takes away">
                Goes:
              </Trans>{' '}
            </VisuallyHidden>
            {text}
          </del>
        ) : (
          <ins key={index} className={classes.added}>
            <VisuallyHidden>
              <Trans comment="Read aloud before words that a suggestion adds">Comes:</Trans>{' '}
            </VisuallyHidden>
            {text}
          </ins>
        ),
      )}
    </p>
  );
}
