import { lazy, Suspense, type ReactNode } from 'react';
import { useEver } from './useEver.ts';
import { useFocusReturn } from './useFocusReturn.ts';

const DialogSurface = lazy(() =>
  import('./DialogSurface.tsx').then((module) => ({ default: module.DialogSurface })),
);

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

/** A question or a small form in the middle of the screen. Never open one over another. */
export function Dialog(props: DialogProps) {
  // Loaded at the first opening, then kept so that closing can be animated.
  const wanted = useEver(props.opened);
  useFocusReturn(props.opened);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
