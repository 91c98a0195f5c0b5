import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { UserKey } from '../../domain/ids.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/errors.ts';
import { formatBytes } from '../../words/intl.ts';
import classes from './ExportPanel.module.css';
import { forgetExport, goOnExporting, type ExportState } from './exporting.ts';
import { ArchiveActions } from './KeptArchive.tsx';

/** What came of it. */
export function ExportEnded({
  owner,
  state,
}: {
  owner: UserKey;
  state: ExportState & { step: 'done' | 'failed' };
}) {
  if (state.step === 'failed') return <Failed owner={owner} end={state.end} />;
  return <Done owner={owner} end={state.end} />;
}

function Done({ owner, end }: { owner: UserKey; end: (ExportState & { step: 'done' })['end'] }) {
  const { i18n } = useLingui();
  const { works, absent, bytes, file } = end;
  return (
    <div className={classes.box}>
      <Notice
        announce
        tone="success"
        title={<Plural value={works} one="# work is in it" other="# works are in it" />}
      >
        {file ? (
          <Trans>
            {file.name}, {formatBytes(bytes, i18n.locale)}, went to your downloads.
          </Trans>
        ) : (
          <Trans>Your file is written, {formatBytes(bytes, i18n.locale)}.</Trans>
        )}
        {absent > 0 && (
          <p className={classes.more}>
            <Plural
              value={absent}
              one="# work is not in it; the archive's list says why."
              other="# works are not in it; the archive's list says why."
            />
          </p>
        )}
      </Notice>
      {file ? (
        <ArchiveActions owner={owner} onOthers={forgetExport} />
      ) : (
        <Button className={classes.alone} variant="default" onClick={forgetExport}>
          <Trans comment="Button: it was read">OK</Trans>
        </Button>
      )}
    </div>
  );
}

function Failed({
  owner,
  end,
}: {
  owner: UserKey;
  end: (ExportState & { step: 'failed' })['end'];
}) {
  const { i18n } = useLingui();
  const { problem, isKept } = end;
  return (
    <div className={classes.box}>
      <Notice
        announce
        tone="danger"
        title={
          problem === 'busy-elsewhere' ? (
            <Trans>Another tab of Kiln is writing an archive</Trans>
          ) : (
            i18n._(errorWords[problem].title)
          )
        }
      >
        {problem === 'busy-elsewhere' ? (
          <Trans>Look there, or wait until it is done.</Trans>
        ) : isKept ? (
          <Trans>The export stopped. What is done stays here, and it goes on from there.</Trans>
        ) : (
          <Trans>The export stopped, and nothing of it is left. Your works are untouched.</Trans>
        )}
      </Notice>
      <div className={classes.actions}>
        {isKept && (
          <Button onClick={() => void goOnExporting(owner)}>
            <Trans comment="Button: continues the export">Go on</Trans>
          </Button>
        )}
        {problem === 'storage-full' && (
          <ButtonLink variant="default" to="/storage">
            <Trans comment="Button: goes to the page about room on this device">Make room</Trans>
          </ButtonLink>
        )}
        <Button variant="default" onClick={forgetExport}>
          <Trans comment="Button: it was read">OK</Trans>
        </Button>
      </div>
    </div>
  );
}
