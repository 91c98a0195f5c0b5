import { lazy, Suspense } from 'react';
import type { SheetProps } from './SheetProps.ts';
import { useEver } from './useEver.ts';
import { useFocusReturn } from './useFocusReturn.ts';

const SheetSurface = lazy(() =>
  import('./SheetSurface.tsx').then((module) => ({ default: module.SheetSurface })),
);

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
