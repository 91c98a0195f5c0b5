import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import classes from './SheetSurface.module.css';
import type { SheetProps } from './SheetProps.ts';

export function SheetSurface({
  opened,
  onClose,
  title,
  children,
  width = 480,
  isSide = false,
  footer,
  headerAction,
  closeOnEscape = true,
}: SheetProps) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 61.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={closeOnEscape}
      position={phone && !isSide ? 'bottom' : 'right'}
      size={phone && !isSide ? '85dvh' : isSide ? `min(${width}px, 97vw)` : width}
      transitionProps={{ duration: 200 }}
      // Not `className` on Drawer.Content: Mantine puts that on the positioning wrapper, too.
      classNames={{
        overlay: classes.overlay,
        content: isSide ? classes.side : classes.content,
        title: classes.title,
        body: classes.body,
      }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* A plain box: Mantine's header would be a second banner landmark. */}
        <div className={classes.header}>
          <Drawer.Title>{title}</Drawer.Title>
          {headerAction}
          <Drawer.CloseButton
            size={44}
            icon={<IconX size={20} stroke={1.75} aria-hidden />}
            aria-label={t({ message: 'Close', comment: 'Button that closes a dialog' })}
          />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}
