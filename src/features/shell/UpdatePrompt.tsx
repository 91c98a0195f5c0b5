import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './UpdatePrompt.module.css';

/** Offers a new version; never forces it, because work may be half written. */
export function UpdatePrompt({ ready, onUpdate }: { ready: boolean; onUpdate: () => void }) {
  const [later, setLater] = useState(false);
  if (!ready || later) return null;
  return (
    <div className={classes.prompt} role="status">
      <span className={classes.words}>
        <Trans>A new version is ready.</Trans>
      </span>
      <Button size="sm" onClick={onUpdate}>
        <Trans comment="Button: load the new version of the app">Update</Trans>
      </Button>
      <Button size="sm" variant="subtle" onClick={() => setLater(true)}>
        <Trans comment="Button: not now">Later</Trans>
      </Button>
    </div>
  );
}
