import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { FoundSource, ImportFound } from '../../../workers/archive-import/contract.ts';
import { useCommunity } from '../../live/useCommunity.ts';
import { useStoredBytes } from '../../live/useStoredBytes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatBytes } from '../../words/intl.ts';
import { ChooseFiles } from './DropZone.tsx';
import { formatWords } from './import-words.ts';
import { stopImport, takeIn } from './importing.ts';
import classes from './ImportPanel.module.css';
import { RefusedEntries } from './RefusedEntries.tsx';

/** What is in the files, before anything of it is taken in. */
export function FoundWorks({
  found,
  onFiles,
}: {
  found: ImportFound;
  onFiles: (files: File[]) => void;
}) {
  const [tell, setTell] = useState(false);
  const { works, bytes, freeBytes, refused } = found;
  const isTight = freeBytes !== null && freeBytes < bytes;
  return (
    <div className={classes.box}>
      {/* Read aloud when it appears; the heading is there to be found again. */}
      <h3 className={classes.title} aria-live="polite">
        {works === 0 ? (
          <Trans>There is nothing in these files that Kiln can keep</Trans>
        ) : (
          <Plural value={works} one="# work was found" other="# works were found" />
        )}
      </h3>
      <ul className={classes.sources}>
        {found.sources.map((source, index) => (
          // Two archives may have the same name.
          <Source key={`${index} ${source.file ?? ''}`} source={source} />
        ))}
      </ul>
      {works > 0 && <Room bytes={bytes} freeBytes={freeBytes} />}
      {isTight && (
        <Notice tone="warn" title={<Trans>They may not all fit</Trans>}>
          <Trans>
            Kiln takes in what there is room for and stops cleanly. Free some room and give the same
            files again to bring the rest.
          </Trans>
        </Notice>
      )}
      {works > 0 && <TellChoice bytes={bytes} works={works} tell={tell} onTell={setTell} />}
      <RefusedEntries refused={refused} />
      <div className={classes.actions}>
        {works > 0 && (
          <Button onClick={() => void takeIn(tell)}>
            <Plural value={works} one="Bring # work in" other="Bring # works in" />
          </Button>
        )}
        <ChooseFiles isQuiet onFiles={onFiles} />
        <Button variant="subtle" onClick={stopImport}>
          <Trans comment="Button: stops">Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}

function Source({ source }: { source: FoundSource }) {
  const { i18n } = useLingui();
  const { file, format, works, bytes } = source;
  return (
    <li className={classes.source}>
      <span className={classes.sourceName}>
        <strong>{file ?? i18n._(formatWords.loose)}</strong>
        {file !== null && <small>{i18n._(formatWords[format])}</small>}
      </span>
      <span className={classes.figures}>
        <Plural value={works} one="# work" other="# works" />
        <small>{formatBytes(bytes, i18n.locale)}</small>
      </span>
    </li>
  );
}

function Room({ bytes, freeBytes }: { bytes: number; freeBytes: number | null }) {
  const { i18n } = useLingui();
  const needed = formatBytes(bytes, i18n.locale);
  return (
    <p className={classes.quiet}>
      {freeBytes === null ? (
        <Trans>They need {needed} on this device.</Trans>
      ) : (
        <Trans>
          They need {needed} on this device, which has {formatBytes(freeBytes, i18n.locale)} left.
        </Trans>
      )}
    </p>
  );
}

/** Nothing leaves the device unless the person says so. */
function TellChoice({
  works,
  bytes,
  tell,
  onTell,
}: {
  works: number;
  bytes: number;
  tell: boolean;
  onTell: (tell: boolean) => void;
}) {
  const { t, i18n } = useLingui();
  const community = useCommunity();
  const stored = useStoredBytes()?.value;
  if (community !== null) return null;
  const left =
    stored && stored.limit !== null
      ? Math.max(0, stored.limit - stored.works - stored.uploads)
      : null;
  const size = formatBytes(bytes, i18n.locale);
  return (
    <div className={classes.tell}>
      <Switch
        checked={tell}
        onChange={(event) => onTell(event.currentTarget.checked)}
        label={t`Keep them with the studio, too`}
        description={
          left === null ? (
            <Trans>
              Your other devices have them then. {size} are sent when there is a network.
            </Trans>
          ) : (
            <Trans>
              Your other devices have them then. {size} are sent when there is a network; your room
              there has {formatBytes(left, i18n.locale)} left.
            </Trans>
          )
        }
      />
      {tell && left !== null && left < bytes && (
        <Notice tone="warn" announce>
          <Plural
            value={works}
            one="It does not fit into your room with the studio. It stays on this device."
            other="They don't all fit into your room with the studio. What does not stays on this device."
          />
        </Notice>
      )}
    </div>
  );
}
