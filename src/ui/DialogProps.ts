import type { ReactNode } from 'react';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** Its accessible name; always shown. */
  title: ReactNode;
  children: ReactNode;
  /** Pixels on wide screens; on phones it takes the width there is. */
  width?: number;
  /** Fills the phone's screen, for forms that need the room. */
  fullOnPhone?: boolean;
  /** For fields that are typed in: on phones it stands at the top, where the keyboard leaves it in sight. */
  typing?: boolean;
  /** False while leaving would lose something. */
  closable?: boolean;
}
