import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { askToPersist } from './estimate.ts';
import classes from './StoragePage.module.css';

/** Whether the browser may clear everything away when the device runs out of room. */
export function KeepSafe({ persisted, onAsked }: { persisted: boolean; onAsked: () => void }) {
  const [refused, setRefused] = useState(false);

  async function ask() {
    setRefused(!(await askToPersist()));
    onAsked();
  }

  if (persisted) {
    return (
      <p className={classes.quiet}>
        <Trans>The browser has promised not to clear it away.</Trans>
      </p>
    );
  }
  return (
    <div className={classes.room} role="status">
      <p>
        {refused ? (
          <Trans>
            The browser said no for now. Installing Kiln as an app usually changes its mind.
          </Trans>
        ) : (
          <Trans>When this device runs out of room, the browser may clear it away.</Trans>
        )}
      </p>
      {!refused && (
        <Button className={classes.action} variant="default" onClick={() => void ask()}>
          <Trans comment="Button: asks the browser for persistent storage">
            Ask it to keep everything
          </Trans>
        </Button>
      )}
    </div>
  );
}
