import { Trans, useLingui } from '@lingui/react/macro';
import type { StoredBytes } from '../../db/schema.ts';
import { storedLevel } from '../../domain/storage.ts';
import { useStoredBytes } from '../../live/useStoredBytes.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { formatBytes, formatPercent } from '../../words/intl.ts';
import { useAsOf } from '../../words/useAsOf.ts';
import classes from './StoragePage.module.css';

/** What the studio keeps for the person, as last heard; nothing before the first answer. */
export function StudioRoom() {
  const stored = useStoredBytes();
  const asOf = useAsOf(stored, useOnline());
  if (!stored) return null;
  return (
    <Section title={<Trans comment="Heading: what the server keeps">With the studio</Trans>}>
      <Use stored={stored.value} />
      <AsOf time={asOf} />
    </Section>
  );
}

function Use({ stored }: { stored: StoredBytes }) {
  const { i18n } = useLingui();
  const { works, uploads, limit } = stored;
  const used = works + uploads;
  const level = storedLevel(used, limit);
  const whole = Math.max(used, limit ?? 0, 1);
  return (
    <div className={classes.room}>
      {level !== 'fine' && <FullNotice isUsedUp={level === 'used-up'} />}
      <div className={classes.use} data-level={level === 'used-up' ? 'nearly-full' : level}>
        <p className={classes.total}>
          <strong>{formatBytes(used, i18n.locale)}</strong>
          {limit !== null && (
            <span>
              <Trans comment="After how much is used: of 2 GB, 81%">
                of {formatBytes(limit, i18n.locale)}, {formatPercent(used / limit, i18n.locale)}
              </Trans>
            </span>
          )}
        </p>
        {limit !== null && (
          <div className={classes.bar} aria-hidden>
            <div data-part="originals" style={{ width: `${(100 * works) / whole}%` }} />
            <div data-part="sources" style={{ width: `${(100 * uploads) / whole}%` }} />
          </div>
        )}
        <ul className={classes.lines}>
          <li className={classes.line}>
            <span className={classes.dot} data-part="originals" aria-hidden />
            <span className={classes.words}>
              <span>
                <Trans comment="What takes room: full-size results">Your works</Trans>
              </span>
              <small>
                <Trans>Each work says until when it is kept</Trans>
              </small>
            </span>
            <span className={classes.bytes}>{formatBytes(works, i18n.locale)}</span>
          </li>
          <li className={classes.line}>
            <span className={classes.dot} data-part="sources" aria-hidden />
            <span className={classes.words}>
              <span>
                <Trans comment="What takes room: files a person uploaded">Files you sent</Trans>
              </span>
              <small>
                <Trans>They go by themselves once no request and no work needs them</Trans>
              </small>
            </span>
            <span className={classes.bytes}>{formatBytes(uploads, i18n.locale)}</span>
          </li>
        </ul>
      </div>
    </div>
  );
}

function FullNotice({ isUsedUp }: { isUsedUp: boolean }) {
  return (
    <Notice
      tone={isUsedUp ? 'danger' : 'warn'}
      title={
        isUsedUp ? (
          <Trans>The studio has no more room for you</Trans>
        ) : (
          <Trans>Your room with the studio is filling up</Trans>
        )
      }
      actions={
        <>
          <ButtonLink size="sm" variant="default" to="/history">
            <Trans comment="Button: goes to the history to delete works">
              Choose works to delete
            </Trans>
          </ButtonLink>
          <ButtonLink size="sm" variant="default" to="/history/bin">
            <Trans comment="Button: everything in the bin is deleted for good">Empty the bin</Trans>
          </ButtonLink>
        </>
      }
    >
      {isUsedUp ? (
        <Trans>
          Nothing you have is lost. To make room for new requests, delete works you no longer need
          and empty the bin, which counts, too; download first what you want to keep.
        </Trans>
      ) : (
        <Trans>
          When it is used up, new requests are not taken. Delete works you no longer need and empty
          the bin, which counts, too; download first what you want to keep.
        </Trans>
      )}
    </Notice>
  );
}
