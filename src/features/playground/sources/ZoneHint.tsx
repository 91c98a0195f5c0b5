import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { beforeSentence, sentenceGap } from '../../../domain/languages.ts';
import classes from '../SourceField.module.css';

/** The small print of a field for files: how else they come, what the field says of itself, and how large they may be. */
export function ZoneHint({
  drop,
  lead = '',
  says = '',
  limit,
}: {
  /** Null where something dropped goes to another field. */
  drop: ReactNode;
  /** What has to come before. */
  lead?: string;
  /** From a model's schema: nobody knows whether it ends as a sentence. */
  says?: string;
  limit: string;
}) {
  const { i18n } = useLingui();
  return (
    <p className={classes.hint}>
      {drop && (
        <span className={classes.dropHint}>
          {drop}
          {sentenceGap(i18n.locale)}
        </span>
      )}
      {[lead, says].map((text) => beforeSentence(text, i18n.locale))}
      {limit}
    </p>
  );
}
