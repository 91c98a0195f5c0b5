import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { UserKey } from '../../domain/ids.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatBytes, formatNumber } from '../../words/intl.ts';
import type { KeptExport } from '../../../workers/archive-export/contract.ts';
import classes from './ExportPanel.module.css';
import { goOnExporting, saveAgain, throwAway } from './exporting.ts';

/** An archive from before: cut, so that it can go on, or whole and still here. */
export function KeptArchive({ owner, kept }: { owner: UserKey; kept: KeptExport }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  if (kept.isBeingWritten) {
    return (
      <Notice title={<Trans>Another tab of Kiln is writing an archive</Trans>}>
        <Trans>Look there, or wait until it is done.</Trans>
      </Notice>
    );
  }
  return (
    <div className={classes.box}>
      {kept.isWhole ? <Whole kept={kept} /> : <Cut kept={kept} />}
      {kept.isWhole ? (
        <ArchiveActions owner={owner} onGone={() => setGone(true)} />
      ) : (
        <div className={classes.actions}>
          <Button onClick={() => void goOnExporting(owner)}>
            <Trans comment="Button: continues the export">Go on</Trans>
          </Button>
          <Button variant="subtle" onClick={() => void throwAway(owner).then(() => setGone(true))}>
            <Trans comment="Button: deletes an archive that was begun">Throw it away</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

function Cut({ kept }: { kept: KeptExport }) {
  const { i18n } = useLingui();
  const { works, ofWorks, bytes } = kept;
  return (
    <>
      <h3 className={classes.title}>
        <Trans>An export was interrupted</Trans>
      </h3>
      <p className={classes.figures}>
        <span>
          <Trans comment="Progress of an export: 412 of 1,204 works">
            {formatNumber(works, i18n.locale)} of {formatNumber(ofWorks, i18n.locale)} works
          </Trans>
        </span>
        <span>{formatBytes(bytes, i18n.locale)}</span>
      </p>
      <p className={classes.quiet}>
        <Trans>It goes on from there. A new export takes its place.</Trans>
      </p>
    </>
  );
}

function Whole({ kept }: { kept: KeptExport }) {
  const { i18n } = useLingui();
  const { fileName, works, bytes } = kept;
  return (
    <>
      <h3 className={classes.title}>{fileName}</h3>
      <p className={classes.figures}>
        <span>
          <Plural value={works} one="# work" other="# works" />
        </span>
        <span>{formatBytes(bytes, i18n.locale)}</span>
      </p>
    </>
  );
}

/** What can be done with an archive that is whole. */
export function ArchiveActions({
  owner,
  onGone,
  onOthers,
}: {
  owner: UserKey;
  onGone?: () => void;
  /** Where nothing else leads to another export. */
  onOthers?: () => void;
}) {
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void saveAgain(owner)}>
          <Trans comment="Button: downloads an archive once more">Save again</Trans>
        </Button>
        {onOthers && (
          <Button variant="default" onClick={onOthers}>
            <Trans comment="Button: leads to another export">Export others</Trans>
          </Button>
        )}
        <Button variant="subtle" onClick={() => void throwAway(owner).then(onGone)}>
          <Trans comment="Button: deletes an archive from the browser">Remove it from here</Trans>
        </Button>
      </div>
      <p className={classes.quiet}>
        <Trans>
          Until then it takes its room in the browser, too; after three days it goes by itself.
        </Trans>
      </p>
    </>
  );
}
