import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAtomValue } from './atoms.ts';
import { IconButton } from './IconButton.tsx';
import { closeToast, toastsAtom, type Toast } from './toast.ts';
import classes from './ToastRegion.module.css';

/** Mounted once by the shell. Toasts wait while pointer or focus rests on them. */
export function ToastRegion() {
  const toasts = useAtomValue(toastsAtom);
  const [held, setHeld] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only hold the clock
    <div
      className={classes.region}
      role="status"
      aria-live="polite"
      aria-relevant="additions"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </div>
  );
}

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { t } = useLingui();
  const { id, durationMs, action } = toast;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [held, id, durationMs]);
  return (
    <div className={classes.toast} data-tone={toast.tone}>
      {toast.tone === 'success' && <IconCircleCheck size={20} stroke={1.75} aria-hidden />}
      {(toast.tone === 'danger' || toast.tone === 'warn') && (
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      )}
      <span className={classes.message}>{toast.message}</span>
      {action && (
        <Button
          variant="light"
          size="sm"
          onClick={() => {
            closeToast(id);
            action.onAction();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        label={t({ message: 'Close message', comment: 'Button that closes a short notification' })}
        icon={<IconX size={18} stroke={1.75} aria-hidden />}
        onClick={() => closeToast(id)}
      />
    </div>
  );
}
