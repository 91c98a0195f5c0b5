import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { install, useInstallState } from '../../ui/install.ts';
import classes from './MePage.module.css';

/** Offers to install Kiln where the browser can, and says how where only the person can. */
export function InstallRow() {
  const state = useInstallState();
  if (state === 'installed' || state === 'unavailable') return null;
  return (
    <li className={classes.install}>
      <IconDeviceMobile size={22} stroke={1.75} aria-hidden />
      <span>
        {state === 'ios' ? (
          <Trans>To install Kiln, open the share menu and choose “Add to Home Screen”.</Trans>
        ) : (
          <Trans>Install Kiln and open it like any app, also without a network.</Trans>
        )}
      </span>
      {state === 'ready' && (
        <Button size="sm" variant="default" onClick={() => void install()}>
          <Trans comment="Button: installs the app">Install</Trans>
        </Button>
      )}
    </li>
  );
}
