import { Trans } from '@lingui/react/macro';
import { Sheet } from '../../ui/Sheet.tsx';
import { QueuePanel } from './QueuePanel.tsx';

/** The queue over whatever is on the screen. */
export function QueueDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={<Trans comment="Title of the list of requests">Queue</Trans>}
      width={520}
    >
      <QueuePanel onLeave={onClose} />
    </Sheet>
  );
}
