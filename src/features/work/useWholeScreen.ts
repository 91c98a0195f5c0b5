import { useEffect, useState, type RefObject } from 'react';

export interface WholeScreen {
  isFull: boolean;
  /** Nobody has moved for a while: what lies over the work may go. */
  isIdle: boolean;
  enter(): void;
  leave(): void;
}

/** Controls go after so long without a movement. */
const idleMs = 2_500;

/** Everything that lies beside an element on its page, up to the app's root. */
function besides(element: HTMLElement): Element[] {
  const others: Element[] = [];
  for (
    let node = element;
    node.parentElement && node.id !== 'root' && node !== document.body;
    node = node.parentElement
  ) {
    if (node.parentElement === document.body) break;
    for (const sibling of node.parentElement.children) if (sibling !== node) others.push(sibling);
  }
  return others;
}

/**
 * Shows an element alone on the whole screen; where the browser can't (on an iPhone), over the whole window.
 * @param frame the element
 */
export function useWholeScreen(frame: RefObject<HTMLElement | null>): WholeScreen {
  const [isFull, setFull] = useState(false);
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!isFull || !element) return;
    // The browser's own ways out: Escape, a gesture, another app.
    const onChange = () => {
      if (document.fullscreenElement === null) setFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
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
      document.removeEventListener('fullscreenchange', onChange);
      for (const other of quiet) other.removeAttribute('inert');
      for (const kind of stirs) document.removeEventListener(kind, stir);
      clearTimeout(timer);
      setIdle(false);
    };
  }, [frame, isFull]);

  return {
    isFull,
    isIdle: isFull && isIdle,
    enter() {
      setFull(true);
      // Where it is refused, the layer over the window stays.
      void frame.current?.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
    },
    leave() {
      setFull(false);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    },
  };
}
