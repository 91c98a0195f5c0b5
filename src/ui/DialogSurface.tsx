import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import type { DialogProps } from './DialogProps.ts';
import classes from './DialogSurface.module.css';

export function DialogSurface({
  opened,
  onClose,
  title,
  children,
  width = 440,
  fullOnPhone,
  typing,
  closable = true,
}: DialogProps) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      size={width}
      centered={!(phone && typing)}
      yOffset={phone && typing ? 'max(0.75rem, 6dvh)' : undefined}
      fullScreen={phone && fullOnPhone}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      transitionProps={{ duration: 180, transition: 'fade-up' }}
      classNames={{
        overlay: classes.overlay,
        content: classes.content,
        title: classes.title,
        body: classes.body,
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A plain box: Mantine's header would be a second banner landmark. */}
        <div className={classes.header}>
          <Modal.Title>{title}</Modal.Title>
          {closable && (
            <Modal.CloseButton
              size={44}
              icon={<IconX size={20} stroke={1.75} aria-hidden />}
              aria-label={t({ message: 'Close', comment: 'Button that closes a dialog' })}
            />
          )}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
