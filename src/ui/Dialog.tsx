import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogProps.ts';
import { useEver } from './useEver.ts';
import { useFocusReturn } from './useFocusReturn.ts';

const DialogSurface = lazy(() =>
  import('./DialogSurface.tsx').then((module) => ({ default: module.DialogSurface })),
);

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
