import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDeviceMobileDown, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { install, useInstallState } from './install.ts';
import classes from './InstallEntry.module.css';

/** A button that installs the app, or says how on iOS; nothing where neither is possible. */
export function InstallEntry({ full }: { full?: boolean }) {
  const state = useInstallState();
  const [explaining, setExplaining] = useState(false);
  if (state === 'installed' || state === 'unavailable') return null;
  return (
    <>
      <Button
        variant="default"
        fullWidth={full}
        leftSection={<IconDeviceMobileDown size={20} stroke={1.75} aria-hidden />}
        onClick={() => {
          if (state === 'ios') setExplaining(true);
          else void install();
        }}
      >
        <Trans>Install Kiln</Trans>
      </Button>
      <Dialog
        opened={explaining}
        onClose={() => setExplaining(false)}
        title={<Trans>Install Kiln on this device</Trans>}
      >
        <ol className={classes.steps}>
          <li>
            <Trans>
              Tap <IconShare2 size={18} stroke={1.75} aria-hidden /> Share in the browser's bar.
            </Trans>
          </li>
          <li>
            <Trans>Choose “Add to Home Screen”.</Trans>
          </li>
          <li>
            <Trans>Tap “Add”. Kiln then opens like any other app, also without a network.</Trans>
          </li>
        </ol>
      </Dialog>
    </>
  );
}
