import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { OptionsForm } from './OptionsForm.tsx';

export function OptionsDialog({
  opened,
  onClose,
  notifications,
}: {
  opened: boolean;
  onClose: () => void;
  notifications?: ReactNode;
}) {
  return (
    <Dialog opened={opened} onClose={onClose} width={360} title={<Trans>Options</Trans>}>
      <OptionsForm notifications={notifications} />
    </Dialog>
  );
}
