import type { ReactNode } from 'react';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** Its accessible name; always shown. */
  title: ReactNode;
  children: ReactNode;
  /** Pixels on wide screens, where the sheet stands at the right edge. */
  width?: number;
  /** At the right edge of phones, too, which it then leaves a strip of. */
  isSide?: boolean;
  /** Stays in reach while its content scrolls, e.g. the button that ends the task. */
  footer?: ReactNode;
  /** Beside the close button. */
  headerAction?: ReactNode;
  /** `false` while Escape has something nearer to end. */
  closeOnEscape?: boolean;
}
