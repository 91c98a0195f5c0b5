import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PayScene } from '../../domain/payments.ts';
import { useSession } from '../../live/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { OrderCard } from './OrderCard.tsx';

/** What becomes of an order, from the code that a phone reads to the thanks (spec 2, section 2: order confirmation). */
export function OrderDialog({
  number,
  scene,
  onClose,
  onPaid,
  onOrder,
}: {
  number: string | null;
  scene: PayScene;
  onClose: () => void;
  onPaid: () => void;
  /** Another order is paid now. */
  onOrder: (number: string) => void;
}) {
  const { t } = useLingui();
  const session = useSession();
  // What was shown stays while its dialog leaves.
  const [shown, setShown] = useState(number);
  if (number !== null && number !== shown) setShown(number);
  return (
    <Dialog
      opened={number !== null && session !== undefined}
      onClose={onClose}
      width={420}
      title={<Trans comment="Title of a dialog about an order">Your order</Trans>}
    >
      {shown !== null && session !== undefined ? (
        <OrderCard
          key={`${session?.userToken ?? ''} ${shown}`}
          number={shown}
          scene={scene}
          session={session}
          onLeave={onClose}
          onPaid={onPaid}
          onOrder={onOrder}
        />
      ) : (
        <div role="status" aria-label={t`Loading`} />
      )}
    </Dialog>
  );
}
