import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { QuarantineRow } from '../../db/schema.ts';
import { clearQuarantine } from '../../db/media/storage-use.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './StoragePage.module.css';

/** Everything that can be written down of a record; bytes are named, not copied. */
function describe(rows: readonly QuarantineRow[]): string {
  return JSON.stringify(
    rows,
    (_key, value: unknown) => (value instanceof Blob ? `Blob of ${value.size} bytes` : value),
    2,
  );
}

/** Records that could not be used: what is known of them can be saved for a report, then they can go. */
export function DamagedRecords({ rows }: { rows: QuarantineRow[] }) {
  const [asking, setAsking] = useState(false);

  function save() {
    const url = URL.createObjectURL(new Blob([describe(rows)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'kiln-set-aside.json';
    link.click();
    // The browser has to have begun by then; it keeps the bytes itself.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  return (
    <div className={classes.room}>
      <p>
        <Plural
          value={rows.length}
          one="# record on this device was damaged. It was set aside so that everything else works; what the studio has of it comes back by itself."
          other="# records on this device were damaged. They were set aside so that everything else works; what the studio has of them comes back by itself."
        />
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={save}>
          <Trans comment="Button: saves damaged records into a file">Save for a report</Trans>
        </Button>
        <Button variant="subtle" color="danger" onClick={() => setAsking(true)}>
          <Trans comment="Button: deletes damaged records">Delete</Trans>
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={<Trans>Delete what was set aside?</Trans>}
        confirmLabel={<Trans comment="Button: deletes damaged records">Delete</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          for (const owner of new Set(rows.map((row) => row.owner))) void clearQuarantine(owner);
        }}
      >
        <p>
          <Trans>Kiln can't use it any more. Save it first if you want it looked into.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}
