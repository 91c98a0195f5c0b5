import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBrand } from '../../live/useBrand.ts';
import { noticeAtom } from '../../requests/actions/notices.ts';
import { useAtom } from '../../ui/atoms.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import classes from './NoticeDialogs.module.css';

/** How to work together with whoever runs this, and that something is kept for some (spec 2, section 2). */
export function NoticeDialogs() {
  const [shown, setShown] = useAtom(noticeAtom);
  const { business, accessForm } = useBrand();
  // What was shown stays while its dialog leaves.
  const [kind, setKind] = useState(shown);
  if (shown !== null && shown !== kind) setKind(shown);
  const close = () => setShown(null);
  return (
    <Dialog
      opened={shown !== null}
      onClose={close}
      width={380}
      title={
        kind === 'business' ? (
          <Trans comment="Title of a dialog: for business">Work with us</Trans>
        ) : (
          <Trans>This isn't open to everyone</Trans>
        )
      }
    >
      {kind === 'business' ? (
        <div className={classes.notice}>
          {business.text !== '' && <p>{business.text}</p>}
          {business.code !== '' && <Code text={business.code} />}
        </div>
      ) : (
        <div className={classes.notice}>
          <p>
            <Trans>
              Whoever runs this studio keeps it for some accounts. Nothing was charged, and what you
              made is safe.
            </Trans>
          </p>
          {accessForm !== '' && (
            <Button component="a" href={accessForm} target="_blank" rel="noreferrer">
              <Trans comment="Link to a form">Ask for access</Trans>
            </Button>
          )}
          <Button variant="default" onClick={close}>
            <Trans comment="Button: closes a notice">All right</Trans>
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** What the QR code holds, and where it leads. */
function Code({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <>
      <QrCode text={text} label={t({ message: 'QR code', comment: 'What a picture is' })} />
      {/^https?:/i.test(text) && (
        <a className={classes.address} href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
    </>
  );
}
