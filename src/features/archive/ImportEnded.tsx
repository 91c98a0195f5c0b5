import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ImportEnd } from '../../../workers/archive-import/contract.ts';
import type { UserKey } from '../../domain/ids.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatBytes } from '../../words/intl.ts';
import { forgetImport, lookAgain } from './importing.ts';
import classes from './ImportPanel.module.css';
import { RefusedEntries } from './RefusedEntries.tsx';

/** What came of it. */
export function ImportEnded({ owner, end }: { owner: UserKey; end: ImportEnd }) {
  const { i18n } = useLingui();
  const { added, known, albums, bytes, isFull, refused } = end;
  const size = formatBytes(bytes, i18n.locale);
  return (
    <div className={classes.box}>
      <Notice
        announce
        tone={isFull ? 'warn' : 'success'}
        title={
          isFull ? (
            <Trans>This device has no room left</Trans>
          ) : added === 0 ? (
            <Trans>Nothing new came in</Trans>
          ) : (
            <Plural value={added} one="# work came in" other="# works came in" />
          )
        }
      >
        {isFull ? (
          <Plural
            value={added}
            one="# work is in and safe. Free some room, then go on: what is here is not brought twice."
            other="# works are in and safe. Free some room, then go on: what is here is not brought twice."
          />
        ) : (
          <span className={classes.counts}>
            {added > 0 && <span>{size}</span>}
            {known > 0 && (
              <span>
                <Plural value={known} one="# was here already" other="# were here already" />
              </span>
            )}
            {albums.added > 0 && (
              <span>
                <Plural value={albums.added} one="# album with them" other="# albums with them" />
              </span>
            )}
            {albums.tooMany > 0 && (
              <span>
                <Plural
                  value={albums.tooMany}
                  one="# album was left out: there are as many as there can be"
                  other="# albums were left out: there are as many as there can be"
                />
              </span>
            )}
          </span>
        )}
      </Notice>
      <RefusedEntries refused={refused} />
      <div className={classes.actions}>
        {isFull && (
          <>
            <ButtonLink to="/storage">
              <Trans comment="Button: goes to the page about room on this device">Make room</Trans>
            </ButtonLink>
            <Button variant="default" onClick={() => void lookAgain(owner)}>
              <Trans comment="Button: continues the import">Go on</Trans>
            </Button>
          </>
        )}
        {added + known > 0 && (
          <ButtonLink
            to="/history"
            search={{ origin: 'imported' }}
            variant={isFull ? 'default' : 'filled'}
          >
            <Trans comment="Button: shows the imported works">Show them</Trans>
          </ButtonLink>
        )}
        <Button variant="default" onClick={forgetImport}>
          <Trans comment="Button: another import">Bring more</Trans>
        </Button>
      </div>
    </div>
  );
}
