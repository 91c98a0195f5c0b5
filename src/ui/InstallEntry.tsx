import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDeviceMobileDown, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { install, useInstallState } from './useInstallState.ts';
import { Step, Steps } from './Steps.tsx';

/**
 * A button that installs the app, or says how on iOS; nothing where neither is possible.
 * @param compact for a row whose words already say what is installed
 */
export function InstallEntry({ compact }: { compact?: boolean }) {
  const state = useInstallState();
  const [explaining, setExplaining] = useState(false);
  if (state === 'installed' || state === 'unavailable') return null;
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'sm' : 'md'}
        leftSection={!compact && <IconDeviceMobileDown size={20} stroke={1.75} aria-hidden />}
        onClick={() => {
          if (state === 'ios') setExplaining(true);
          else void install();
        }}
      >
        {compact ? (
          <Trans comment="Button: installs the app">Install</Trans>
        ) : (
          <Trans>Install Kiln</Trans>
        )}
      </Button>
      <Dialog
        opened={explaining}
        onClose={() => setExplaining(false)}
        title={<Trans>Install Kiln on this device</Trans>}
      >
        <Steps>
          <Step>
            <Trans>
              Tap <IconShare2 size={18} stroke={1.75} aria-hidden /> Share in the browser's bar.
            </Trans>
          </Step>
          <Step>
            <Trans>Choose “Add to Home Screen”.</Trans>
          </Step>
          <Step>
            <Trans>Tap “Add”. Kiln then opens like any other app, also without a network.</Trans>
          </Step>
        </Steps>
      </Dialog>
    </>
  );
}
