import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { GiftCard } from './GiftCard.tsx';

/** Credits that a link to another page brought along (spec 2, section 2: "channel credit claim"). */
export function GiftDialog({
  id,
  opened,
  onClose,
}: {
  id: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  // What was shown stays while its dialog leaves.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      width={420}
      title={<Trans comment="Title of the page that gives some">Credits for you</Trans>}
    >
      <GiftCard id={shown} onLeave={onClose} />
    </Dialog>
  );
}
