import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

/** Asks before what cannot be taken back. Where an undo is possible, offer that instead of asking. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'danger',
  onConfirm,
  onCancel,
}: {
  opened: boolean;
  title: ReactNode;
  /** What will happen, and what stays. */
  children?: ReactNode;
  /** The verb itself ("Delete 3 works"), never "OK". */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  tone?: 'danger' | 'plain';
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} width={420}>
      {children}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel ??
            t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })}
        </Button>
        <Button color={tone === 'danger' ? 'danger' : undefined} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
