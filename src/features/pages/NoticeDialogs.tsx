import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { useBrand } from '../../live/useBrand.ts';
import { noticeAtom } from '../../requests/actions/notices.ts';
import { useAtom } from '../../ui/atoms.ts';
import { Dialog } from '../../ui/Dialog.tsx';
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

/** A QR code, dark on light in both schemes: cameras want it so. */
function Code({ text }: { text: string }) {
  const { t } = useLingui();
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return (
    <>
      <svg
        className={classes.code}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t({ message: 'QR code', comment: 'What a picture is' })}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      {/^https?:/i.test(text) && (
        <a className={classes.address} href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
    </>
  );
}
