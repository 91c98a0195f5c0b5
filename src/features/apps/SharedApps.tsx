import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { galleryKeywordMaxCharacters } from '../../domain/gallery.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useTypedWords } from '../../ui/useTypedWords.ts';
import { formatTime } from '../../words/days.ts';
import { AppCard } from './AppCard.tsx';
import classes from './Apps.module.css';
import { useOpenedApp } from './useOpenedApp.ts';
import { useSharedApps } from './useSharedApps.ts';

/** Apps that people have made for everybody. @param words as the address says */
export function SharedApps({
  words,
  onWords,
}: {
  words: string;
  onWords: (words: string) => void;
}) {
  const { t } = useLingui();
  const [typed, type] = useTypedWords(words, onWords);
  const { apps, more, asOfMs, isLoading, trouble, loadMore } = useSharedApps(words.trim());
  const open = useOpenedApp();
  // Nobody looks for anything where there is nothing.
  const isEmpty = apps?.length === 0 && words === '' && typed === '';
  return (
    <div className={classes.shared}>
      {!isEmpty && (
        <SearchField
          className={classes.search}
          label={t({ message: 'Search apps', comment: 'Field: words of apps that people made' })}
          placeholder={t({
            message: 'What it should do',
            comment: 'Placeholder of a search field',
          })}
          words={typed}
          maxLength={galleryKeywordMaxCharacters}
          onWords={type}
        />
      )}
      <AsOf time={asOfMs === null ? null : formatTime(asOfMs)} />
      {apps && apps.length > 0 && (
        <ul
          className={classes.grid}
          aria-label={t({ message: 'From others', comment: 'Heading: apps that people made' })}
        >
          {apps.map((app) => (
            <li key={app.id}>
              <AppCard app={{ ...app, unavailable: null }} onOpen={() => void open(app.id)} />
            </li>
          ))}
        </ul>
      )}
      {isLoading && apps === null && <p className={classes.quiet} role="status">{t`Loading`}</p>}
      {apps?.length === 0 && trouble === null && !isLoading && (
        <>
          {isEmpty ? (
            <p className={classes.quiet}>
              <Trans>
                Nobody has shared an app here yet. Make one and let everybody see it: yours is the
                first.
              </Trans>
            </p>
          ) : (
            <EmptyState
              kind="filtered"
              title={<Trans>No app like that</Trans>}
              actions={
                <Button
                  variant="default"
                  onClick={() => {
                    type('');
                    onWords('');
                  }}
                >
                  <Trans comment="Button: takes all filters away">Clear filters</Trans>
                </Button>
              }
            >
              <Trans>Other words may find something.</Trans>
            </EmptyState>
          )}
        </>
      )}
      {trouble !== null && (
        <div role="status">
          <p className={classes.quiet}>
            {trouble === 'offline' ? (
              <Trans>
                Apps of others need a network. Those you have opened before are above, and work
                without one.
              </Trans>
            ) : (
              <Trans>The apps of others did not come.</Trans>
            )}
          </p>
          <Button variant="default" onClick={loadMore}>
            <Trans comment="Button: once more what failed">Try again</Trans>
          </Button>
        </div>
      )}
      {more && trouble === null && (
        <div className={classes.more}>
          <Button variant="default" loading={isLoading} onClick={loadMore}>
            <Trans comment="Button: more of a list">Show more</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
