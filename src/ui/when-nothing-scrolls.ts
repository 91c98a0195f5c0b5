/** Nothing scrolls where nothing has for so long: between two notches of a wheel somebody still does. */
export const scrollRestMs = 250;

/**
 * Does something in a while, or when somebody who scrolls then has stopped.
 * @param atLeastMs the while
 * @param atLatestMs after which it does not wait for them any more
 * @returns takes it back
 */
export function whenNothingScrolls(
  work: () => void,
  atLeastMs: number,
  atLatestMs: number,
): () => void {
  const fromMs = performance.now();
  const stop = () => {
    clearTimeout(resting);
    clearTimeout(latest);
    removeEventListener('scroll', onScroll, { capture: true });
  };
  const begin = () => {
    stop();
    work();
  };
  const onScroll = () => {
    clearTimeout(resting);
    resting = setTimeout(begin, Math.max(scrollRestMs, fromMs + atLeastMs - performance.now()));
  };
  let resting = setTimeout(begin, atLeastMs);
  const latest = setTimeout(begin, atLatestMs);
  // Boxes scroll as well as the page; their events don't bubble.
  addEventListener('scroll', onScroll, { capture: true, passive: true });
  return stop;
}
