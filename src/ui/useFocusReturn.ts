import { useEffect } from 'react';

/** How long after a dialog what had the focus may be drawn anew, as a form is for who has just signed in. */
const successorWithinMs = 5_000;

/** Whether nobody has the focus, or only what is on its way out. */
function isLeft(): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || now.closest('[role="dialog"]') !== null;
}

/**
 * Hands the focus on to what takes the place of a control that had it: the one with the same `data-focus-key`.
 * It ends when it has found it, when somebody takes the focus on purpose, or after a while.
 */
function followSuccessor(from: HTMLElement, key: string): void {
  const selector = `[data-focus-key="${CSS.escape(key)}"]`;
  const observer = new MutationObserver(() => {
    if (from.isConnected) return;
    const successor = document.querySelector<HTMLElement>(selector);
    if (!successor) return;
    stop();
    if (isLeft()) successor.focus({ preventScroll: true });
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, successorWithinMs);
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Gives the focus back to what had it when `opened` became true. Mantine's own does not for a dialog that is
 * mounted opened, which is what loading it at the first opening amounts to.
 */
export function useFocusReturn(opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    const from = document.activeElement;
    return () => {
      // Whoever took the focus on purpose meanwhile keeps it.
      if (!isLeft() || !(from instanceof HTMLElement)) return;
      const key = from.dataset['focusKey'];
      if (from.isConnected) from.focus({ preventScroll: true });
      else if (key !== undefined) {
        document
          .querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
          ?.focus({ preventScroll: true });
      }
      if (key !== undefined) followSuccessor(from, key);
    };
  }, [opened]);
}
