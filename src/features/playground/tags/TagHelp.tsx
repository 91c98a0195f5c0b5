import { Suspense, useEffect, useState, type RefObject } from 'react';
import { useTagList } from '../../../live/useTagList.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';

// Most people never choose a list: nobody waits for this, and without one it never comes.
const TagSuggestions = lazyWithWords(
  async () => (await import('./TagSuggestions.tsx')).TagSuggestions,
);

/** A page that moves all the time is never idle. */
const restWithinMs = 2_000;

/** Whether the page has come to rest since something was wanted. */
function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(setIdle, 500, true);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: restWithinMs });
    return () => cancelIdleCallback(handle);
  }, [isWanted]);
  return isIdle;
}

/** Tags for the prompt that is being written, where a list was chosen in the options. */
export function TagHelp({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const chosen = useTagList();
  const isIdle = useIdle(Boolean(chosen));
  if (!chosen || !isIdle) return null;
  return (
    <Suspense fallback={null}>
      <TagSuggestions key={chosen.address} area={area} {...chosen} />
    </Suspense>
  );
}
