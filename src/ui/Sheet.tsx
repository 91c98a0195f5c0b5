import { lazy, Suspense, type ReactNode } from 'react';
import { useEver } from './useEver.ts';
import { useFocusReturn } from './useFocusReturn.ts';

const SheetSurface = lazy(() =>
  import('./SheetSurface.tsx').then((module) => ({ default: module.SheetSurface })),
);

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** Its accessible name; always shown. */
  title: ReactNode;
  children: ReactNode;
  /** Pixels on wide screens, where the sheet stands at the right edge. */
  width?: number;
  /** Stays in reach while its content scrolls, e.g. the button that ends the task. */
  footer?: ReactNode;
  /** Beside the close button. */
  headerAction?: ReactNode;
}

/** More room than a dialog without leaving the page: from below on phones, from the right on wide screens. */
export function Sheet(props: SheetProps) {
  const wanted = useEver(props.opened);
  useFocusReturn(props.opened);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <SheetSurface {...props} />
    </Suspense>
  );
}
