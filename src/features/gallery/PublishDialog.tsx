import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { publishingAtom } from '../../requests/actions/publishing.ts';
import { useAtom } from '../../ui/atoms.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useEver } from '../../ui/useEver.ts';
import { PublishPanel } from './PublishPanel.tsx';
import { refreshPublications } from './refresh-publications.ts';

/** A work's place in the gallery; opened by whoever sets `publishingAtom`. */
export function PublishDialog() {
  const { t } = useLingui();
  const [id, setId] = useAtom(publishingAtom);
  const isOpened = id !== null;
  const wasOpened = useEver(isOpened);

  useEffect(() => {
    if (!isOpened) return;
    const leaving = new AbortController();
    // What is known here is shown meanwhile, and for as long as nobody can be asked.
    refreshPublications(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [isOpened]);

  if (!wasOpened) return null;
  return (
    <Dialog
      opened={isOpened}
      onClose={() => setId(null)}
      title={t({ message: 'Publish', comment: 'Title of a dialog: a work for everybody' })}
      width={480}
      typing
    >
      {id !== null && <PublishPanel key={id} id={id} onDone={() => setId(null)} />}
    </Dialog>
  );
}
