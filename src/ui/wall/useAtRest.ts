import { startTransition, useEffect, useState } from 'react';
import { scrollRestMs } from '../when-nothing-scrolls.ts';

/** Each tile has two of them: its picture and what lies over it. */
const toldPerFrame = 6;

const waiting = new Set<() => void>();
let resting: ReturnType<typeof setTimeout> | undefined;
let frame = 0;

function waitForRest(): void {
  clearTimeout(resting);
  cancelAnimationFrame(frame);
  // After a long task timers come first: whether somebody has scrolled meanwhile is known in the frame after it.
  resting = setTimeout(() => {
    frame = requestAnimationFrame(tellSome);
  }, scrollRestMs);
}

/**
 * Some in each frame, until somebody scrolls on: a screen of tiles at once takes a tenth of a second, and what is drawn
 * in slices holds frames up as well, because a browser that scrolls lets the page's tasks go before its frames.
 */
function tellSome(): void {
  const telling = [...waiting].slice(0, toldPerFrame);
  for (const tell of telling) waiting.delete(tell);
  startTransition(() => {
    for (const tell of telling) tell();
  });
  if (waiting.size > 0) frame = requestAnimationFrame(tellSome);
}

const onScroll = (): void => {
  if (waiting.size > 0) waitForRest();
};

/**
 * True from the moment on at which nothing scrolls any more, and no tile has come. What a tile has besides what is seen at
 * once can wait for it: most tiles of a wall that is scrolled through are gone before anybody could use it.
 */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const tell = () => setAtRest(true);
    waiting.add(tell);
    waitForRest();
    // Boxes scroll as well as the page; their events don't bubble.
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      waiting.delete(tell);
    };
  }, []);
  return isAtRest;
}
