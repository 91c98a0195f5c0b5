import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import type { DialogProps } from './Dialog.tsx';
import classes from './DialogSurface.module.css';

export function DialogSurface({
  opened,
  onClose,
  title,
  children,
  width = 440,
  fullOnPhone,
  closable = true,
}: DialogProps) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      centered
      fullScreen={phone && fullOnPhone}
      withCloseButton={closable}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      closeButtonProps={{
        'aria-label': t({ message: 'Close', comment: 'Button that closes a dialog' }),
        size: 44,
        icon: <IconX size={20} stroke={1.75} aria-hidden />,
      }}
      classNames={{
        overlay: classes.overlay,
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {children}
    </Modal>
  );
}
