import { useRouter } from '@tanstack/react-router';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { useShellHold } from './useShellHold.ts';

/**
 * Whether the page may be rendered, too: at the start it comes in a task of its own after its frame, because one task
 * for both keeps a slow phone from answering for a while. index.html's shell stands in front of them until the page
 * is there, whose code may still be on its way when the frame is; what a person types meanwhile is typed there.
 * @param isKnown whose page it is and who makes things has been read: before that it would be nobody's
 */
export function useFrameFirst(isKnown: boolean): boolean {
  const router = useRouter();
  const [isFramed, setFramed] = useState(false);
  /** The router has what the page is made of. */
  const [isLoaded, setLoaded] = useState(false);
  useShellHold(!isFramed || !isLoaded || !isKnown);
  useLayoutEffect(() => router.subscribe('onRendered', () => setLoaded(true)), [router]);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setFramed(true)));
    return () => clearTimeout(timer);
  }, []);
  return isFramed;
}
