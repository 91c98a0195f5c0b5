import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { archiveRoomBytes } from '../../domain/archive/room.ts';
import { archiveFileName } from '../../domain/archive/names.ts';
import type { UserKey } from '../../domain/ids.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { formatBytes } from '../../words/intl.ts';
import { scopesOf, type ExportChoice, type ScopeName } from './export-scopes.ts';
import classes from './ExportPanel.module.css';
import { beginExport } from './exporting.ts';
import { MissingChoice } from './MissingChoice.tsx';
import { NoRoom } from './NoRoom.tsx';
import { PartMissing } from './PartMissing.tsx';
import { hasSavePicker, pickFile } from './save-picker.ts';
import { useExportMeasure } from './useExportMeasure.ts';

/** What to take along, how much that is, and what would be missing. */
export function ExportForm({
  owner,
  choice,
  step,
}: {
  owner: UserKey;
  choice: ExportChoice;
  /** What is measured may have changed with it. */
  step: string;
}) {
  const { t } = useLingui();
  const scopes = scopesOf(choice);
  const [chosen, setChosen] = useState<ScopeName | null>(null);
  const name = chosen && scopes.includes(chosen) ? chosen : (scopes[0] ?? 'everything');
  const [fetchesMissing, setFetchesMissing] = useState(false);
  const measured = useExportMeasure(owner, name, choice, step !== 'running');

  const words: Readonly<Record<ScopeName, string>> = {
    selected: t({ message: 'What I selected', comment: 'Which works are exported' }),
    shown: t({ message: 'What the filter shows', comment: 'Which works are exported' }),
    everything: t({ message: 'Everything', comment: 'Which works are exported' }),
  };
  if (measured === 'part-missing') return <PartMissing />;
  if (measured === null) {
    return (
      <Notice tone="danger" announce title={<Trans>Your works can't be read right now</Trans>}>
        <Trans>
          They are still on this device. Reloading usually helps; so does closing other tabs of
          Kiln.
        </Trans>
      </Notice>
    );
  }
  const { here, elsewhere, gone, freeBytes } = measured?.measure ?? {
    here: { count: 0, bytes: 0 },
    elsewhere: { count: 0, bytes: 0 },
    gone: 0,
    freeBytes: null,
  };
  const count = here.count + (fetchesMissing ? elsewhere.count : 0);
  const bytes = here.bytes + (fetchesMissing ? elsewhere.bytes : 0);
  const neededBytes = archiveRoomBytes(bytes, count);
  const fits = freeBytes === null || freeBytes > neededBytes;

  async function begin(intoFile: boolean) {
    if (!measured || measured === 'part-missing') return;
    const nowMs = Date.now();
    const fileName = archiveFileName(nowMs);
    const file = intoFile ? await pickFile(fileName) : null;
    if (intoFile && !file) return;
    const { scope } = measured;
    const order = { owner, scope, fetchesMissing, ofBytes: bytes, fileName, createdAtMs: nowMs };
    await beginExport(order, file);
  }

  return (
    <div className={classes.form}>
      {scopes.length > 1 && (
        <Segmented<ScopeName>
          full
          label={t({ message: 'Which works', comment: 'Label: what is exported' })}
          value={name}
          onChange={setChosen}
          options={scopes.map((value) => ({ value, label: words[value] }))}
        />
      )}
      <Amount isKnown={measured !== undefined} count={count} bytes={bytes} />
      {elsewhere.count > 0 && (
        <MissingChoice
          {...elsewhere}
          fetchesMissing={fetchesMissing}
          onFetchesMissing={setFetchesMissing}
        />
      )}
      {gone > 0 && (
        <p className={classes.quiet}>
          <Plural
            value={gone}
            one="# work can't come along: nobody has its full size any more. The list in the archive names it."
            other="# works can't come along: nobody has their full size any more. The list in the archive names them."
          />
        </p>
      )}
      {!fits && <NoRoom neededBytes={neededBytes} freeBytes={freeBytes} />}
      <div className={classes.actions}>
        <Button
          disabled={count === 0 || !fits}
          leftSection={<IconFileZip size={20} stroke={1.75} aria-hidden />}
          onClick={() => void begin(false)}
        >
          <Trans comment="Button: writes works into one file">Export as ZIP</Trans>
        </Button>
        {hasSavePicker() && (
          <Button
            variant={fits ? 'subtle' : 'default'}
            disabled={count === 0}
            onClick={() => void begin(true)}
          >
            <Trans comment="Button: the person chooses where the file goes">
              Write straight to a file…
            </Trans>
          </Button>
        )}
      </div>
      {hasSavePicker() && (
        <p className={classes.quiet}>
          <Trans>
            Straight to a file takes no room in the browser, but it starts over when the tab is
            closed. Otherwise a cut export goes on where it was.
          </Trans>
        </p>
      )}
    </div>
  );
}

function Amount({ isKnown, count, bytes }: { isKnown: boolean; count: number; bytes: number }) {
  const { t, i18n } = useLingui();
  if (!isKnown) return <div className={classes.bone} role="status" aria-label={t`Loading`} />;
  return (
    <div className={classes.amount}>
      <p role="status">
        <strong>
          <Plural value={count} one="# work" other="# works" />
        </strong>
        {count > 0 && <span>{formatBytes(bytes, i18n.locale)}</span>}
      </p>
      <p className={classes.quiet}>
        {count > 0 ? (
          <Trans>
            The files as they are, beside each how it was made, and a page that shows all of them in
            any browser.
          </Trans>
        ) : (
          <Trans>There is nothing here that could come along.</Trans>
        )}
      </p>
    </div>
  );
}
