import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DatabaseOpenReason } from '../../db/database.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';

/** The device's store cannot be opened: what that means and the way out. */
export function DatabaseTrouble({
  reason,
  onDeleteEverything,
  untilOpened,
  getNewVersion,
}: {
  reason: DatabaseOpenReason;
  onDeleteEverything: () => Promise<void>;
  /** Settles when what is in the way has gone. */
  untilOpened: () => Promise<void>;
  /** Loads the newest version, past older ones that are kept. */
  getNewVersion: () => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const isBlocked = reason === 'blocked';
  useEffect(() => {
    // The other tab was closed: nobody has to press anything.
    if (isBlocked) void untilOpened().then(() => window.location.reload());
  }, [isBlocked, untilOpened]);
  const reload = (
    <Button onClick={() => window.location.reload()}>
      <Trans comment="Button: reload the page">Reload</Trans>
    </Button>
  );
  return (
    <main>
      <Page width="measure">
        {reason === 'unavailable' && (
          <EmptyState
            kind="failed"
            headingLevel={1}
            title={<Trans>Kiln may not store anything here</Trans>}
            actions={reload}
          >
            <p>
              <Trans>
                This browser forbids websites to keep data, as private windows do. Leave private
                browsing, or allow storage for this site, and reload.
              </Trans>
            </p>
          </EmptyState>
        )}
        {reason === 'newer-version' && (
          <EmptyState
            kind="failed"
            headingLevel={1}
            title={<Trans>A newer Kiln wrote your data</Trans>}
            actions={
              <Button onClick={() => void getNewVersion()}>
                <Trans comment="Button: loads the newest version of the app">
                  Get the new version
                </Trans>
              </Button>
            }
          >
            <p>
              <Trans>
                Your works are safe, but this older version must not touch them. The new one is
                loaded from the studio, so it takes a network.
              </Trans>
            </p>
          </EmptyState>
        )}
        {reason === 'blocked' && (
          <EmptyState
            kind="failed"
            headingLevel={1}
            title={<Trans>Another tab is still using an older Kiln</Trans>}
            actions={reload}
          >
            <p>
              <Trans>
                Your works are safe. Close the other Kiln tabs; this one goes on by itself then.
              </Trans>
            </p>
          </EmptyState>
        )}
        {reason === 'storage-full' && (
          <EmptyState
            kind="failed"
            headingLevel={1}
            title={<Trans>This device is full</Trans>}
            actions={reload}
          >
            <p>
              <Trans>
                Kiln needs a little room to open its store. Your works are still there. Free some
                space and reload.
              </Trans>
            </p>
          </EmptyState>
        )}
        {reason === 'corrupted' && (
          <EmptyState
            kind="failed"
            headingLevel={1}
            title={<Trans>The store on this device does not open</Trans>}
            actions={
              <>
                {reload}
                <Button variant="light" color="danger" onClick={() => setAsking(true)}>
                  <Trans>Start empty on this device</Trans>
                </Button>
              </>
            }
          >
            <p>
              <Trans>
                Reload first: often that is enough. If it stays, you can start empty here; what the
                studio has comes back after signing in, what exists only on this device does not.
              </Trans>
            </p>
          </EmptyState>
        )}
      </Page>
      <ConfirmDialog
        opened={asking}
        title={<Trans>Delete everything on this device?</Trans>}
        confirmLabel={<Trans>Delete everything</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          void onDeleteEverything().then(() => window.location.reload());
        }}
      >
        <p>
          <Trans>Requests that never left and works that exist only here are lost for good.</Trans>
        </p>
      </ConfirmDialog>
    </main>
  );
}
