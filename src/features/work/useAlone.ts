import { useEffect, useState, type RefObject } from 'react';

/** What lies over a work goes after so long without a movement. */
const idleMs = 2_500;

/** Everything that lies beside an element on its page, up to the app's root. */
function besides(element: HTMLElement): Element[] {
  const others: Element[] = [];
  for (
    let node = element;
    node.parentElement && node.parentElement !== document.body;
    node = node.parentElement
  ) {
    for (const sibling of node.parentElement.children) if (sibling !== node) others.push(sibling);
  }
  return others;
}

/**
 * While an element has the screen to itself, nothing beside it can be reached.
 * @returns whether nobody has moved for a while: what lies over the work may go
 */
export function useAlone(frame: RefObject<HTMLElement | null>, isAlone: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!isAlone || !element) return;
    const quiet = besides(element).filter((other) => !other.hasAttribute('inert'));
    for (const other of quiet) other.setAttribute('inert', '');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stir = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(setIdle, idleMs, true);
    };
    const stirs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const kind of stirs) document.addEventListener(kind, stir);
    stir();
    return () => {
      for (const other of quiet) other.removeAttribute('inert');
      for (const kind of stirs) document.removeEventListener(kind, stir);
      clearTimeout(timer);
      setIdle(false);
    };
  }, [frame, isAlone]);
  return isAlone && isIdle;
}
