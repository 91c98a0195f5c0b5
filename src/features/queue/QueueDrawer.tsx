import { Trans } from '@lingui/react/macro';
import { Sheet } from '../../ui/Sheet.tsx';
import { useAtomValue } from '../../ui/atoms.ts';
import { QueuePanel } from './QueuePanel.tsx';
import { selectingAtom } from './selecting.ts';

/** The queue over whatever is on the screen. */
export function QueueDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const selecting = useAtomValue(selectingAtom);
  return (
    <Sheet
      opened={opened}
      closeOnEscape={!selecting}
      onClose={onClose}
      title={<Trans comment="Title of the list of requests">Queue</Trans>}
      width={520}
    >
      <QueuePanel onLeave={onClose} />
    </Sheet>
  );
}
