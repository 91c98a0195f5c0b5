import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import classes from './SheetSurface.module.css';
import type { SheetProps } from './Sheet.tsx';

export function SheetSurface({
  opened,
  onClose,
  title,
  children,
  width = 480,
  footer,
  headerAction,
}: SheetProps) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 61.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '85dvh' : width}
    >
      <Drawer.Overlay className={classes.overlay} />
      <Drawer.Content className={classes.content} data-phone={phone || undefined}>
        <Drawer.Header className={classes.header}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          {headerAction}
          <Drawer.CloseButton
            size={44}
            aria-label={t({ message: 'Close', comment: 'Button that closes a dialog' })}
          />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}
