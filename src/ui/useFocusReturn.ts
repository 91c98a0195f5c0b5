import { useEffect } from 'react';

/**
 * Gives the focus back to what had it when `opened` became true. Mantine's own does not for a dialog that is
 * mounted opened, which is what loading it at the first opening amounts to.
 */
export function useFocusReturn(opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    const from = document.activeElement;
    return () => {
      const now = document.activeElement;
      // Whoever took the focus on purpose meanwhile keeps it.
      const isLeft =
        now === null || now === document.body || now.closest('[role="dialog"]') !== null;
      if (isLeft && from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, [opened]);
}
