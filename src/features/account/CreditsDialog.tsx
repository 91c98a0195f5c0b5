import { Trans } from '@lingui/react/macro';
import { communityOwner } from '../../domain/community.ts';
import { useBalance } from '../../live/useBalance.ts';
import { useSession } from '../../live/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { CreditsPanel } from './CreditsPanel.tsx';
import { Ledger } from './Ledger.tsx';

/** Spec 2, section 2: today's free credits and the list of all that came and went, from wherever one is. */
export function CreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const session = useSession();
  const online = useOnline();
  const balance = useBalance();
  if (!session || session.userKey === communityOwner) return null;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      width={520}
      title={
        <Trans comment="Heading: list of credits that came and went">Credits in and out</Trans>
      }
    >
      <CreditsPanel session={session} online={online} />
      <Ledger key={session.userKey} online={online} balance={balance?.value.balance ?? null} />
    </Dialog>
  );
}
