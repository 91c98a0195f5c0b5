import { Trans } from '@lingui/react/macro';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useInstallState } from '../../ui/useInstallState.ts';
import { InstallEntry } from '../../ui/InstallEntry.tsx';
import classes from './MePage.module.css';

/** Offers to install Kiln where the browser can, and says how where only the person can. */
export function InstallRow() {
  const state = useInstallState();
  if (state === 'installed' || state === 'unavailable') return null;
  return (
    <li className={classes.install}>
      <IconDeviceMobile size={22} stroke={1.75} aria-hidden />
      <span>
        <Trans>Install Kiln and open it like any app, also without a network.</Trans>
      </span>
      <InstallEntry compact />
    </li>
  );
}
