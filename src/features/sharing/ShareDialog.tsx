import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { sharingAtom } from '../../requests/actions/sharing.ts';
import { useAtom } from '../../ui/atoms.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useEver } from '../../ui/useEver.ts';
import { AllLinks } from './AllLinks.tsx';
import { refreshLinks } from './refresh-links.ts';
import { WorkLinkPanel } from './WorkLinkPanel.tsx';

/** A work's link, or all of them; opened by whoever sets `sharingAtom`. */
export function ShareDialog() {
  const { t } = useLingui();
  const [sharing, setSharing] = useAtom(sharingAtom);
  const isOpened = sharing !== null;
  const wasOpened = useEver(isOpened);

  useEffect(() => {
    if (!isOpened) return;
    const leaving = new AbortController();
    // What is known here is shown meanwhile, and for as long as nobody can be asked.
    refreshLinks(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [isOpened]);

  if (!wasOpened) return null;
  return (
    <Dialog
      opened={isOpened}
      onClose={() => setSharing(null)}
      title={
        sharing === 'all'
          ? t`Links you have given`
          : t({ message: 'Share by link', comment: 'Title of a dialog about a work' })
      }
      width={480}
      typing
    >
      {sharing === 'all' && <AllLinks onOpen={setSharing} />}
      {sharing !== null && sharing !== 'all' && (
        <WorkLinkPanel key={sharing} id={sharing} onAll={() => setSharing('all')} />
      )}
    </Dialog>
  );
}
