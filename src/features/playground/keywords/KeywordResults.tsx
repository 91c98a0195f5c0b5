import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { asLanguage } from '../../../domain/languages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { placeName, type KeywordPlace } from './catalogue.ts';
import { KeywordChips, type ChipsState } from './KeywordChips.tsx';
import classes from './KeywordResults.module.css';
import { searchKeywords } from './search.ts';

/** Keywords that are shown before somebody asks for more. */
const pageSize = 60;

/** What a search has found, and where. */
export function KeywordResults({
  query,
  onOpen,
  ...chips
}: ChipsState & {
  query: string;
  /** Leaves the search for a group. */
  onOpen: (place: KeywordPlace) => void;
}) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const [most, setMost] = useState(pageSize);
  const { total, hits, places } = searchKeywords(query, most);
  return (
    <div className={classes.root}>
      <p className={classes.count} role="status">
        {t`${plural(total, { one: '# keyword', other: '# keywords' })}`}
      </p>
      {places.length > 0 && (
        <div className={classes.places}>
          {places.map((place) => (
            <Button
              key={`${place.object}-${place.group}`}
              variant="default"
              size="sm"
              rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
              onClick={() => onOpen(place)}
            >
              {placeName(place, language)}
            </Button>
          ))}
        </div>
      )}
      {hits.map(({ place, keywords }) => (
        <section key={`${place.object}-${place.group}`}>
          <h3 className={classes.heading}>{placeName(place, language)}</h3>
          <KeywordChips label={placeName(place, language)} keywords={keywords} {...chips} />
        </section>
      ))}
      {total > most && (
        <Button variant="default" onClick={() => setMost(most + pageSize)}>
          <Trans comment="Button: more of a long list">Show more</Trans>
        </Button>
      )}
      {total === 0 && places.length === 0 && (
        <EmptyState kind="filtered" headingLevel={3} title={<Trans>No keyword like that</Trans>}>
          <Trans>
            Try a shorter or another word, in English or Chinese. What you type into the prompt
            yourself works just as well.
          </Trans>
        </EmptyState>
      )}
    </div>
  );
}
