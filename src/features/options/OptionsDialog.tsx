import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../ui/Dialog.tsx';
import { OptionsForm } from './OptionsForm.tsx';

export function OptionsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={360} title={<Trans>Options</Trans>}>
      <OptionsForm />
    </Dialog>
  );
}
